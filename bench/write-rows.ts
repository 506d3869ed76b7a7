import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Item } from '../functions/kit/table/table.ts';

const BATCH = 25;
const WRITERS = 6;

/** Writes many rows at once, unmeasured. */
export const writeRows = async (table: string, rows: readonly Item[]): Promise<void> => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 3 }));
  const writeSome = async (first: number) => {
    for (let start = first * BATCH; start < rows.length; start += WRITERS * BATCH) {
      const batch = rows.slice(start, start + BATCH).map((Item) => ({ PutRequest: { Item } }));
      await client.send(new BatchWriteCommand({ RequestItems: { [table]: batch } }));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, first) => writeSome(first)));
  client.destroy();
};
