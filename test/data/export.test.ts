import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { workspaceSources } from '../../functions/data/export/workspace-sources.ts';
import { personalWorkspaceOf } from '../../functions/kit/actor.ts';
import { DAY, HOUR, now } from '../../functions/kit/clock.ts';
import { openStorage, Storage } from '../../functions/kit/files/storage.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys, objects } from '../../functions/kit/table/keys.ts';
import type { RecordKind } from '../../functions/kit/table/record.ts';
import { handler as exportData } from '../../functions/workers/export-data.ts';
import { advance } from '../../lib/local/clock.ts';
import { newWorld } from '../access/world.ts';
import { call, newTeam, table } from '../driver.ts';
import { fillReview } from '../workers/full-review.ts';
import { fillSite } from '../workers/full-site.ts';
import { runFor } from '../workers/interrupted.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { readArchive, recordsOf } from './archive.ts';
import { exportNow, holding, mentioned, messageOf, someone } from './person.ts';

beforeAll(useOwnTables);

const pathOf = (ws: string) => `/api/workspaces/${ws}/export`;
const stateOf = async (team: Awaited<ReturnType<typeof newTeam>>) =>
  (await call('GET', pathOf(team.id), { as: team.owner })).body.export;
const objectOf = async (ws: string) => String((await table().get(keys.workspaceExport(ws)))?.object_key);

