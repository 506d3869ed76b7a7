import type { FaultMode, Faults } from './faults.ts';
import { IndexLag } from './index-lag.ts';
import { type Call, jsonReply, type Reply } from './server.ts';
import {
  canceled,
  type Forward,
  inputOf,
  isBatch,
  isSingleWrite,
  type RowRequest,
  splitBatch,
  tableError,
  withUnprocessed,
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
  if (!isBatch(action)) return forward(call);
  const { served, left } = splitBatch(input, (_, at) => at > 0);
  const body = Buffer.from(JSON.stringify({ ...input, RequestItems: served }));
  const isEmpty = Object.keys(served).length === 0;
  return withUnprocessed(action, isEmpty ? jsonReply(200, {}) : await forward({ ...call, body }), left);
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
