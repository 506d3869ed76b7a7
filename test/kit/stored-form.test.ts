import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { keys, LISTS } from '../../functions/kit/table/keys.ts';
import { fromStored, toStored } from '../../functions/kit/table/stored-form.ts';
import { creationOf } from '../../lib/local/create-tables.ts';
import { table } from '../driver.ts';

const note = keys.annotation(newId(), newId());

const stored = async () => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const { Item } = await client.send(
    new GetCommand({ TableName: process.env.TABLE_NAME, Key: note, ConsistentRead: true }),
  );
  client.destroy();
  return Item;
};

test('listed attributes are stored in one map, and read, changed and removed by their own names', async () => {
  const row = { ...note, id: 'n', status: 'pending', kind: 'bug', quarantine: ['links'], submitter: { name: 'Maja' } };
  await table().transact([{ put: row, when: [['absent', 'status']] }]);
  expect(await stored()).toEqual({
    ...note,
    id: 'n',
    list: { status: 'pending', kind: 'bug', quarantine: ['links'], submitter: { name: 'Maja' } },
  });
  expect(await table().get(note)).toEqual(row);

  await table().transact([
    {
      update: note,
      set: { status: 'resolved', note_key_id: 'k1' },
      remove: ['quarantine'],
      when: [
        ['=', 'status', 'pending'],
        ['exists', 'quarantine'],
        ['=', 'submitter.name', 'Maja'],
      ],
    },
  ]);
  expect(await stored()).toEqual({
    ...note,
    id: 'n',
    note_key_id: 'k1',
    list: { status: 'resolved', kind: 'bug', submitter: { name: 'Maja' } },
  });
  expect(await table().tryUpdate(note, { summary: 'Done' }, [['=', 'status', 'resolved']])).toBe(true);
  expect((await table().getMany([note]))[0]).toMatchObject({ status: 'resolved', summary: 'Done' });
});

test('rows that no list shows are stored as they are', () => {
  const row = { ...keys.site('w', 's'), status: 'pending', title: 'x' };
  expect(LISTS.has(row.sk)).toBe(false);
  expect(toStored(row)).toEqual(row);
  expect(fromStored(row)).toEqual(row);
});

test('an index that projects more attributes than DynamoDB takes is refused', () => {
  const layout = (count: number) => ({
    stream: false,
    indexes: {
      wide: {
        partition: { name: 'a', type: 'S' },
        sort: { name: 'b', type: 'S' },
        project: Array.from({ length: count }, (_, at) => `x${at}`),
      },
    },
  });
  expect(creationOf('t', layout(20)).GlobalSecondaryIndexes).toHaveLength(1);
  expect(() => creationOf('t', layout(21))).toThrow('wide projects 21 attributes');
});
