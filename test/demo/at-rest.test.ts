import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import { freshIp } from '../driver.ts';
import { FACTS } from './facts.ts';
import { serveDemo } from './served.ts';
import { PLAIN, useWeb } from './web.ts';

const web = useWeb();

test('a demo leaves two expiring rows, without the caller, the URL or page text other than short quotes', async () => {
  const ip = freshIp();
  const url = web.fresh('/plain');
  const run = serveDemo({ seePage: async () => ({ url, html: PLAIN, facts: FACTS }) });
  expect(await run(url, { ip, persona_slug: 'copy-editor' })).toMatchObject({ status: 200 });
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const rows: Record<string, unknown>[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new ScanCommand({ TableName: process.env.SCRATCH_TABLE_NAME, ...(ExclusiveStartKey && { ExclusiveStartKey }) }),
    );
    rows.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  const ours = rows.filter(({ pk }) => String(pk).startsWith('DEMO'));
  expect(ours.length).toBeGreaterThanOrEqual(2);
  for (const row of ours) expect(row.ttl).toEqual(expect.any(Number));
  const text = JSON.stringify(ours);
  for (const secret of [ip, url, new URL(url).search.slice(1), 'learn who makes them']) {
    expect(text).not.toContain(secret);
  }
});
