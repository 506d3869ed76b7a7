import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { itemBytes } from './item-size.ts';
import type { World } from './world.ts';

const ROWS = 50;
const ROW_BYTES = 600;

/** The fields shown in a list, flat, in 600 bytes. */
const listed = (index: number) => {
  const row = {
    pk: 'FLOOR#LIST',
    sk: `ROW#${String(index).padStart(22, '0')}`,
    status: 'pending',
    kind: 'bug',
    summary: '',
    assignee_id: null,
    auto_fix: false,
    page_url: 'https://shop.example.com/checkout/basket',
    submitter: 'Maja',
    has_email: true,
    has_screenshot: true,
    created_at: 1_795_219_200_000 + index,
    updated_at: 1_795_219_200_000 + index,
    excerpt: '',
  };
  return { ...row, excerpt: 'x'.repeat(ROW_BYTES - itemBytes(row)) };
};

/**
 * The minimum cost of a list with the SDK: [token row ∥ workspace row ∥ token window ∥ IP window], then one Query of 50
 * rows of 600 bytes, mapped and serialized.
 */
export const openFloor = async ({ names }: World): Promise<() => Promise<string>> => {
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ maxAttempts: 1, requestHandler: { connectionTimeout: 1000, requestTimeout: 3000 } }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
  const [main, scratch] = [names.main, names.scratch];
  const put = (Item: Record<string, unknown>) => ({ PutRequest: { Item } });
  for (let start = 0; start < ROWS; start += 25) {
    const rows = Array.from({ length: 25 }, (_, index) => put(listed(start + index)));
    await client.send(new BatchWriteCommand({ RequestItems: { [main]: rows } }));
  }
  const small = ['FLOOR#TOKEN', 'FLOOR#WORKSPACE'].map((pk) => put({ pk, sk: 'ROW', name: 'x'.repeat(200) }));
  await client.send(new BatchWriteCommand({ RequestItems: { [main]: small } }));

  const read = (pk: string) =>
    client.send(new GetCommand({ TableName: main, Key: { pk, sk: 'ROW' }, ConsistentRead: true }));
  const count = (pk: string) =>
    client.send(
      new UpdateCommand({
        TableName: scratch,
        Key: { pk, sk: 'RATE' },
        UpdateExpression: 'ADD #count :one SET #ttl = :ttl',
        ExpressionAttributeNames: { '#count': 'count', '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':one': 1, ':ttl': 1_795_219_200 },
        ReturnValues: 'ALL_NEW',
      }),
    );
  return async () => {
    await Promise.all([
      read('FLOOR#TOKEN'),
      read('FLOOR#WORKSPACE'),
      count('FLOOR#TOKEN#WINDOW'),
      count('FLOOR#IP#WINDOW'),
    ]);
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: main,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': 'FLOOR#LIST' },
        Limit: ROWS,
      }),
    );
    return JSON.stringify({ items: Items.map(({ pk, sk, ...row }) => ({ id: sk, ...row })) });
  };
};
