import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { auditEntry } from '../../functions/kit/audit/audit-log.ts';
import { MINUTE, monthOf } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { annotationPartition, duePart, keys, workspacePartition } from '../../functions/kit/table/keys.ts';
import { toStored } from '../../functions/kit/table/stored-form.ts';
import type { Item } from '../../functions/kit/table/table.ts';
import { personOfAddress } from '../../functions/kit/text/address.ts';
import { examples } from '../../functions/personas/examples.ts';
import { moveCents, walletRow } from '../../functions/wallet/movement.ts';
import { advance } from '../../lib/local/clock.ts';
import { newProgress, restore } from '../../lib/operate/restore.ts';
import { call, newWorkspace, stage, table } from '../driver.ts';
import { type OwnStage, startOwnStage } from '../operations/own-stage.ts';
import { until } from '../workers/until.ts';

let own: OwnStage;
let folder: string;
let client: DynamoDBDocumentClient;

beforeAll(async () => {
  [own, folder] = [await startOwnStage(), await mkdtemp(join(tmpdir(), 'sidenote-restore-'))];
  process.env.SIDENOTE_STAGE = JSON.stringify(own.stage);
  process.env.TEST_BASE_URL = stage().base_url;
  Object.assign(process.env, await (await fetch(`${stage().base_url}/__local/env`)).json());
  client = DynamoDBDocumentClient.from(new DynamoDBClient({}), { marshallOptions: { removeUndefinedValues: true } });
});

afterAll(async () => {
  client.destroy();
  await own?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Without the log of changes, which the stream appends to whenever it comes around to it. */
const scan = async (TableName: string): Promise<Item[]> => {
  const rows: Item[] = [];
  let ExclusiveStartKey: Item | undefined;
  do {
    const page = await client.send(new ScanCommand({ TableName, ExclusiveStartKey, ConsistentRead: true }));
    rows.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return rows.filter(({ pk }) => !String(pk).endsWith('#CHANGES'));
};

const main = () => process.env.TABLE_NAME!;

/** A table as point-in-time recovery leaves it: the rows, without stream or TTL. */
const restoredTable = async (rows: readonly Item[]): Promise<string> => {
  const TableName = `restored-${newId()}`;
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    }),
  );
  for (let start = 0; start < rows.length; start += 25) {
    const batch = rows.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: batch } }));
  }
  return TableName;
};

const start = (from: string, ...args: string[]): ChildProcess =>
  spawn(
    process.execPath,
    ['bin/restore.ts', '--local', own.file, '--from', from, '--progress', join(folder, `${from}.json`), ...args],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );

const run = async (from: string, ...args: string[]) => {
  const child = start(from, ...args);
  let [stdout, stderr] = ['', ''];
  child.stdout!.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr!.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
};

