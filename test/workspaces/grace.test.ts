import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DeleteCommand, DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DAY, MINUTE } from '../../functions/kit/clock.ts';
import { Storage } from '../../functions/kit/files/storage.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { until } from '../workers/until.ts';

/** A stage of this file's own, since its clock is moved by months. */
const startStage = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-grace-'));
  const state = join(folder, 'stage.json');
  const stage = spawn(process.execPath, ['bin/local.ts', '--ephemeral', '--port', '0', '--state', state], {
    stdio: 'ignore',
    env: { ...process.env, LOG_LEVEL: 'error', AWS_ENDPOINT_URL_DYNAMODB: undefined },
  });
  const text = await until(() => readFile(state, 'utf8').catch(() => undefined), 'the stage');
  const { base_url } = JSON.parse(text) as { base_url: string };
  const settings = (await (await fetch(`${base_url}/__local/env`)).json()) as Record<string, string>;
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint: settings.AWS_ENDPOINT_URL_DYNAMODB ?? '' }),
  );
  const s3 = new S3Client({
    endpoint: settings.AWS_ENDPOINT_URL_S3 ?? '',
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  // Teaches the client to sign a bucket's address as the emulator verifies it.
  new Storage(() => s3, '');
  const close = async () => {
    client.destroy();
    s3.destroy();
    const gone = once(stage, 'exit');
    stage.kill('SIGTERM');
    await gone;
    await rm(folder, { recursive: true, force: true });
  };
  return { base_url, settings, client, s3, close };
};

let stage: Awaited<ReturnType<typeof startStage>>;
let credential: string;

const send = async (method: string, path: string, body?: unknown, as = credential) => {
  const answer = await fetch(`${stage.base_url}${path}`, {
    method,
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
};

const idle = async () => expect((await fetch(`${stage.base_url}/__local/idle`)).status).toBe(200);

/** Moves the clock once nothing of the time before is under way, and waits for what is then due. */
const advance = async (advance_ms: number) => {
  await idle();
  expect((await send('POST', '/__local/clock', { advance_ms })).status).toBe(200);
  await idle();
};

const remainsOf = async (id: string): Promise<string[]> => {
  const { client, s3, settings } = stage;
  const found: string[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: settings.TABLE_NAME })) {
    found.push(...Items.filter(({ pk, gsi1sk }) => `${pk} ${gsi1sk}`.includes(id)).map(({ pk, sk }) => `${pk} ${sk}`));
  }
  const asked = { Bucket: settings.EVIDENCE_BUCKET, Prefix: `kept/${id}` };
  const { Contents = [] } = await s3.send(new ListObjectsV2Command(asked));
  return [...found, ...Contents.map(({ Key }) => Key ?? '')];
};

/** A workspace with a site, a note and an object, deleted. */
const deletedTeam = async () => {
  const { body: team } = await send('POST', '/api/workspaces', { name: 'Team' });
  const inIt = (method: string, path: string, body?: unknown) =>
    fetch(`${stage.base_url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${credential}`,
        'content-type': 'application/json',
        'x-svc-workspace': team.id,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).then((answer) => answer.json() as Promise<Record<string, string>>);
  const site = await inIt('POST', '/api/widget/sites', { name: 'Shop', url: 'https://shop.example.com/' });
  const { widget_token } = await inIt('GET', `/api/widget/sites/${site.id}/secrets`);
  const context = { page: { url: 'https://shop.example.com/' }, anchor: { kind: 'page' } };
  const note = await send('POST', '/api/widget/annotations', { body: 'Broken', context }, widget_token);
  expect(note.status).toBe(200);
  const Key = `kept/${team.id}/${site.id}/${note.body.id}/x.png`;
  await stage.s3.send(new PutObjectCommand({ Bucket: stage.settings.EVIDENCE_BUCKET, Key, Body: 'x' }));
  expect((await send('DELETE', `/api/workspaces/${team.id}`)).status).toBe(200);
  await until(async () => (await remainsOf(team.id)).some((key) => key.includes('#CHANGES ')), 'the log of changes');
  return team.id as string;
};

beforeAll(async () => {
  stage = await startStage();
  const email = `g-${randomUUID()}@example.com`;
  const answer = await fetch(`${stage.base_url}/__local/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  credential = ((await answer.json()) as { id_token: string }).id_token;
});
afterAll(() => stage.close());

describe('at the end of the 30 days', () => {
  test('the TTL of the due row, through the stream, wakes the purge; until then all is there', async () => {
    const id = await deletedTeam();
    const whole = await remainsOf(id);
    expect(whole.length).toBeGreaterThan(8);
    await advance(30 * DAY - 5 * MINUTE);
    expect((await remainsOf(id)).sort()).toEqual(whole.sort());
    // Too early for the schedule, which looks at what is two minutes overdue.
    await advance(6 * MINUTE);
    expect(await remainsOf(id)).toEqual([]);
    expect((await send('POST', `/api/workspaces/${id}/restore`)).status).toBe(404);
  });

  test('the schedule wakes it where the event is lost', async () => {
    const id = await deletedTeam();
    const { client, settings } = stage;
    await client.send(new DeleteCommand({ TableName: settings.TABLE_NAME, Key: { ...keys.workspaceDue(id) } }));
    await advance(30 * DAY + MINUTE);
    expect(await remainsOf(id)).not.toEqual([]);
    await advance(3 * MINUTE);
    expect(await remainsOf(id)).toEqual([]);
  });

  test('a workspace that was restored in time stays whole', async () => {
    const id = await deletedTeam();
    await advance(29 * DAY);
    expect((await send('POST', `/api/workspaces/${id}/restore`)).status).toBe(200);
    // Members are still notified of what they missed.
    const contents = async () =>
      (await remainsOf(id)).filter((key) => !/ (EVENT|NOTIFIED|NOTIFY_DIGEST|READER)\b/.test(key)).sort();
    const whole = await contents();
    expect(whole.length).toBeGreaterThan(8);
    await advance(10 * DAY);
    expect(await contents()).toEqual(whole);
    expect((await send('GET', `/api/workspaces/${id}`)).status).toBe(200);
  });
});
