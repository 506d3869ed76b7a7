import { expect, test } from '@jest/globals';
import { INDEX_LAG_MS, IndexLag } from '../../lib/local/index-lag.ts';
import { type Call, jsonReply } from '../../lib/local/server.ts';
import type { Forward } from '../../lib/local/table-protocol.ts';

type Row = Record<string, { S: string }>;

/** Just enough of a store: tables by name, rows by key, and a Query that gives all rows. */
const store = () => {
  const tables = new Map<string, Map<string, Row>>([['t', new Map()]]);
  const nameOf = ({ pk, sk }: Row) => `${pk?.S} ${sk?.S}`;
  const rowsOf = (name: string) => tables.get(name) ?? new Map<string, Row>();
  const forward: Forward = async (call) => {
    const action = String(call.headers['x-amz-target']).split('.')[1];
    const input = JSON.parse(call.body.toString('utf8'));
    const rows = rowsOf(input.TableName);
    if (action === 'DescribeTable') return jsonReply(200, { Table: { GlobalSecondaryIndexes: [{ IndexName: 'i' }] } });
    if (action === 'CreateTable') tables.set(input.TableName, new Map());
    if (action === 'GetItem') return jsonReply(200, { Item: rows.get(nameOf(input.Key)) });
    if (action === 'PutItem') rows.set(nameOf(input.Item), input.Item);
    if (action === 'DeleteItem') rows.delete(nameOf(input.Key));
    for (const [table, writes] of Object.entries(input.RequestItems ?? {}))
      for (const { PutRequest, DeleteRequest } of writes as Record<string, { Item: Row; Key: Row }>[]) {
        if (PutRequest) rowsOf(table).set(nameOf(PutRequest.Item), PutRequest.Item);
        if (DeleteRequest) rowsOf(table).delete(nameOf(DeleteRequest.Key));
      }
    return jsonReply(200, { Items: [...rows.values()] });
  };
  const callOf = (action: string, input: object): Call => ({
    method: 'POST',
    url: '/',
    headers: { 'x-amz-target': `DynamoDB_20120810.${action}` },
    body: Buffer.from(JSON.stringify(input)),
  });
  return { forward, callOf };
};

const rowOf = (sk: string, value: string): Row => ({ pk: { S: 'p' }, sk: { S: sk }, value: { S: value } });

test('an index shows each state of a row, and its removal, after two seconds', async () => {
  let at = 10_000;
  const { forward, callOf } = store();
  const lag = new IndexLag(forward, () => at);
  const write = async (action: 'PutItem' | 'DeleteItem', sk: string, value = '') => {
    const key = { pk: { S: 'p' }, sk: { S: sk } };
    const call = callOf(action, {
      TableName: 't',
      ...(action === 'PutItem' ? { Item: rowOf(sk, value) } : { Key: key }),
    });
    await lag.copyOf(call, 't');
    await forward(call);
    lag.wrote(call, [{ table: 't', key }]);
  };
  const seen = async () => {
    const input = { TableName: 't', IndexName: 'i' };
    const { body } = await lag.query(callOf('Query', input), 't', input);
    const { Items } = JSON.parse(body.toString('utf8')) as { Items: Row[] };
    return Items.map(({ sk, value }) => `${sk?.S}=${value?.S}`).sort();
  };
  await forward(callOf('PutItem', { TableName: 't', Item: rowOf('a', 'old') }));

  await write('PutItem', 'a', 'new');
  expect(await seen()).toEqual(['a=old']);
  at += INDEX_LAG_MS / 2;
  await write('PutItem', 'b', '1');
  await write('DeleteItem', 'a');
  expect(await seen()).toEqual(['a=old']);
  at += INDEX_LAG_MS / 2;
  expect(await seen()).toEqual(['a=new']);
  at += INDEX_LAG_MS / 2;
  expect(await seen()).toEqual(['b=1']);
  await write('PutItem', 'c', '1');
  await lag.show(callOf('Query', {}));
  expect(await seen()).toEqual(['b=1', 'c=1']);
});
