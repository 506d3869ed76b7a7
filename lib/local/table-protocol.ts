import { type Call, jsonReply, type Reply } from './server.ts';

export type Forward = (call: Call) => Promise<Reply>;

/** In DynamoDB's format: `{pk: {S: 'WS#…'}}`. */
export type Attributes = Record<string, Record<string, unknown>>;

interface OneRequest {
  TableName?: string;
  Key?: Attributes;
  Item?: Attributes;
  UpdateExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Attributes;
}

export interface RowRequest extends OneRequest {
  IndexName?: string;
  KeyConditionExpression?: string;
  TransactItems?: Record<string, OneRequest>[];
  RequestItems?: Record<string, { Keys?: Attributes[] } | Record<string, OneRequest>[]>;
}

export interface RowWrite {
  table: string;
  key: Attributes;
  write: OneRequest;
}

export const actionOf = ({ headers }: Call) => String(headers['x-amz-target'] ?? '').split('.')[1] ?? '';

export const inputOf = ({ body }: Call) => JSON.parse(body.toString('utf8') || '{}') as RowRequest;

export const isSingleWrite = (action: string) => ['PutItem', 'UpdateItem', 'DeleteItem'].includes(action);

const writesOf = (action: string, input: RowRequest): [table: string | undefined, write: OneRequest][] => {
  if (isSingleWrite(action)) return [[input.TableName, input]];
  if (action === 'TransactWriteItems') {
    return (input.TransactItems ?? []).flatMap(Object.values<OneRequest>).map((write) => [write.TableName, write]);
  }
  if (action !== 'BatchWriteItem') return [];
  return Object.entries(input.RequestItems ?? {}).flatMap(([table, list]) =>
    (Array.isArray(list) ? list : [])
      .flatMap(Object.values<OneRequest>)
      .map((write): [string, OneRequest] => [table, write]),
  );
};

export const writesIn = (action: string, input: RowRequest): RowWrite[] =>
  writesOf(action, input).map(([table = '', write]) => {
    const { pk, sk } = write.Key ?? write.Item ?? {};
    return { table, key: { ...(pk && { pk }), ...(sk && { sk }) }, write };
  });

export const request = async <Answer>(forward: Forward, call: Call, action: string, input: object): Promise<Answer> => {
  const target = String(call.headers['x-amz-target']).replace(/\..*/, `.${action}`);
  const headers = { ...call.headers, 'x-amz-target': target };
  const reply = await forward({ ...call, headers, body: Buffer.from(JSON.stringify(input)) });
  const text = reply.body.toString('utf8');
  if (reply.status !== 200) throw new Error(`${action} answered ${reply.status}: ${text}`);
  return JSON.parse(text) as Answer;
};

export const bodyOf = (reply: Reply): Record<string, unknown> => JSON.parse(reply.body.toString('utf8'));

export const isBatch = (action: string) => ['BatchWriteItem', 'BatchGetItem'].includes(action);

type Batch = NonNullable<RowRequest['RequestItems']>;

export const splitBatch = (input: RowRequest, isServed: (request: RowRequest, at: number) => boolean) => {
  const [served, left]: [Batch, Batch] = [{}, {}];
  let at = 0;
  for (const [table, wanted] of Object.entries(input.RequestItems ?? {})) {
    for (const part of Array.isArray(wanted) ? wanted : (wanted.Keys ?? [])) {
      const only = (list: (typeof part)[]) => (Array.isArray(wanted) ? list : { ...wanted, Keys: list });
      const into = isServed({ RequestItems: { [table]: only([part]) as never } }, at++) ? served : left;
      const present = into[table];
      const list = (Array.isArray(present) ? present : (present?.Keys ?? [])) as (typeof part)[];
      into[table] = only([...list, part]) as never;
    }
  }
  return { served, left };
};

export const withUnprocessed = (action: string, reply: Reply, left: Batch): Reply =>
  reply.status === 200
    ? jsonReply(200, { ...bodyOf(reply), [action === 'BatchGetItem' ? 'UnprocessedKeys' : 'UnprocessedItems']: left })
    : reply;

const typeOf = (name: string) => `com.amazonaws.dynamodb.v20120810#${name}`;

export const tableError = (name: string, message: string) => jsonReply(400, { __type: typeOf(name), message });

export const canceled = (codes: readonly (string | undefined)[], message: string) => {
  const CancellationReasons = codes.map((Code) => (Code ? { Code, Message: message } : { Code: 'None' }));
  const written = CancellationReasons.map(({ Code }) => Code).join(', ');
  return jsonReply(400, {
    __type: typeOf('TransactionCanceledException'),
    Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${written}]`,
    CancellationReasons,
  });
};
