import type { FaultMode, Faults } from './faults.ts';
import { IndexLag, type Written } from './index-lag.ts';
import { type Call, type Forward, jsonReply, type Reply } from './reply.ts';

type Attributes = Record<string, Record<string, unknown>>;

interface OneWrite {
  TableName?: string;
  Key?: Attributes;
  Item?: Attributes;
}

interface Input extends OneWrite {
  TransactItems?: Record<string, OneWrite>[];
  RequestItems?: Record<string, unknown>;
  IndexName?: string;
}

const SINGLE_WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);
const CONFLICT = 'Transaction is ongoing for the item';

const parsed = (bytes: Buffer): Input => JSON.parse(bytes.toString('utf8') || '{}') as Input;
const withBody = (call: Call, body: unknown): Call => ({ ...call, body: Buffer.from(JSON.stringify(body)) });

const conflictOf = (action: string, input: Input): Reply | undefined => {
  if (SINGLE_WRITES.has(action)) {
    return jsonReply(400, {
      __type: 'com.amazonaws.dynamodb.v20120810#TransactionConflictException',
      message: CONFLICT,
    });
  }
  if (action !== 'TransactWriteItems') return undefined;
  const CancellationReasons = (input.TransactItems ?? []).map((_, index) =>
    index === 0 ? { Code: 'TransactionConflict', Message: CONFLICT } : { Code: 'None' },
  );
  const codes = CancellationReasons.map((reason) => reason.Code).join(', ');
  return jsonReply(400, {
    __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
    Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    CancellationReasons,
  });
};

/** Leaves one request of a batch unprocessed and reports it, as a busy table does. */
const partialBatch = async (call: Call, action: string, input: Input, forward: Forward): Promise<Reply> => {
  const [entry] = Object.entries(input.RequestItems ?? {});
  if (!entry || !['BatchWriteItem', 'BatchGetItem'].includes(action)) return forward(call);
  const [name, wanted] = entry;
  const isWrite = action === 'BatchWriteItem';
  const list = (isWrite ? wanted : (wanted as { Keys: unknown[] }).Keys) as unknown[];
  const pick = (part: unknown[]) => ({ [name]: isWrite ? part : { ...(wanted as object), Keys: part } });
  const left = pick(list.slice(0, 1));
  const undone = isWrite ? { UnprocessedItems: left } : { UnprocessedKeys: left };
  if (list.length === 1) return jsonReply(200, { ...(isWrite ? {} : { Responses: { [name]: [] } }), ...undone });
  const reply = await forward(withBody(call, { ...input, RequestItems: pick(list.slice(1)) }));
  if (reply.status !== 200) return reply;
  return jsonReply(200, { ...JSON.parse(reply.body.toString('utf8')), ...undone });
};

const keyOf = ({ pk, sk }: Attributes): Attributes => ({ ...(pk && { pk }), ...(sk && { sk }) });

const writesOf = (action: string, input: Input): Written[] => {
  const one = ({ TableName = '', Key, Item }: OneWrite) => ({ table: TableName, key: keyOf(Key ?? Item ?? {}) });
  if (SINGLE_WRITES.has(action)) return [one(input)];
  if (action === 'TransactWriteItems')
    return (input.TransactItems ?? []).flatMap((item) => Object.values(item).map(one));
  if (action !== 'BatchWriteItem') return [];
  return Object.entries(input.RequestItems ?? {}).flatMap(([TableName, requests]) =>
    (requests as Record<string, OneWrite>[]).flatMap((item) =>
      Object.values(item).map((write) => one({ ...write, TableName })),
    ),
  );
};

/** The table's fault modes. While `gsi_lag` is set, indexes lag two seconds behind. */
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
    const input = parsed(call.body);
    if (mode === 'conflict') return conflictOf(action, input) ?? this.#forward(call);
    if (mode === 'partial') return partialBatch(call, action, input, this.#forward);
    return isLagging ? this.#sendLagging(call, action, input, mode) : this.#forward(call);
  }

  /** Shows index queries everything written until now. */
  async catchUp(): Promise<void> {
    if (this.#last) await this.#lag.show(this.#last);
  }

  async #sendLagging(call: Call, action: string, input: Input, mode: FaultMode | undefined): Promise<Reply> {
    this.#last = call;
    const { TableName = '', IndexName } = input;
    if (action === 'Query' && IndexName !== undefined && mode === 'gsi_lag')
      return this.#lag.query(call, TableName, input);
    const written = writesOf(action, input);
    await Promise.all([...new Set(written.map(({ table }) => table))].map((table) => this.#lag.copyOf(call, table)));
    const reply = await this.#forward(call);
    if (reply.status === 200) this.#lag.wrote(call, written);
    return reply;
  }
}
