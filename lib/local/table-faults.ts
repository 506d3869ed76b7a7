import type { FaultMode, Faults } from './faults.ts';
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
  KeyConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Attributes;
  ScanIndexForward?: boolean;
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

/** Leaves one request of a batch undone and says so, as a busy table does. */
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

const writesOf = (action: string, input: Input): OneWrite[] => {
  if (SINGLE_WRITES.has(action)) return [input];
  if (action === 'TransactWriteItems') return (input.TransactItems ?? []).flatMap((item) => Object.values(item));
  if (action !== 'BatchWriteItem') return [];
  return Object.entries(input.RequestItems ?? {}).flatMap(([TableName, requests]) =>
    (requests as Record<string, OneWrite>[]).flatMap((item) =>
      Object.values(item).map((write) => ({ ...write, TableName })),
    ),
  );
};

interface Page {
  Items?: Attributes[];
  Count?: number;
}

/** The table's own faults. While `gsi_lag` is set, indexes answer as if nothing had been written since. */
export class TableFaults {
  readonly #faults: Faults;
  readonly #forward: Forward;
  readonly #before = new Map<string, Attributes | undefined>();

  constructor(faults: Faults, forward: Forward) {
    this.#faults = faults;
    this.#forward = forward;
  }

  async send(call: Call, action: string, mode: FaultMode | undefined): Promise<Reply> {
    const isLagging = this.#faults.has('table', 'gsi_lag');
    if (!isLagging) this.#before.clear();
    if (mode === undefined && !isLagging) return this.#forward(call);
    const input = parsed(call.body);
    if (mode === 'conflict') return conflictOf(action, input) ?? this.#forward(call);
    if (mode === 'partial') return partialBatch(call, action, input, this.#forward);
    if (isLagging) await this.#remember(call, action, input);
    const reply = await this.#forward(call);
    const isStale = mode === 'gsi_lag' && action === 'Query' && input.IndexName !== undefined && reply.status === 200;
    return isStale ? this.#stale(input, reply) : reply;
  }

  async #remember(call: Call, action: string, input: Input): Promise<void> {
    for (const { TableName = '', Key, Item } of writesOf(action, input)) {
      const key = keyOf(Key ?? Item ?? {});
      const name = `${TableName} ${JSON.stringify(key)}`;
      if (this.#before.has(name)) continue;
      const { 'x-amz-target': target, ...headers } = call.headers;
      const read = { ...call, headers: { ...headers, 'x-amz-target': String(target).replace(/\..*/, '.GetItem') } };
      const reply = await this.#forward(withBody(read, { TableName, Key: key, ConsistentRead: true }));
      this.#before.set(name, (JSON.parse(reply.body.toString('utf8')) as { Item?: Attributes }).Item);
    }
  }

  #stale(input: Input, reply: Reply): Reply {
    const page = JSON.parse(reply.body.toString('utf8')) as Page;
    const name = (item: Attributes) => `${input.TableName} ${JSON.stringify(keyOf(item))}`;
    const kept = (page.Items ?? []).filter((item) => !this.#before.has(name(item)));
    const [, nameOf = '', valueName = ''] =
      /^\s*\(?\s*(#?\w+)\s*=\s*(:\w+)/.exec(input.KeyConditionExpression ?? '') ?? [];
    const partition = input.ExpressionAttributeNames?.[nameOf] ?? nameOf;
    const wanted = JSON.stringify(input.ExpressionAttributeValues?.[valueName]);
    const sort = partition.replace(/pk$/, partition === 'due_pk' ? 'at' : 'sk');
    const returned = [...this.#before.entries()].flatMap(([key, item]) =>
      item && key.startsWith(`${input.TableName} `) && JSON.stringify(item[partition]) === wanted ? [item] : [],
    );
    const order = (item: Attributes) => String(Object.values(item[sort] ?? {})[0] ?? '');
    const direction = input.ScanIndexForward === false ? -1 : 1;
    const Items = [...kept, ...returned].sort((a, b) => direction * (order(a) < order(b) ? -1 : 1));
    return jsonReply(200, { ...page, Items, Count: Items.length });
  }
}
