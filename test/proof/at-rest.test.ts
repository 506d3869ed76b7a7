import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { endpoints } from '../../lib/docs/endpoints.ts';
import { callRow, newWorld } from '../access/world.ts';
import { call, stage } from '../driver.ts';
import { callTool, connectClient } from '../mcp/connect.ts';
import { png } from '../resolutions/images.ts';
import { evidencePath, upload } from '../resolutions/upload.ts';
import { NOTE, ORIGIN, uploadPicture } from '../widget-api/visit.ts';
import { until } from '../workers/until.ts';

let own: ChildProcess;
let folder: string;
const answered: string[] = [];
const { fetch: plainFetch } = globalThis;

/** A stage that keeps all it stores in files: tables, objects, queues and log. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-at-rest-'));
  const state = join(folder, 'stage.json');
  const ownEnvironment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_') && name !== 'LOG_LEVEL'),
  );
  own = spawn(process.execPath, ['bin/local.ts', '--port', '0', '--state', state, '--folder', join(folder, 'kept')], {
    stdio: 'ignore',
    env: { ...ownEnvironment, AGENT_SIGNUP: 'open' },
  });
  process.env.SIDENOTE_STAGE = await until(() => readFile(state, 'utf8').catch(() => undefined), 'the stage');
  process.env.TEST_BASE_URL = stage().base_url;
  Object.assign(process.env, await (await fetch(`${stage().base_url}/__local/env`)).json());
  globalThis.fetch = async (...asked) => {
    const answer = await plainFetch(...asked);
    answered.push(`${answer.headers.get('location')} ${await answer.clone().text()}`);
    return answer;
  };
});

const stopStage = async () => {
  if (own.exitCode !== null) return;
  const gone = once(own, 'exit');
  own.kill('SIGTERM');
  await gone;
};

afterAll(async () => {
  globalThis.fetch = plainFetch;
  await stopStage();
  await rm(folder, { recursive: true, force: true });
});

const local = async (method: string, path: string) =>
  (await fetch(`${stage().base_url}/__local/${path}`, { method })).text();

const SECRETS: Record<string, RegExp> = {
  'API token': /svat_\w{20,}/g,
  'widget token': /svwt_\w{20,}/g,
  'MCP token': /svmt_\w{20,}/g,
  'loader id': /svld_\w{20,}/g,
  'stakeholder link': /svst_\w{20,}/g,
  invitation: /svin_k\d+\.[\w-]{20,}\.[0-9a-f]{40}/g,
  'share token': /svsh_\w{20,}/g,
  'note secret': /svnt_\w{20,}/g,
  'ID token': /eyJ[\w-]+\.[\w-]+\.[\w-]{20,}/g,
  'signed file': /(?<=\/files\/)k\d+\.[\w.-]+/g,
  'presigned address': /(?<=X-Amz-Signature=)[0-9a-f]{64}/g,
  'webhook secret': /(?<=whsec_)[\w+/]{20,}/g,
  'address of a mailbox': /(?<=\/api\/data\/)k\d+\.[\w.-]+/g,
  'address of a thread': /(?<=\/api\/threads\/)k\d+\.[\w.-]+/g,
  'address to unsubscribe': /(?<=\/api\/mail\/unsubscribe\/)[\w.-]+/g,
};

const issued = () => {
  const text = answered.join('\n');
  const found = Object.entries(SECRETS).map(([kind, pattern]) => [kind, new Set(text.match(pattern) ?? [])] as const);
  return new Map(found);
};

/** Everything that can be done, done once; what it issues is caught on its way. */
const walkThroughAll = async (keys: string[]) => {
  const world = await newWorld();
  const ids = await world.ids();
  const { owner } = world.ws;
  const key = () => {
    keys.push(`key-${newId()}`);
    return { 'idempotency-key': keys.at(-1)! };
  };
  const screenshot_key = await uploadPicture(world.site, 'screenshot', png());
  for (const named of [{ email: `${newId().toLowerCase()}@example.com` }, { name: 'Kim', screenshot_key }]) {
    const headers = { origin: ORIGIN, 'x-sidenote-stakeholder': ids.token!, ...key() };
    const body = { ...NOTE, ...named };
    for (let sent = 0; sent < 2; sent += 1)
      await call('POST', '/api/widget/annotations', { as: world.site.widget, body, headers });
    const { 'x-sidenote-stakeholder': _, ...anonymous } = headers;
    const { body: note } = await call('POST', '/api/widget/annotations', {
      as: world.site.widget,
      body,
      headers: { ...anonymous, ...key() },
    });
    const after_key = await upload(owner, note.id, 'after', png());
    const evidence = await call('POST', evidencePath(note.id), { as: owner, body: { after_key }, headers: key() });
    await fetch(evidence.body.after_url, { redirect: 'manual' });
    await call('GET', `/api/v1/annotations/${note.id}`, { as: world.callers['MEMBER token'] });
  }
  const token = { as: owner, body: { name: 'keyed' }, headers: key() };
  for (let sent = 0; sent < 2; sent += 1) await call('POST', `/api/workspaces/${world.ws.id}/api-tokens`, token);

  const client = await connectClient(world.site.mcp_token);
  await callTool(client, 'list_annotations');
  await callTool(client, 'read_annotation', { id: ids.annotation_id });
  await callTool(client, 'reply', { id: ids.annotation_id, message: 'On it' });
  await callTool(client, 'attach_resolution', { annotation_id: ids.annotation_id, explanation: 'Done' });
  await callTool(client, 'resolve', { id: ids.annotation_id, summary: 'Done' });
  await client.close();

  // Every row of the contract once, the deletes last, and before them the one that takes the OWNER's role away.
  const turnOf = ({ id, row }: (typeof endpoints)[number]) =>
    row.method === 'DELETE' ? 2 : Number(id === 'transferOwner');
  const inOrder = [...endpoints].sort((a, b) => turnOf(a) - turnOf(b));
  for (const one of inOrder) {
    const as = one.row.by.includes('widget') ? world.callers['widget token'] : owner;
    await callRow(one, ids, one.row.by.length > 0 ? as : undefined);
  }
  expect(await local('POST', 'idle?timeout_ms=120000')).toContain('true');
  await local('GET', 'mail');
};

