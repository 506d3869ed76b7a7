import { setTimeout as wait } from 'node:timers/promises';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { isRecord } from '../../functions/kit/unknown.ts';
import type { Pattern } from '../stack/stream-filters.ts';
import { CREDENTIALS, clientOf, REGION } from './account.ts';

export interface StreamSettings {
  endpoint: string;
  table: string;
  filters: readonly Pattern[];
  handler: (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse | undefined>;
  /** Before filtering, so that a TTL removal can be marked. */
  mark?: (record: DynamoDBRecord) => DynamoDBRecord;
  consumed?: (sequenceNumber: string) => void;
  failed?: (records: DynamoDBRecord[], error: unknown) => Promise<void>;
  from?: 'TRIM_HORIZON' | 'LATEST';
  retries?: number;
  pollMs?: number;
  /** Another value if there may be records to read; nothing is asked of the emulator meanwhile. */
  newest?: (() => unknown) | undefined;
}

const BATCH = 100;
const TRIM_EVERY = 250;
const PAUSE_MS = 250;
const LONGEST_REST_MS = 60_000;
const LONGEST_RETRY_MS = 1000;

export const matches = (pattern: Pattern, event: unknown): boolean =>
  Object.entries(pattern).every(([field, wanted]) => {
    const value = isRecord(event) ? event[field] : undefined;
    if (!Array.isArray(wanted)) return matches(wanted as Pattern, value);
    return wanted.some((one) => (isRecord(one) ? one.exists === (value !== undefined) : one === value));
  });

export const consumedByAll = (names: readonly string[], report: (sequenceNumber: string) => void) => {
  const at = new Map<string, bigint>();
  return (name: string, sequenceNumber: string): void => {
    at.set(name, BigInt(sequenceNumber));
    const [lowest] = [...at.values()].sort((a, b) => (a < b ? -1 : 1));
    if (at.size === names.length) report(String(lowest));
  };
};

interface WireRecord extends Omit<DynamoDBRecord, 'userIdentity'> {
  userIdentity?: { Type: string; PrincipalId: string };
}

interface Page {
  records: WireRecord[];
  next: string | undefined;
}

/** The emulators look at the form of a signature only. */
const AUTHORIZATION = `AWS4-HMAC-SHA256 Credential=${CREDENTIALS.accessKeyId}/20260101/${REGION}/dynamodb/aws4_request, SignedHeaders=host, Signature=0`;

/** Read again and again: an AWS client would spend more on each record than everything else does. */
const readRecords = async (endpoint: string, ShardIterator: string, signal: AbortSignal): Promise<Page | 'trimmed'> => {
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDBStreams_20120810.GetRecords',
      'x-amz-date': '20260101T000000Z',
      authorization: AUTHORIZATION,
    },
    body: JSON.stringify({ ShardIterator, Limit: BATCH }),
    signal,
  });
  const text = await answer.text();
  if (answer.ok) {
    const { Records = [], NextShardIterator } = JSON.parse(text) as {
      Records?: WireRecord[];
      NextShardIterator?: string;
    };
    return { records: Records, next: NextShardIterator };
  }
  if (text.includes('TrimmedDataAccessException')) return 'trimmed';
  throw new Error(`GetRecords answered ${answer.status}: ${text}`);
};

/** Images are in Lambda's form already. */
const toEventRecord = ({ userIdentity, ...record }: WireRecord, eventSourceARN: string): DynamoDBRecord => ({
  ...record,
  eventVersion: record.eventVersion ?? '1.1',
  eventSource: 'aws:dynamodb',
  awsRegion: REGION,
  dynamodb: {
    ...record.dynamodb,
    ApproximateCreationDateTime: Math.floor(record.dynamodb?.ApproximateCreationDateTime ?? Date.now() / 1000),
  },
  eventSourceARN,
  ...(userIdentity && { userIdentity: { type: userIdentity.Type, principalId: userIdentity.PrincipalId } }),
});

const sequenceOf = (record: DynamoDBRecord) => record.dynamodb?.SequenceNumber ?? '';

/** As an event source mapping: filters, retries, bisects, and lets no record block forever. */
export class StreamPoller {
  readonly #settings: StreamSettings;
  readonly #client: DynamoDBStreamsClient;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #emptyReads = 0;
  #sinceTrim = 0;
  #last: string | undefined;
  #newest: unknown;
  #readAt = 0;
  #wake = Promise.withResolvers<void>();

  constructor(settings: StreamSettings) {
    this.#settings = settings;
    this.#client = new DynamoDBStreamsClient(clientOf(settings.endpoint));
  }

