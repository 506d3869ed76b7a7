import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { BatchWriteCommand, DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { now } from '../../functions/kit/clock.ts';
import { Storage } from '../../functions/kit/files/storage.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys, objects, partitions, tables } from '../../functions/kit/table/keys.ts';
import { toStored } from '../../functions/kit/table/stored-form.ts';
import type { Item } from '../../functions/kit/table/table.ts';

const AT_ONCE = 20;
/** The first note and every tenth has an image and a row of each rare kind. */
const FULL_EVERY = 10;

/** A few at a time. */
export const inParallel = async <T>(all: readonly T[], work: (one: T) => Promise<unknown>) => {
  const left = [...all];
  const take = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await work(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
};

const rareRows = (ws: string, site: string, id: string): Item[] => [
  { ...keys.annotationMail(ws, id, newId()), mail_state: 'sent' },
  { ...keys.verification(ws, id), state: 'changed' },
  { ...keys.statusNews(ws, id), status: 'resolved' },
  { ...keys.duplicate(ws, id, newId()), id },
  { ...keys.approval(ws, id), state: 'requested' },
  { ...keys.approvalMail(ws, id, newId(), newId()), mail_state: 'sent' },
  { ...keys.anchorCheck(ws, site, id), state: 'checked' },
];

const noteRows = (ws: string, site: string, stakeholder: string, id: string): Item[] => [
  toStored({
    ...keys.annotation(ws, id),
    id,
    site_id: site,
    stakeholder_id: stakeholder,
    status: 'pending',
    gsi1pk: partitions.siteAnnotations(ws, site),
    gsi1sk: id,
    gsi2pk: partitions.siteAnnotationsByStatus(ws, site, 'pending'),
    gsi2sk: id,
    kind: 'bug',
    auto_fix: false,
    excerpt: 'x',
    page_url: 'https://shop.example.com/',
    submitter: { kind: 'anonymous', name: '', has_email: false },
    created_at: now(),
    updated_at: now(),
  }),
  { ...keys.context(ws, id), body: 'x'.repeat(500) },
  { ...keys.reply(ws, id, newId()), body: 'x' },
  { ...keys.stakeholderNote(ws, site, stakeholder, id), id },
];

/** Writes `count` notes with threads onto a site, past the API. */
export const fillSite = async (ws: string, site: string, count: number): Promise<string[]> => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const s3 = new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
  const TableName = process.env[tables.main.setting] ?? '';
  const stakeholder = newId();
  const ids = Array.from({ length: count }, newId);
  const full = ids.filter((_, index) => index % FULL_EVERY === 0);
  const rows = [
    { ...keys.stakeholder(ws, site, stakeholder), id: stakeholder, site_id: site },
    ...ids.flatMap((id) => noteRows(ws, site, stakeholder, id)),
    ...full.flatMap((id) => rareRows(ws, site, id)),
  ];
  const batches = Array.from({ length: Math.ceil(rows.length / 25) }, (_, at) => rows.slice(at * 25, at * 25 + 25));
  await inParallel(batches, (batch) =>
    client.send(
      new BatchWriteCommand({ RequestItems: { [TableName]: batch.map((Item) => ({ PutRequest: { Item } })) } }),
    ),
  );
  await inParallel(full, (id) =>
    s3.send(
      new PutObjectCommand({
        Bucket: process.env.EVIDENCE_BUCKET,
        Key: `${objects.annotationFolder(ws, site, id)}image.png`,
        Body: 'x',
      }),
    ),
  );
  client.destroy();
  s3.destroy();
  return ids;
};

/** Everything that still names a site: keys of rows, and keys of objects. */
export const remainsOf = async (ws: string, site: string): Promise<string[]> => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const s3 = new S3Client({});
  // Teaches the client to sign a bucket's address as the emulator verifies it.
  new Storage(() => s3, '');
  const found: string[] = [];
  let ExclusiveStartKey: Item | undefined;
  do {
    const page = await client.send(
      new ScanCommand({
        TableName: process.env[tables.main.setting],
        FilterExpression:
          'begins_with(pk, :ann) OR (pk = :ws AND contains(sk, :site)) OR contains(deleted_sites, :site)',
        ExpressionAttributeValues: { ':ann': `WS#${ws}#ANN#`, ':ws': `WS#${ws}`, ':site': site },
        ExclusiveStartKey,
      }),
    );
    found.push(...(page.Items ?? []).map(({ pk, sk }) => `${pk} ${sk}`));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  const Prefix = objects.siteFolder(ws, site).slice(0, -1);
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: process.env.EVIDENCE_BUCKET, Prefix }));
  client.destroy();
  s3.destroy();
  return [...found, ...Contents.map(({ Key }) => Key ?? '')];
};