const rowsOf = async (setting: string): Promise<string> => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const { Items = [], LastEvaluatedKey } = await client.send(new ScanCommand({ TableName: process.env[setting] }));
  client.destroy();
  expect(LastEvaluatedKey).toBeUndefined();
  return JSON.stringify(Items);
};

test('no issued secret is in a row, object, queue or log line after every operation ran once', async () => {
  const keys: string[] = [];
  await walkThroughAll(keys);
  const secrets = issued();
  for (const [kind, all] of secrets) expect([kind, all.size]).not.toEqual([kind, 0]);
  secrets.set('Idempotency-Key', new Set(keys));
  secrets.set('server key', new Set((process.env.SERVER_KEYS ?? '').split(',').map((one) => one.split(':')[1] ?? one)));
  secrets.set('origin secret', new Set((process.env.ORIGIN_SECRETS ?? '').split(',')));

  const places = new Map<string, string>();
  for (const setting of ['TABLE_NAME', 'SCRATCH_TABLE_NAME']) places.set(setting, await rowsOf(setting));
  const kept = join(folder, 'kept');
  // While the stage runs, its log of writes still shows messages that are gone since.
  for (const name of await readdir(join(kept, 'queues')))
    places.set(`queues/${name} before`, await readFile(join(kept, 'queues', name), 'latin1'));
  await stopStage();
  const ofTheStageItself = /^(secrets|seed|running)\.json$|^mail\//;
  for (const entry of await readdir(kept, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const name = relative(kept, file);
    if (entry.isFile() && !ofTheStageItself.test(name)) places.set(name, await readFile(file, 'latin1'));
  }

  // Each kind of place is looked into, and shows what it holds.
  const inPlace = (pattern: RegExp) =>
    [...places].flatMap(([name, text]) => (pattern.test(name) ? [text] : [])).join('\n');
  for (const [place, content] of [
    [/^table\//, 'The button does nothing'],
    [/^storage\//, 'PNG'],
    [/^queues\//, 'notify-submitter'],
    [/^queues\//, 'send-mail'],
    [/^lambda\.log$/, '"route":"POST /api/widget/annotations"'],
    [/^SCRATCH_TABLE_NAME$/, 'IDEM#'],
  ] as const)
    expect([place, inPlace(place).includes(content)]).toEqual([place, true]);

  const leaks = [...secrets].flatMap(([kind, all]) =>
    [...places].flatMap(([name, text]) => ([...all].some((secret) => text.includes(secret)) ? [[kind, name]] : [])),
  );
  expect(leaks).toEqual([]);
});