  async start(): Promise<void> {
    const { Streams = [] } = await this.#client.send(new ListStreamsCommand({ TableName: this.#settings.table }));
    const arn = Streams.at(-1)?.StreamArn;
    if (!arn) throw new Error(`${this.#settings.table} has no stream.`);
    const { StreamDescription } = await this.#client.send(new DescribeStreamCommand({ StreamArn: arn }));
    const shard = StreamDescription?.Shards?.at(-1)?.ShardId;
    if (!shard) throw new Error(`The stream of ${this.#settings.table} has no shard.`);
    const first = await this.#iterator(arn, shard);
    this.#running = this.#run(arn, shard, first);
  }

  wake(): void {
    this.#wake.resolve();
  }

  /** Resolves when every record written before the call has been handled. */
  async drained(): Promise<void> {
    const target = this.#emptyReads + 2;
    while (this.#emptyReads < target && !this.#stopping.signal.aborted) {
      this.wake();
      await wait(5);
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    if (this.#last) this.#settings.consumed?.(this.#last);
    this.#client.destroy();
  }

  async #iterator(StreamArn: string, ShardId: string): Promise<string | undefined> {
    const position =
      this.#last === undefined
        ? { ShardIteratorType: this.#settings.from ?? 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER' as const, SequenceNumber: this.#last };
    const answer = await this.#client.send(new GetShardIteratorCommand({ StreamArn, ShardId, ...position }));
    return answer.ShardIterator;
  }

  async #run(arn: string, shard: string, first: string | undefined): Promise<void> {
    let iterator = first;
    while (!this.#stopping.signal.aborted) {
      try {
        iterator ??= await this.#iterator(arn, shard);
        const newest = this.#settings.newest?.();
        const page =
          iterator && this.#mayHaveRecords(newest)
            ? await readRecords(this.#settings.endpoint, iterator, this.#stopping.signal)
            : { records: [], next: iterator };
        if (page === 'trimmed') {
          // Continues with the oldest remaining record, as Lambda does.
          this.#last = undefined;
          iterator = undefined;
          continue;
        }
        const { records, next } = page;
        await this.#handle(records.map((record) => toEventRecord(record, arn)));
        iterator = next;
        if (records.length === 0) {
          this.#emptyReads += 1;
          this.#newest = newest;
        }
        if (records.length < BATCH) await this.#pause();
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        iterator = undefined;
        console.error('Reading the stream failed:', error);
        await wait(500, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      }
    }
  }

  /** Now and then it reads all the same, because iterators expire. */
  #mayHaveRecords(newest: unknown): boolean {
    const at = performance.now();
    if (newest !== undefined && newest === this.#newest && at - this.#readAt < LONGEST_REST_MS) return false;
    this.#readAt = at;
    return true;
  }

  async #pause(): Promise<void> {
    const pause = wait(this.#settings.pollMs ?? PAUSE_MS, undefined, { signal: this.#stopping.signal });
    await Promise.race([pause, this.#wake.promise]);
    this.#wake = Promise.withResolvers();
  }

  async #handle(read: DynamoDBRecord[]): Promise<void> {
    const records = read.map((record) => this.#settings.mark?.(record) ?? record);
    const wanted = records.filter((record) => this.#settings.filters.some((filter) => matches(filter, record)));
    if (wanted.length > 0) await this.#deliver(wanted, this.#settings.retries ?? 5);
    const last = records.at(-1);
    if (!last) return;
    this.#last = sequenceOf(last);
    this.#sinceTrim += records.length;
    if (this.#sinceTrim < TRIM_EVERY) return;
    this.#sinceTrim = 0;
    this.#settings.consumed?.(this.#last);
  }

  async #deliver(records: DynamoDBRecord[], retries: number): Promise<void> {
    let rest = records;
    let error: unknown;
    for (let attempt = 0; attempt <= retries && rest.length > 0; attempt += 1) {
      const pauseMs = attempt > 0 ? Math.min(20 * 2 ** attempt, LONGEST_RETRY_MS) : 0;
      // Throws if the reader is stopped meanwhile; the records count as unread.
      if (pauseMs > 0) await wait(pauseMs, undefined, { signal: this.#stopping.signal });
      try {
        const answer = await this.#settings.handler({ Records: rest });
        const failures = (answer?.batchItemFailures ?? []).map((failure) => failure.itemIdentifier);
        if (failures.length === 0) return;
        // The lowest failed sequence number is the checkpoint: everything from there on is redelivered.
        const at = rest.findIndex((record) => failures.includes(sequenceOf(record)));
        rest = rest.slice(Math.max(0, at));
        error = new Error(`${failures.length} records were reported as failed.`);
      } catch (thrown) {
        error = thrown;
        const [first, second] = [rest.slice(0, rest.length >> 1), rest.slice(rest.length >> 1)];
        if (attempt < retries || first.length === 0) continue;
        await this.#deliver(first, 0);
        await this.#deliver(second, 0);
        return;
      }
    }
    if (rest.length > 0) await this.#settings.failed?.(rest, error);
  }
}
