import { PartitionLimits } from './partition-limits.ts';
import { type Attributes, type RowRequest, rowName, type Touch, touchesOf, usesOf, writesIn } from './partition-use.ts';
import { type Call, type Forward, jsonReply, type Reply } from './reply.ts';

const THROTTLED = 'Throughput exceeds the current capacity of one or more partitions. DynamoDB is scaling, try again.';
const type = (name: string) => `com.amazonaws.dynamodb.v20120810#${name}`;

const refusedWhole = () =>
  jsonReply(400, { __type: type('ProvisionedThroughputExceededException'), message: THROTTLED });

const canceled = (isHot: readonly boolean[]) => {
  const CancellationReasons = isHot.map((hot) =>
    hot ? { Code: 'ThrottlingError', Message: THROTTLED } : { Code: 'None' },
  );
  const codes = CancellationReasons.map(({ Code }) => Code).join(', ');
  return jsonReply(400, {
    __type: type('TransactionCanceledException'),
    Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    CancellationReasons,
  });
};

/** Splits a batch into served and unprocessed rows. */
const splitBatch = (input: RowRequest, isServed: (request: RowRequest) => boolean) => {
  const [served, left]: [RowRequest['RequestItems'] & object, RowRequest['RequestItems'] & object] = [{}, {}];
  for (const [table, wanted] of Object.entries(input.RequestItems ?? {})) {
    for (const part of Array.isArray(wanted) ? wanted : (wanted.Keys ?? [])) {
      const only = (list: (typeof part)[]) => (Array.isArray(wanted) ? list : { ...wanted, Keys: list });
      const into = isServed({ RequestItems: { [table]: only([part]) as never } }) ? served : left;
      const present = into[table];
      const list = (Array.isArray(present) ? present : (present?.Keys ?? [])) as (typeof part)[];
      into[table] = only([...list, part]) as never;
    }
  }
  return { served, left };
};

/**
 * Throttles a table by partition key, as DynamoDB does: partitions of the table and of its indexes have separate
 * limits, and a write is rejected if the partition of any index it writes to is exhausted.
 */
export class HotPartitions {
  readonly #forward: Forward;
  #limits = new PartitionLimits();
  #scale = 1;

  constructor(forward: Forward) {
    this.#forward = forward;
  }

  /** Sets the limits to `scale` times DynamoDB's. */
  limit(scale: number): void {
    if (scale === this.#scale) return;
    this.#scale = scale;
    this.#limits = new PartitionLimits(scale);
  }

  async send(call: Call, action: string): Promise<Reply> {
    const input = JSON.parse(call.body.toString('utf8') || '{}') as RowRequest;
    const before = await this.#rowsBefore(call, action, input);
    const touchesIn = (request: RowRequest) => touchesOf(action, request, before);
    const isHot = (request: RowRequest) =>
      this.#limits.exhausted(touchesIn(request), performance.now() / 1000).length > 0;
    if (!isHot(input)) return this.#serve(call, input, touchesIn(input));
    if (action === 'TransactWriteItems') {
      return canceled((input.TransactItems ?? []).map((item) => isHot({ TransactItems: [item] })));
    }
    if (action !== 'BatchWriteItem' && action !== 'BatchGetItem') return refusedWhole();
    const { served, left } = splitBatch(input, (request) => !isHot(request));
    if (Object.keys(served).length === 0) return refusedWhole();
    const part = { ...input, RequestItems: served };
    const reply = await this.#serve(call, part, touchesIn(part));
    if (reply.status !== 200) return reply;
    const body = JSON.parse(reply.body.toString('utf8'));
    return jsonReply(200, { ...body, [action === 'BatchGetItem' ? 'UnprocessedKeys' : 'UnprocessedItems']: left });
  }

  async #serve(call: Call, input: RowRequest, touches: readonly Touch[]): Promise<Reply> {
    const body = Buffer.from(JSON.stringify({ ...input, ReturnConsumedCapacity: 'INDEXES' }));
    const reply = await this.#forward({ ...call, body });
    if (reply.status !== 200) return reply;
    const { ConsumedCapacity } = JSON.parse(reply.body.toString('utf8'));
    this.#limits.take(usesOf(touches, ConsumedCapacity), performance.now() / 1000);
    return reply;
  }

  async #rowsBefore(call: Call, action: string, input: RowRequest): Promise<Map<string, Attributes | undefined>> {
    const { 'x-amz-target': target, ...headers } = call.headers;
    const asRead = { ...headers, 'x-amz-target': String(target).replace(/\..*/, '.GetItem') };
    const rows = writesIn(action, input).map(async ({ table, key: { pk, sk } }) => {
      const wanted = { TableName: table, Key: { ...(pk && { pk }), ...(sk && { sk }) }, ConsistentRead: true };
      const reply = await this.#forward({ ...call, headers: asRead, body: Buffer.from(JSON.stringify(wanted)) });
      const { Item } = JSON.parse(reply.body.toString('utf8')) as { Item?: Attributes };
      return [rowName(table, wanted.Key), Item] as const;
    });
    return new Map(await Promise.all(rows));
  }
}