describe('the export of a workspace', () => {
  test('keeps its place in a site when an earlier site is deleted between two runs', async () => {
    const team = await newTeam();
    const first = await team.site();
    const second = await team.site();
    await team.note(first);
    for (let made = 0; made < 12; made += 1) await team.note(second);
    const workspace = { ...keys.workspace(team.id), ...(await table().get(keys.workspace(team.id))) };
    const notes = () => workspaceSources(table(), openStorage(), workspace).find(({ name }) => name === 'annotation')!;
    const seen: { record: unknown; site_id: unknown }[] = [];
    let place: string | undefined;
    let pages = 0;
    const readOn = async (most: number) => {
      for await (const { entry, after } of notes().read(place)) {
        if (entry) seen.push(...(recordsOf(new Map([['a.jsonl', (await entry.open()) as Buffer]])) as typeof seen));
        place = after;
        pages += 1;
        if (pages === most) return;
      }
    };
    await readOn(2);
    expect((await call('DELETE', `/api/widget/sites/${first.id}`, { as: team.owner })).status).toBe(200);
    await readOn(Number.POSITIVE_INFINITY);
    const annotations = seen.filter(({ record, site_id }) => record === 'annotation' && site_id === second.id);
    expect(annotations).toHaveLength(12);
  });

  test('holds every kind of record and every file, and no secret of any', async () => {
    const team = await newTeam();
    const world = await newWorld(team);
    const ids = await world.ids();
    const review = await fillReview(team.id);
    await table().put({ ...keys.label(team.id, 'judge', newId(), newId()), rating: 5 });
    await table().put({ ...keys.calibrator(team.id, 'judge'), n: 1 });
    await table().put({ ...keys.pageLabel(team.id, 'judge', newId(), 'rater'), rating: 5 });
    await table().put({ ...keys.pageScale(team.id, 'judge'), scale: { ratings: 1 } });
    await table().put({ ...keys.modelSpend(team.id, '2026-11'), input: 1, output: 1, committed: 1 });
    await table().put({ ...keys.calibrationRecord(team.id, 'judge'), given: 1 });
    await table().put({ ...keys.exampleSet(team.id, 'judge'), state: 'trying' });
    await table().put({ ...keys.calibrationCards(team.id), cards: [] });
    await table().put({ ...keys.sharedView(team.id, '00'), name: 'Bugs', search: 'kind=bug' });
    await table().put({ ...keys.wallet(team.id), balance_cents: 5 });
    await table().put({ ...keys.ledgerEntry(team.id, newId()), cents: 5 });
    await table().put({ ...keys.resolution(team.id, ids.annotation_id!, newId()), explanation: 'Done' });
    await table().put({ ...keys.annotationMail(team.id, ids.annotation_id!, newId()), mail_state: 'sent' });
    await table().put({ ...keys.approval(team.id, ids.annotation_id!), state: 'requested', intent: 'Fix it' });
    await table().put({ ...keys.approvalMail(team.id, ids.annotation_id!, newId(), newId()), mail_state: 'sent' });
    await table().put({ ...keys.statusNews(team.id, ids.annotation_id!), status: 'resolved', changed_at: now() });
    await table().put({ ...keys.duplicate(team.id, ids.annotation_id!, newId()), id: newId() });
    await table().put({ ...keys.verification(team.id, ids.annotation_id!), state: 'unchanged', requested_at: now() });
    await table().put({ ...keys.anchorCheck(team.id, world.site.id, 'page'), state: 'checked', requested_at: now() });
    await call('POST', `/api/v1/annotations/${ids.annotation_id}/replies`, { as: team.owner, body: { body: 'Hi' } });
    await call('POST', `/api/showcase/${ids.slug}/report`, { body: { reason: 'Advertisement' } });
    const headers = { 'x-sidenote-stakeholder': ids.token! };
    await team.note(world.site, {}, headers);
    const picture = randomBytes(100_000);
    await openStorage().keep(`${objects.workspaceFolder(team.id)}x/pictures/one.png`, picture, 'image/png');

    const asked = await call('POST', pathOf(team.id), { as: team.owner });
    expect(asked.body).toMatchObject({ state: 'queued', url: null });
    await exportNow(keys.workspaceExport(team.id));
    const done = await stateOf(team);
    expect(done).toMatchObject({ state: 'ready', expires_at: expect.stringMatching(/^\d+$/) });

    const answer = await fetch(done.url);
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="sidenote-export-\d{4}-\d\d-\d\d\.tar\.gz"$/),
    ]);
    const files = await readArchive(await objectOf(team.id));
    const records = recordsOf(files);
    // The log of changes only says when the exported notes changed.
    const leftOut = [
      'workspaceDue',
      'invitationMail',
      'webhookMail',
      'webhookSlots',
      'memberEvent',
      'ownView',
      'reader',
      'notification',
      'notificationMail',
      'notificationDigest',
      'formerMember',
      'workspaceExport',
      'changes',
    ];
    const belongsToWorkspace = ({ purge }: RecordKind) =>
      purge !== 'outlives workspaces' && purge !== 'claim of the workspace';
    const expected = Object.entries(keys).flatMap(([name, kind]) =>
      belongsToWorkspace(kind as RecordKind) && !leftOut.includes(name) ? [name] : [],
    );
    expect([...new Set(records.map(({ record }) => String(record)))].sort()).toEqual(expected.sort());
    expect(done.records).toBe(records.length);
    expect(files.get('files/x/pictures/one.png')?.equals(picture)).toBe(true);
    expect(String(files.get('README.txt'))).toContain(objects.workspaceFolder('<workspace id>'));
    expect(records.find((one) => one.record === 'context')).toHaveProperty('captured.page.url');
    expect(records.filter((one) => one.record === 'review').map(({ id }) => id)).toContain(review);

    const text = [...files.values()].map((bytes) => bytes.toString('latin1')).join('\n');
    const secrets = [
      world.site.widget_token,
      world.site.mcp_token,
      world.site.loader_secret_id,
      ids.token,
      ids.share_token,
    ];
    for (const secret of secrets) expect(text.includes(String(secret))).toBe(false);
    const names = (value: unknown): string[] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([name, inner]) => [name, ...names(inner)])
        : [];
    const all = new Set(records.flatMap(names));
    expect([...all].filter((name) => /hash|derivation|secret|key_id|^pk$|^sk$|^person$|gsi/.test(name))).toEqual([]);
  });

  test('holds what a page and its visitor gave, under any name', async () => {
    const team = await newTeam();
    const metadata = { job: 'Designer', claim: 'C-77', person: 'Jane', commit_hash: 'abc', last4: '4242', ttl: '5' };
    const test_attributes = { 'data-hash': '77' };
    const ancestor_attributes = { 'data-secret-id': '7' };
    const anchor = { kind: 'element', selector: '#pay', test_attributes, ancestor_attributes };
    const context = { page: { url: 'https://shop.example.com/' }, anchor, styles: { '--hash-color': 'red' } };
    await team.note(await team.site(), { metadata, context });
    await call('POST', pathOf(team.id), { as: team.owner });
    await exportNow(keys.workspaceExport(team.id));
    const records = recordsOf(await readArchive(await objectOf(team.id)));
    expect(records.find(({ record }) => record === 'context')).toMatchObject({
      visitor: { metadata },
      captured: { anchor: { test_attributes, ancestor_attributes }, styles: context.styles },
    });
  });

  test('goes on where it was interrupted: more than one run, each record and file once', async () => {
    const team = await newTeam();
    const site = await team.site();
    await fillSite(team.id, site.id, 60);
    const storage = openStorage();
    const sizes = [12, 3, 7, 1, 9].map((mega) => mega * 1024 * 1024);
    const kept = new Map<string, Buffer>();
    for (const size of sizes) {
      const bytes = randomBytes(size);
      const name = `${newId()}.bin`;
      kept.set(`files/${site.id}/${name}`, bytes);
      await storage.keep(`${objects.workspaceFolder(team.id)}${site.id}/${name}`, bytes, 'image/png');
    }
    await call('POST', pathOf(team.id), { as: team.owner });
    let runs = 0;
    for (; (await stateOf(team)).state !== 'ready' && runs < 20; runs += 1) {
      // No time at all: each run stops at the first part that it may end with.
      await exportData(messageOf('export-data', keys.workspaceExport(team.id)), runFor(1));
    }
    expect(runs).toBeGreaterThan(2);
    const files = await readArchive(await objectOf(team.id));
    for (const [name, bytes] of kept) expect([name, files.get(name)?.equals(bytes)]).toEqual([name, true]);
    const records = recordsOf(files);
    const { records: told, files: told_files } = await stateOf(team);
    expect(told).toBe(records.length);
    expect(told_files).toBe(files.size - [...files.keys()].filter((name) => name.endsWith('.jsonl')).length);
    const notes = records.filter(({ record }) => record === 'annotation').map(({ id }) => id);
    expect([notes.length, new Set(notes).size]).toEqual([60, 60]);
  });

  test('is written once when its message comes 20 times at once', async () => {
    const team = await newTeam();
    await team.site();
    await call('POST', pathOf(team.id), { as: team.owner });
    await Promise.all(Array.from({ length: 20 }, () => exportNow(keys.workspaceExport(team.id))));
    expect(await stateOf(team)).toMatchObject({ state: 'ready' });
    expect(recordsOf(await readArchive(await objectOf(team.id))).filter((one) => one.record === 'site')).toHaveLength(
      1,
    );
  });

  test('goes on after a worker that died with its claim, once that has expired', async () => {
    const team = await newTeam();
    await call('POST', pathOf(team.id), { as: team.owner });
    const key = keys.workspaceExport(team.id);
    await table().transact([{ update: key, set: { state: 'running', claim: 'dead', claimed_until: now() + HOUR } }]);
    await exportNow(key);
    expect(await stateOf(team)).toMatchObject({ state: 'running' });
    advance(HOUR);
    await exportNow(key);
    expect(await stateOf(team)).toMatchObject({ state: 'ready' });
  });

  test('starts over when S3 no longer knows a part as it was uploaded', async () => {
    const team = await newTeam();
    const name = `${newId()}.bin`;
    const bytes = randomBytes(6 * 1024 * 1024);
    const [site, storage] = [await team.site(), openStorage()];
    await storage.keep(`${objects.workspaceFolder(team.id)}${site.id}/${name}`, bytes, 'image/png');
    await call('POST', pathOf(team.id), { as: team.owner });
    const key = keys.workspaceExport(team.id);
    // The emulator compares no ETags when an upload is completed; S3 does.
    const { endParts } = Storage.prototype;
    Storage.prototype.endParts = async () => {
      throw Object.assign(new Error('One or more of the specified parts could not be found.'), { name: 'InvalidPart' });
    };
    try {
      await expect(exportNow(key)).rejects.toThrow('The export failed.');
    } finally {
      Storage.prototype.endParts = endParts;
    }
    expect((await table().get(key))?.kept).toBeUndefined();
    await exportNow(key);
    expect(await stateOf(team)).toMatchObject({ state: 'ready' });
    const files = await readArchive(await objectOf(team.id));
    expect(files.get(`files/${site.id}/${name}`)?.equals(bytes)).toBe(true);
  });

  test('fails after six attempts without progress, is overdue until then, and may be requested again', async () => {
    const team = await newTeam();
    const key = keys.workspaceExport(team.id);
    await call('POST', pathOf(team.id), { as: team.owner });
    expect((await call('POST', pathOf(team.id), { as: team.owner })).status).toBe(409);
    await table().transact([{ update: key, set: { owed_since: now() - HOUR } }]);
    const { putPart } = Storage.prototype;
    Storage.prototype.putPart = async () => {
      throw new Error('S3 is out of reach.');
    };
    try {
      for (let attempt = 0; attempt < 6; attempt += 1) {
        await expect(exportNow(key)).rejects.toThrow('The export failed.');
        expect(await table().get(key)).toMatchObject({ state: 'running', owed_since: expect.any(Number) });
      }
      await exportNow(key);
    } finally {
      Storage.prototype.putPart = putPart;
    }
    expect(await stateOf(team)).toMatchObject({ state: 'failed', url: null });
    expect((await call('POST', pathOf(team.id), { as: team.owner })).status).toBe(200);
  });

  test('expires after a day, and goes with its workspace', async () => {
    const team = await newTeam();
    await call('POST', pathOf(team.id), { as: team.owner });
    await exportNow(keys.workspaceExport(team.id));
    advance(DAY);
    expect(await stateOf(team)).toBeNull();
  });
});

