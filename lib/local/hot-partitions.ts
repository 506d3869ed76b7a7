import { PartitionLimits, rowName, type Touch, touchesOf, usesOf } from './partitions.ts';
import type { Call, Reply } from './server.ts';
import {
  type Attributes,
  canceled,
  type Forward,
  inputOf,
  isBatch,
  type RowRequest,
  request,
  splitBatch,
  tableError,
  withUnprocessed,
  writesIn,
} from './table-protocol.ts';

const THROTTLED = 'Throughput exceeds the current capacity of one or more partitions. DynamoDB is scaling, try again.';

const refusedWhole = () => tableError('ThrottlingException', THROTTLED);

/** As in DynamoDB, table and indexes have separate limits, and one exhausted index rejects a write. */
export class HotPartitions {
  readonly #forward: Forward;
  #limits = new PartitionLimits();
  #scale = 1;

  constructor(forward: Forward) {
    this.#forward = forward;
  }

  limit(scale: number): void {
    if (scale === this.#scale) return;
    this.#scale = scale;
    this.#limits = new PartitionLimits(scale);
  }

  async send(call: Call, action: string): Promise<Reply> {
    const input = inputOf(call);
    const before = await this.#rowsBefore(call, action, input);
    const touchesIn = (request: RowRequest) => touchesOf(action, request, before);
    const isHot = (request: RowRequest) =>
      this.#limits.exhausted(touchesIn(request), performance.now() / 1000).length > 0;
    if (!isHot(input)) return this.#serve(call, input, touchesIn(input));
    if (action === 'TransactWriteItems') {
      const items = input.TransactItems ?? [];
      const codes = items.map((item) => (isHot({ TransactItems: [item] }) ? 'ThrottlingError' : undefined));
      return canceled(codes, THROTTLED);
    }
    if (!isBatch(action)) return refusedWhole();
    const { served, left } = splitBatch(input, (request) => !isHot(request));
    if (Object.keys(served).length === 0) return refusedWhole();
    const part = { ...input, RequestItems: served };
    return withUnprocessed(action, await this.#serve(call, part, touchesIn(part)), left);
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
    const rows = writesIn(action, input).map(async ({ table, key }) => {
      const wanted = { TableName: table, Key: key, ConsistentRead: true };
      const { Item } = await request<{ Item?: Attributes }>(this.#forward, call, 'GetItem', wanted);
      return [rowName(table, key), Item] as const;
    });
    return new Map(await Promise.all(rows));
  }
}