const local = (method: string, path: string, body?: object) =>
  fetch(`${stage().base_url}/__local/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });

const rowsOf = async (pk: string) => (await scan(main())).filter((row) => row.pk === pk);
const NOW = () => new Date().toISOString();

const resolve = async (ws: Awaited<ReturnType<typeof newWorkspace>>, note: string) =>
  call('POST', `/api/v1/annotations/${note}/resolutions`, { as: ws.owner, body: { explanation: 'Done.' } });

describe('npm run restore', () => {
  test('restores what was lost, and nothing that changed, expired or was deleted since', async () => {
    const [ws, gone] = [await newWorkspace(), await newWorkspace()];
    const [site, closed] = [await ws.site(), await ws.site({ name: 'Closed' })];
    const email = `n-${newId().toLowerCase()}@example.com`;
    const [lost, changed, deleted] = [await ws.note(site, { email }), await ws.note(site), await ws.note(site)];
    const closedNote = await ws.note(closed);
    const { body: resolution } = await resolve(ws, lost.id);
    const mails = async () => (await (await local('GET', `mail?to=${encodeURIComponent(email)}`)).json()) as unknown[];
    await until(async () => (await mails()).length === 1, 'the mail');
    await local('GET', 'idle');

    // As if the table was restored to a moment at which the mail was owed still.
    const owing = keys.resolution(ws.id, lost.id, resolution.id);
    const before = await scan(main());
    const expired = { pk: workspacePartition(ws.id), sk: 'INVITE#expired', ttl: 1 };
    const from = await restoredTable([
      ...before.map((row) =>
        row.pk === owing.pk && row.sk === owing.sk
          ? { ...row, notification_status: 'pending', job: 'notify-submitter', due_at: 1, due_pk: duePart(owing) }
          : row,
      ),
      expired,
    ]);
    const restoredAt = NOW();

    await call('PATCH', `/api/v1/annotations/${changed.id}`, { as: ws.owner, body: { status: 'resolved' } });
    await call('DELETE', `/api/v1/annotations/${deleted.id}`, { as: ws.owner });
    await call('DELETE', `/api/widget/sites/${closed.id}`, { as: ws.owner });
    for (let minute = 0; minute < 3; minute += 1) await local('POST', 'clock', { advance_ms: 60_000 });
    await until(async () => (await rowsOf(annotationPartition(ws.id, closedNote.id))).length === 0, 'the purge');
    await local('GET', 'idle');
    const lostRows = await rowsOf(annotationPartition(ws.id, lost.id));
    expect(lostRows.length).toBeGreaterThan(3);
    const goneRows = (await scan(main())).filter(({ pk }) => String(pk).startsWith(workspacePartition(gone.id)));
    const siteRow = [{ pk: workspacePartition(ws.id), sk: `SITE#${site.id}` }];
    await table().removeMany([...lostRows, ...goneRows, ...siteRow] as never);
    const afterLoss = await scan(main());

    const args = ['--restored-at', restoredAt];
    const dry = await run(from, ...args);
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing was written') });
    expect(await scan(main())).toEqual(afterLoss);

    const copied = await run(from, ...args, '--copy');
    expect(copied.stdout).toMatch(new RegExp(`Copied: ${lostRows.length} `));
    expect(copied.stdout).toContain('npm run index-search');
    await local('GET', 'idle');
    const returnedRows = await rowsOf(annotationPartition(ws.id, lost.id));
    const mailRow = keys.annotationMail(ws.id, lost.id, resolution.id).sk;
    expect(returnedRows.map(({ sk }) => sk)).toEqual(lostRows.map(({ sk }) => sk).filter((sk) => sk !== mailRow));
    for (const row of returnedRows)
      expect([row.job, row.due_at, row.due_pk]).toEqual([undefined, undefined, undefined]);
    expect((await call('GET', `/api/v1/annotations/${lost.id}`, { as: ws.owner })).status).toBe(200);
    expect((await call('GET', `/api/v1/annotations/${changed.id}`, { as: ws.owner })).body.status).toBe('resolved');
    const back = await scan(main());
    const had = new Set(afterLoss.map(({ pk, sk }) => `${pk} ${sk}`));
    const came = back.filter(({ pk, sk }) => !had.has(`${pk} ${sk}`));
    expect(new Set(came.map(({ pk, sk }) => `${pk} ${sk}`))).toEqual(
      new Set([...returnedRows, ...siteRow].map(({ pk, sk }) => `${pk} ${sk}`)),
    );
    expect(await mails()).toHaveLength(1);

    expect((await run(from, ...args, '--copy')).stdout).toContain('Copied: 0.');
    expect(await scan(main())).toEqual(back);

    await run(from, ...args, '--copy', '--workspace', gone.id, '--only');
    const returned = (await scan(main())).filter(({ pk }) => String(pk).startsWith(workspacePartition(gone.id)));
    const counts = { site_count: 0, token_count: 0, webhook_count: 0, persona_count: 0 };
    expect(returned).toEqual(goneRows.map((row) => (row.sk === 'WS' ? { ...row, ...counts } : row)));
  });

  test('resumes after being killed, also while the table throttles, and keeps its rate limit', async () => {
    const many = Array.from({ length: 250 }, (_, index) => ({ pk: `SUPPRESSED#${newId()}`, sk: 'SUPPRESSED', index }));
    const from = await restoredTable(many);
    const args = ['--restored-at', NOW(), '--copy'];
    const first = start(from, ...args, '--rate', '40');
    const began = Date.now();
    const progress = async () => {
      if (first.exitCode !== null) throw new Error(`It ended with ${first.exitCode}: ${first.stderr?.read()}`);
      return readFile(join(folder, `${from}.json`), 'utf8').catch(() => undefined);
    };
    await until(progress, 'the progress');
    // The first page holds 100 rows.
    expect(Date.now() - began).toBeGreaterThan(2400);
    first.kill('SIGKILL');
    await once(first, 'close');
    expect((await scan(main())).filter(({ index }) => index !== undefined).length).toBeLessThan(250);

    await local('POST', 'faults', { target: 'table', mode: 'throttling', rate: 0.05 });
    const second = await run(from, ...args, '--rate', '1000');
    await local('DELETE', 'faults');
    expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('Resuming after') });
    const rows = (await scan(main())).filter(({ index }) => index !== undefined);
    expect(new Set(rows.map(({ pk }) => pk))).toEqual(new Set(many.map(({ pk }) => pk)));
  });

  test('a long run looks again for what users delete meanwhile', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const rows = Array.from({ length: 150 }, () => ({
      pk: workspacePartition(ws.id),
      sk: `INVITE#${newId()}`,
      site_id: site.id,
    }));
    const [from, restoredAt] = [await restoredTable(rows), Date.now() - 1000];
    const named = { workspaces: [], partitions: [], only: false };
    const options = { from, to: main(), named, restoredAt, copy: true, rate: 10_000 };
    const { copied, skipped } = await restore(options, newProgress(), async ({ read }) => {
      if (read > 100) return;
      await call('DELETE', `/api/widget/sites/${site.id}`, { as: ws.owner });
      advance(MINUTE);
    });
    expect([Object.values(copied), skipped]).toEqual([[100], { deleted: 50 }]);
  });

  test('revives no MCP token or identity secret that was rotated since, and the site can be rotated again', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const path = `/api/widget/sites/${site.id}`;
    const rotate = async () =>
      (await call('POST', `${path}/secrets/rotate-mcp-token`, { as: ws.owner })).body.mcp_token;
    const headers = { accept: 'application/json, text/event-stream' };
    const statusOf = async (token: string) =>
      (await call('POST', `/mcp/${token}`, { headers, body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } })).status;
    const from = await restoredTable((await scan(main())).filter(({ pk }) => pk === workspacePartition(ws.id)));
    const restoredAt = Date.now() - 1000;
    const tokens = [site.mcp_token, await rotate(), await rotate()];
    const { body: identity } = await call('POST', `${path}/identity-secret/rotate`, { as: ws.owner });
    await table().removeMany([keys.site(ws.id, site.id)]);
    const named = { workspaces: [], partitions: [], only: false };
    const options = { from, to: main(), named, restoredAt, copy: true, rate: 10_000 };
    const { copied } = await restore(options, newProgress(), async () => undefined);
    expect(copied).toEqual({ site: 1 });

    expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 401, 401]);
    expect((await call('GET', `${path}/identity-secret`, { as: ws.owner })).body).toEqual(identity);
    const token = await rotate();
    expect(tokens).not.toContain(token);
    expect(await Promise.all([...tokens, token].map(statusOf))).toEqual([401, 401, 401, 200]);
  });

  test('leaves out what a write removed that began just before the point in time, and repeats no change', async () => {
    const ws = await newWorkspace();
    const [user_id, webhook_id] = [newId(), newId()];
    const webhook = { ...keys.webhook(ws.id, webhook_id), id: webhook_id, derivation: { version: 2 } };
    const from = await restoredTable([{ ...keys.member(ws.id, user_id), role: 'MEMBER' }, toStored(webhook)]);
    // Its audit entry is in the month before.
    const restoredAt = Date.parse(`${monthOf(Date.now())}-01T00:00:00Z`);
    const created_at = restoredAt - 100;
    for (const entry of [
      { action: 'member.remove', target: { user_id } },
      { action: 'webhook.rotate_secret', target: { webhook_id } },
    ]) {
      const key = keys.audit(ws.id, monthOf(created_at), newId());
      await table().transact([{ put: { ...key, ...entry, created_at } }]);
    }
    const named = { workspaces: [], partitions: [], only: false };
    const options = { from, to: main(), named, restoredAt, copy: true, rate: 10_000 };
    const { copied, skipped } = await restore(options, newProgress(), async () => undefined);
    expect([copied, skipped]).toEqual([{ webhook: 1 }, { deleted: 1 }]);
    expect(await table().get(keys.webhook(ws.id, webhook_id))).toMatchObject(webhook);
  });

  test('counts again in a workspace or a site that comes back, with rows of today and lost ones', async () => {
    const ws = await newWorkspace();
    const [former, kept] = [await ws.coOwner(), await ws.coOwner()];
    const [deleted, shown] = [await ws.site(), await ws.site({ name: 'Shown' })];
    const path = `/api/workspaces/${ws.id}`;
    const create = async (at: string, body: object) => {
      const { status, body: made } = await call('POST', at, { as: ws.owner, body });
      expect([at, status]).toEqual([at, 200]);
      return made;
    };
    const { token_id } = await create(`${path}/api-tokens`, { name: 'Revoked' });
    const from = await restoredTable((await scan(main())).filter(({ pk }) => pk === workspacePartition(ws.id)));
    const restoredAt = Date.now() - 1000;
    const patched = await call('PATCH', `${path}/members/${former.user_id}`, {
      as: ws.owner,
      body: { role: 'MEMBER' },
    });
    expect(patched.status).toBe(200);
    for (const gone of [`/api/widget/sites/${deleted.id}`, `${path}/api-tokens/${token_id}`])
      expect((await call('DELETE', gone, { as: ws.owner })).status).toBe(200);
    for (const name of ['Second', 'Third']) await create(`${path}/api-tokens`, { name });
    await create(`${path}/webhooks`, { url: 'https://hooks.example.com/', events: ['annotation.created'] });
    await create('/api/personas', examples.createPersona);
    await create(`/api/widget/sites/${shown.id}/stakeholders`, { name: 'Ada' });
    const rows = [keys.workspace(ws.id), keys.site(ws.id, shown.id)];
    const counts = async () =>
      (await table().getMany(rows)).map((row) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => name.endsWith('_count'))),
      );
    const before = await counts();
    const workspace = { owner_count: 2, site_count: 1, token_count: 2, webhook_count: 1, persona_count: 1 };
    expect(before).toEqual(expect.arrayContaining([workspace, { stakeholder_count: 1 }]));
    await table().removeMany([...rows, keys.member(ws.id, kept.user_id)]);
    const named = { workspaces: [ws.id], partitions: [], only: false };
    const options = { from, to: main(), named, restoredAt, copy: true, rate: 10_000 };
    const { copied } = await restore(options, newProgress(), async () => undefined);
    expect(copied).toEqual({ workspace: 1, site: 1, member: 1 });
    expect(await counts()).toEqual(before);
  });

  test('makes the balance of a wallet that comes back the sum of its ledger, with today’s entries and lost ones', async () => {
    const ws = await newWorkspace();
    const moved = (cents: number) => moveCents(ws.id, { kind: cents < 0 ? 'charge' : 'grant', cents }, Date.now());
    const [first, second, charge] = [moved(100), moved(20), moved(-5)];
    await table().transact([{ put: walletRow(ws.id, Date.now()) }]);
    await table().transact(first.writes);
    await table().transact(second.writes);
    const from = await restoredTable((await scan(main())).filter(({ pk }) => pk === workspacePartition(ws.id)));
    await table().transact(charge.writes);
    await table().removeMany([keys.wallet(ws.id), keys.ledgerEntry(ws.id, second.entry.id)]);
    const named = { workspaces: [], partitions: [], only: false };
    const options = { from, to: main(), named, restoredAt: Date.now() - 1000, copy: true, rate: 10_000 };
    const { copied } = await restore(options, newProgress(), async () => undefined);
    expect(copied).toEqual({ wallet: 1, ledgerEntry: 1 });
    expect(await table().get(keys.wallet(ws.id))).toMatchObject({ balance_cents: 115 });
  });

  test('repeats the erasure of a note’s submitter, also of their address in its texts and those of its reviews', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const email = `ida-${newId().toLowerCase()}@example.com`;
    const ofLink = `link-${newId().toLowerCase()}@example.com`;
    const note = await ws.note(site, { body: `Write to ${email}`, name: 'Ida', email });
    const as = ws.owner;
    await call('POST', `/api/v1/annotations/${note.id}/replies`, {
      as,
      body: { body: `Is it ${email} or ${ofLink}?` },
    });
    const [review, link] = [newId(), newId()];
    const rows = (await rowsOf(annotationPartition(ws.id, note.id))).filter(({ mail_state }) => !mail_state);
    const { sk } = keys.annotation(ws.id, note.id);
    const from = await restoredTable([
      ...rows.map((row) => (row.sk === sk ? { ...row, stakeholder_id: link } : row)),
      { ...keys.stakeholder(ws.id, site.id, link), email: ofLink },
      toStored({ ...keys.review(ws.id, review), id: review, annotation_id: note.id }),
      { ...keys.finding(ws.id, review, 'finding'), id: 'finding', quote: email },
    ]);
    const restoredAt = Date.now() - 1000;
    await table().removeMany(rows as never);
    const target = { annotation_id: note.id };
    await table().transact([auditEntry(ws.id, { kind: 'public' }, 'annotation.anonymize', target)]);
    const ended = { site_id: site.id, stakeholder_id: link };
    await table().transact([auditEntry(ws.id, { kind: 'public' }, 'stakeholder.revoke', ended)]);
    const named = { workspaces: [], partitions: [], only: false };
    const options = { from, to: main(), named, restoredAt, copy: true, rate: 10_000 };
    const { copied } = await restore(options, newProgress(), async () => undefined);
    expect(copied).toMatchObject({ annotation: 1, context: 1, reply: 1, review: 1, finding: 1 });
    const { status, body } = await call('GET', `/api/v1/annotations/${note.id}`, { as });
    expect(status).toBe(200);
    expect(body).toMatchObject({ body: 'Write to [erased]', submitter: { name: '', has_email: false } });
    expect(body.replies).toMatchObject([{ body: 'Is it [erased] or [erased]?' }]);
    expect(await table().get(keys.finding(ws.id, review, 'finding'))).toMatchObject({ quote: '[erased]' });
    const kept = JSON.stringify(await rowsOf(annotationPartition(ws.id, note.id)));
    for (const address of [email, ofLink]) expect(kept).not.toContain(address);
  });

  test('leaves out the suppression of someone who has turned emails on again since', async () => {
    const [on, off, bounced] = [await newWorkspace(), await newWorkspace(), await newWorkspace()];
    const keyOf = ({ owner }: { owner: { email: string } }) => keys.suppression(personOfAddress(owner.email));
    const from = await restoredTable([
      { ...keyOf(on), reason: 'unsubscribed', created_at: 1 },
      { ...keyOf(off), reason: 'unsubscribed', created_at: 1 },
      { ...keyOf(bounced), reason: 'bounced', created_at: 1 },
    ]);
    const restoredAt = Date.now() - 1000;
    for (const [ws, mail] of [
      [on, true],
      [off, false],
      [bounced, true],
    ] as const) {
      const path = `/api/workspaces/${ws.id}/notification-settings`;
      expect((await call('PATCH', path, { as: ws.owner, body: { mail } })).status).toBe(200);
    }
    const named = { workspaces: [], partitions: [], only: false };
    const { skipped } = await restore(
      { from, to: main(), named, restoredAt, copy: true, rate: 10_000 },
      newProgress(),
      async () => undefined,
    );
    expect(skipped).toEqual({ deleted: 1 });
    const back = await Promise.all([on, off, bounced].map((ws) => table().get(keyOf(ws))));
    expect(back.map((row) => row?.reason)).toEqual([undefined, 'unsubscribed', 'bounced']);
  });

  test('restores named public entries and claims, unless they ended since or their workspace is gone', async () => {
    const [ws, site] = [await newWorkspace(), newId()];
    const [kept, unpublished, orphan] = [newId(), newId(), newId()];
    const [shown, withdrawn, ofNote] = [newId(), newId(), newId()];
    const [note, hash, gone] = [newId(), newId(), newId()];
    const persona = (id: string, workspace_id = ws.id) => ({ ...keys.marketPersona(id), workspace_id });
    const entry = (review_id: string, fields?: object): Item[] => [
      toStored({ ...keys.review(ws.id, review_id), id: review_id, widget_site_id: site, ...fields }),
      { ...keys.showcasedReview(ws.id, review_id), review_id },
      { ...keys.showcaseReview(review_id), review_id, workspace_id: ws.id, site_id: site },
      { ...keys.showcaseReport(review_id, 'report'), reason: 'Spam' },
      { ...keys.showcase(`slug-${review_id}`), review_id, workspace_id: ws.id },
    ];
    const from = await restoredTable([
      persona(kept),
      persona(unpublished),
      persona(orphan, gone),
      ...entry(shown),
      ...entry(withdrawn),
      ...entry(ofNote, { annotation_id: note }),
      { ...keys.claim(hash, ws.id) },
      { ...keys.claim(hash, gone) },
    ]);
    const restoredAt = Date.now() - 1000;
    const audited = (action: string, target: object) =>
      table().transact([auditEntry(ws.id, { kind: 'service' }, action, { ...target })]);
    await audited('persona.unpublish', { persona_id: unpublished });
    await audited('showcase.withdraw', { review_id: withdrawn });
    await audited('annotation.delete', { annotation_id: note });

    const partitions = ['MARKET#', 'SHOWCASE#', 'SHOWCASE_REVIEW#', 'CLAIM#'];
    const named = { workspaces: [], partitions, only: false };
    const options = { from, to: main(), named, restoredAt, copy: true, rate: 10_000 };
    await restore(options, newProgress(), async () => undefined);
    const back = (await scan(main())).map(({ pk, sk }) => `${pk} ${sk}`);
    const ids = [kept, unpublished, orphan, shown, withdrawn, ofNote, hash];
    expect(back.filter((key) => ids.some((id) => key.includes(id))).sort()).toEqual(
      [persona(kept), ...entry(shown), keys.review(ws.id, withdrawn), keys.claim(hash, ws.id)]
        .map(({ pk, sk }) => `${pk} ${sk}`)
        .sort(),
    );

    await audited('workspace.claim', {});
    await table().removeMany([keys.claim(hash, ws.id)]);
    advance(MINUTE);
    const { skipped } = await restore(options, newProgress(), async () => undefined);
    expect(await table().get(keys.claim(hash, ws.id))).toBe(undefined);
    expect(skipped).toMatchObject({ unnamed: 2 });
  });

  test.each([
    ['no table', ['--restored-at', '2026-11-22'], '--from'],
    ['no time', ['--from', 'x'], '--restored-at'],
    ['a time without a zone', ['--from', 'x', '--restored-at', '2026-11-22T03:00:00'], 'with its zone'],
    [
      'a time in the future',
      ['--from', 'x', '--restored-at', `${new Date().getFullYear() + 1}-11-22T03:00:00Z`],
      'in the future',
    ],
    ['a rate of nothing', ['--from', 'x', '--restored-at', '2026-11-22T03:00:00Z', '--rate', '0'], '--rate'],
    ['--only without a name', ['--from', 'x', '--restored-at', '2026-11-22T03:00:00Z', '--only'], '--workspace'],
  ])('refuses %s, and says what to change', async (_, args, text) => {
    const child = spawn(process.execPath, ['bin/restore.ts', '--local', own.file, ...args]);
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const [code] = await once(child, 'close');
    expect([code, said]).toEqual([2, expect.stringContaining(text)]);
  });
});