describe('the export of a person', () => {
  test('holds account, memberships, what carries the name, and what is under the address; nothing of others', async () => {
    const one = await someone();
    const other = await one.elsewhere.note(one.away, { name: 'Someone else', email: 'else@example.com' });
    await mentioned(one);
    expect((await call('GET', '/api/me/export', { as: one })).body).toEqual({ export: null });
    expect((await call('POST', '/api/me/export', { as: one })).body).toMatchObject({ state: 'queued' });
    const { body: log } = await call('GET', `/api/workspaces/${personalWorkspaceOf(one.user_id)}/audit`, { as: one });
    expect(log.items[0]).toMatchObject({ action: 'account.export', actor_id: one.user_id });
    await exportNow(keys.personExport(one.user_id));
    const { body } = await call('GET', '/api/me/export', { as: one });
    expect(body.export).toMatchObject({ state: 'ready', url: expect.stringContaining('http') });
    const key = String((await table().get(keys.personExport(one.user_id)))?.object_key);
    const records = recordsOf(await readArchive(key));
    const kinds = [...new Set(records.map(({ record }) => String(record)))].sort();
    expect(kinds).toEqual([
      'accessRequest',
      'annotation',
      'apiToken',
      'approval',
      'context',
      'invitation',
      'member',
      'notification',
      'reader',
      'reply',
      'stakeholder',
      'user',
      'workspace',
    ]);
    expect(records.find(({ record }) => record === 'user')).toMatchObject({ email: one.email, name: one.name });
    const given = records.find(({ record, id }) => record === 'annotation' && id === one.note.id);
    expect(given).toMatchObject({ kind: 'other', confirmation: { fixed: true } });
    const text = JSON.stringify(records);
    expect(text).not.toMatch(/only for the team|"(?:labels|summary|status|assignee_id|quarantine|risks)":/);
    expect(text).not.toMatch(new RegExp(`${other.id}|Someone else|else@example.com|token_hash|derivation`));
    expect((await holding([one.user_id])).filter((found) => found.startsWith('exports/'))).toHaveLength(1);
  });
});
