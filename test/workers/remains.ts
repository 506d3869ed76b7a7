import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { Storage } from '../../functions/kit/files/storage.ts';

const plain = (_: string, value: unknown) => (value instanceof Set ? [...value] : value);

/** Every row in which the id stands, wherever in it, and every object in whose key it stands. */
export const everywhere = async (id: string): Promise<string[]> => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const s3 = new S3Client({});
  // Teaches the client to sign a bucket's address as the emulator verifies it.
  new Storage(() => s3, '');
  const found: string[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: process.env.TABLE_NAME })) {
    found.push(...Items.filter((row) => JSON.stringify(row, plain).includes(id)).map(({ pk, sk }) => `${pk} ${sk}`));
  }
  let ContinuationToken: string | undefined;
  do {
    const page = await s3.send(new ListObjectsV2Command({ Bucket: process.env.EVIDENCE_BUCKET, ContinuationToken }));
    found.push(...(page.Contents ?? []).flatMap(({ Key = '' }) => (Key.includes(id) ? [Key] : [])));
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  client.destroy();
  s3.destroy();
  return found.sort();
};
