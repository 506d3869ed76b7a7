import type { FaultMode, Faults } from './faults.ts';
import { IndexLag } from './index-lag.ts';
import { type Call, jsonReply, type Reply } from './server.ts';
import {
  bodyOf,
  canceled,
  type Forward,
  inputOf,
  isSingleWrite,
  type RowRequest,
  tableError,
  writesIn,
} from './table-protocol.ts';

const CONFLICT = 'Transaction is ongoing for the item';

const conflictOf = (action: string, input: RowRequest): Reply | undefined => {
  if (isSingleWrite(action)) return tableError('TransactionConflictException', CONFLICT);
  if (action !== 'TransactWriteItems') return undefined;
  const codes = (input.TransactItems ?? []).map((_, index) => (index === 0 ? 'TransactionConflict' : undefined));
  return canceled(codes, CONFLICT);
};

const partialBatch = async (call: Call, action: string, input: RowRequest, forward: Forward): Promise<Reply> => {
  const [entry] = Object.entries(input.RequestItems ?? {});
  if (!entry || !['BatchWriteItem', 'BatchGetItem'].includes(action)) return forward(call);
  const [name, wanted] = entry;
  const isWrite = Array.isArray(wanted);
  const list: unknown[] = isWrite ? wanted : (wanted.Keys ?? []);
  const pick = (part: unknown[]) => ({ [name]: isWrite ? part : { ...wanted, Keys: part } });
  const left = pick(list.slice(0, 1));
  const undone = isWrite ? { UnprocessedItems: left } : { UnprocessedKeys: left };
  if (list.length === 1) return jsonReply(200, { ...(isWrite ? {} : { Responses: { [name]: [] } }), ...undone });
  const part = { ...input, RequestItems: pick(list.slice(1)) };
  const reply = await forward({ ...call, body: Buffer.from(JSON.stringify(part)) });
  return reply.status === 200 ? jsonReply(200, { ...bodyOf(reply), ...undone }) : reply;
};

export class TableFaults {
  readonly #faults: Faults;
  readonly #forward: Forward;
  readonly #lag: IndexLag;
  #last: Call | undefined;

  constructor(faults: Faults, forward: Forward) {
    this.#faults = faults;
    this.#forward = forward;
    this.#lag = new IndexLag(forward);
  }

  async send(call: Call, action: string, mode: FaultMode | undefined): Promise<Reply> {
    const isLagging = this.#faults.has('table', 'gsi_lag');
    if (!isLagging) this.#lag.forget();
    if (mode === undefined && !isLagging) return this.#forward(call);
    const input = inputOf(call);
    if (mode === 'conflict') return conflictOf(action, input) ?? this.#forward(call);
    if (mode === 'partial') return partialBatch(call, action, input, this.#forward);
    return isLagging ? this.#sendLagging(call, action, input, mode) : this.#forward(call);
  }

  async catchUp(): Promise<void> {
    if (this.#last) await this.#lag.show(this.#last);
  }

  async #sendLagging(call: Call, action: string, input: RowRequest, mode: FaultMode | undefined): Promise<Reply> {
    this.#last = call;
    const { TableName = '', IndexName } = input;
    if (action === 'Query' && IndexName !== undefined && mode === 'gsi_lag')
      return this.#lag.query(call, TableName, input);
    const written = writesIn(action, input);
    await Promise.all([...new Set(written.map(({ table }) => table))].map((table) => this.#lag.copyOf(call, table)));
    const reply = await this.#forward(call);
    if (reply.status === 200) this.#lag.wrote(call, written);
    return reply;
  }
}
