import { beforeAll, describe, expect, test } from '@jest/globals';
import { annotationStore } from '../../functions/annotations/store.ts';
import { now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { auditRows } from '../audit.ts';
import { type Caller, call, callOf, newWorkspace, table, type Workspace } from '../driver.ts';

const SURFACES = ['/api/v1', '/api/widget'] as const;

let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;
beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site();
});

const patch = (as: Caller, id: string, body: unknown, surface: string = SURFACES[0]) =>
  call('PATCH', `${surface}/annotations/${id}`, { as, body });
const read = async (id: string) => (await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner })).body;
const idsWith = async (site_id: string, status: string): Promise<string[]> => {
  const { body } = await call('GET', `/api/v1/sites/${site_id}/annotations?status=${status}`, { as: ws.owner });
  return body.items.map(({ id }: { id: string }) => id);
};

describe('200', () => {
  test.each(SURFACES)('%s returns the full updated annotation, equal to a read', async (surface) => {
    const note = await ws.note(site);
    const body = { status: 'resolved', summary: 'Fixed in 1.2', assignee_id: ws.owner.user_id };
    const answer = await patch(ws.owner, note.id, body, surface);
    expect(answer.body).toMatchObject({ id: note.id, ...body, body: 'The button does nothing' });
    expect(answer.body).toEqual(await read(note.id));
    expect(Number(answer.body.updated_at)).toBeGreaterThanOrEqual(Number(answer.body.created_at));
  });

  test('every public status can follow every other, and moves the note to the list of that status', async () => {
    const own = await ws.site();
    const note = await ws.note(own);
    let before = 'pending';
    for (const status of ['blocked', 'resolved', 'won_t_fix', 'duplicate', 'pending', 'resolved', 'pending']) {
      expect((await patch(ws.owner, note.id, { status })).body.status).toBe(status);
      expect(await idsWith(own.id, status)).toEqual([note.id]);
      if (before !== status) expect(await idsWith(own.id, before)).toEqual([]);
      before = status;
    }
  });

  test.each(['new', 'ack', 'triaged', 'in_progress'])('the legacy status %s becomes pending', async (legacy) => {
    const note = await ws.note(site);
    await patch(ws.owner, note.id, { status: 'resolved' });
    for (const surface of SURFACES) {
      expect((await patch(ws.owner, note.id, { status: legacy }, surface)).body.status).toBe('pending');
    }
    expect((await read(note.id)).status).toBe('pending');
  });

  test('a patch keeps unnamed fields, unassigns on null, and changes nothing if empty', async () => {
    const note = await ws.note(site);
    await patch(ws.owner, note.id, { summary: 'kept', assignee_id: ws.owner.user_id });
    const blocked = await patch(ws.owner, note.id, { status: 'blocked' });
    expect(blocked.body).toMatchObject({ summary: 'kept', assignee_id: ws.owner.user_id, status: 'blocked' });
    const nobody = await patch(ws.owner, note.id, { assignee_id: null });
    expect(nobody.body).toMatchObject({ assignee_id: null, status: 'blocked' });
    const same = await patch(ws.owner, note.id, {});
    expect(same.body).toEqual(nobody.body);
  });

  test.each([
    ['pending', 'resolved', 'x'],
    ['blocked', 'blocked', 'x'],
    ['blocked', 'resolved', ''],
    ['resolved', 'won_t_fix', ''],
    ['resolved', 'pending', 'x'],
  ])('the summary of a %s note that becomes %s without one is "%s"', async (before, status, summary) => {
    const { id } = await ws.note(site);
    await patch(ws.owner, id, { status: before, summary: 'x' });
    const answer = await patch(ws.owner, id, { status });
    expect(answer.body.summary).toBe(summary);
    expect(answer.body.summary_of).toBe(status === 'pending' ? before : undefined);
    expect(answer.body).toMatchObject(await read(id));
    expect((await patch(ws.owner, id, { status: before, summary: 'x' })).body).toMatchObject({ summary: 'x' });
  });

  test('a reopened note keeps its summary, with the status that it is about, until the next one', async () => {
    const { id } = await ws.note(site);
    await patch(ws.owner, id, { status: 'blocked', summary: 'Which browser?' });
    await patch(ws.owner, id, { status: 'pending' });
    const kept = { status: 'pending', summary: 'Which browser?', summary_of: 'blocked' };
    expect(await read(id)).toMatchObject(kept);
    const { body } = await call('GET', `/api/v1/sites/${site.id}/annotations?status=pending`, { as: ws.owner });
    expect(body.items.find((one: { id: string }) => one.id === id)).toMatchObject(kept);
    const closed = await patch(ws.owner, id, { status: 'resolved' });
    expect(closed.body).toMatchObject({ summary: '', warnings: [{ code: 'reason_missing' }] });
    await patch(ws.owner, id, { status: 'pending', summary: 'For the next one' });
    const next = await patch(ws.owner, id, { status: 'resolved' });
    expect(next.body.summary).toBe('For the next one');
    expect(next.body).not.toHaveProperty('summary_of');
  });

  test('an undo gives an answered question back as one', async () => {
    const { id } = await ws.note(site);
    await patch(ws.owner, id, { status: 'blocked', summary: 'Which browser?' });
    await patch(ws.owner, id, { status: 'pending' });
    await patch(ws.owner, id, { status: 'resolved', summary: 'Fixed' });
    const before = { status: 'pending', summary: 'Which browser?', summary_of: 'blocked' };
    expect((await patch(ws.owner, id, before)).body).toMatchObject(before);
    const ahead = await patch(ws.owner, id, { status: 'resolved', summary: 'Fixed', summary_of: 'blocked' });
    expect(ahead.body).not.toHaveProperty('summary_of');
  });

  test('a new status doesn’t clear a summary that was written meanwhile', async () => {
    const { id } = await ws.note(site);
    await patch(ws.owner, id, { status: 'resolved', summary: 'Fixed' });
    await patch(ws.owner, id, { status: 'pending' });
    const store = annotationStore(table(), await callOf(ws.owner, ws.id));
    const read = await store.thread(id);
    await patch(ws.owner, id, { summary: 'Which sizes?' });
    const { row } = await store.patch(read, { status: 'blocked', updated_at: now() });
    expect(row).toMatchObject({ status: 'blocked', summary: 'Which sizes?' });
  });

  test('a blocked note is held by no one', async () => {
    const { id } = await ws.note(site);
    const agent = await ws.token();
    await call('POST', `/api/v1/annotations/${id}/claim`, { as: agent, body: { agent: 'claude' } });
    const held = await patch(agent, id, { priority: 'high', agent: 'claude' });
    expect(Number(held.body.lease_expires_at)).toBeGreaterThan(now());
    expect((await patch(agent, id, { status: 'blocked', agent: 'claude' })).body.lease_expires_at).toBeNull();
    expect(await read(id)).toMatchObject({ lease_expires_at: null });
  });

  test('a granted GUEST and a GUEST token may patch', async () => {
    const note = await ws.note(site);
    for (const as of [await ws.guest([site.id]), await ws.token('GUEST')]) {
      expect((await patch(as, note.id, { summary: 'by a guest' })).status).toBe(200);
    }
  });

  test('fields that a caller may not set are refused, and change nothing', async () => {
    const note = await ws.note(site);
    const before = await read(note.id);
    const row = await table().get(keys.annotation(ws.id, note.id));
    const forged = {
      id: newId(),
      site_id: newId(),
      workspace_id: newId(),
      auto_fix: true,
      kind: 'praise',
      body: 'forged',
      created_at: 1,
      updated_at: 1,
      submitter: { kind: 'stakeholder', name: 'x', has_email: true },
      acknowledged_by: 'me',
      gsi1pk: 'x',
      deleted_at: 1,
      ttl: 1,
    };
    const { status } = await patch(ws.owner, note.id, forged);
    await patch(ws.owner, note.id, '{"__proto__":{"auto_fix":true},"constructor":{"prototype":{"auto_fix":true}}}');
    expect([status, await read(note.id)]).toEqual([422, before]);
    expect(await table().get(keys.annotation(ws.id, note.id))).toEqual(row);
  });

  test('a patch by a session or a token writes an audit entry with actor and change in the same transaction', async () => {
    const own = await newWorkspace();
    const note = await own.note(await own.site());
    const token = await own.token();
    await call('PATCH', `/api/v1/annotations/${note.id}`, { as: own.owner, body: { status: 'blocked' } });
    await call('PATCH', `/api/v1/annotations/${note.id}`, { as: token, body: { summary: 's' } });
    await call('PATCH', `/api/v1/annotations/${note.id}`, { as: own.owner, body: { status: 'nonsense' } });
    const items = await auditRows(own.id);
    const entries = items.filter(({ action }) => action === 'annotation.patch');
    expect(entries.map(({ actor_id }) => actor_id)).toEqual([own.owner.user_id, `token:${token.token_id}`]);
    expect(entries[0]?.target).toMatchObject({ annotation_id: note.id, changed: ['status', 'updated_at'] });
  });
});

describe('400', () => {
  test.each(['nonsense', '', 'Resolved', "won't_fix", 'closed'])(
    'the unknown status "%s" changes nothing',
    async (status) => {
      const note = await ws.note(site);
      for (const surface of SURFACES) {
        const answer = await patch(ws.owner, note.id, { status, summary: 'not this' }, surface);
        expect([answer.status, typeof answer.body.detail]).toEqual([400, 'string']);
      }
      expect(await read(note.id)).toMatchObject({ status: 'pending', summary: '' });
    },
  );
});

describe('404', () => {
  test('a deleted note is a 404 on every route, permanently', async () => {
    const own = await ws.site();
    const [note, other] = [await ws.note(own), await ws.note(own)];
    const deleted = await call('DELETE', `/api/widget/annotations/${note.id}`, { as: await ws.member() });
    expect(deleted.body).toEqual({ id: note.id, deleted: true });
    const answers = await Promise.all([
      call('GET', `/api/v1/annotations/${note.id}`, { as: ws.owner }),
      patch(ws.owner, note.id, { status: 'resolved' }),
      call('POST', `/api/v1/annotations/${note.id}/replies`, { as: ws.owner, body: { body: 'x' } }),
      call('GET', `/api/v1/annotations/${note.id}/markdown`, { as: ws.owner }),
      call('GET', `/api/v1/annotations/${note.id}/resolutions`, { as: ws.owner }),
      call('DELETE', `/api/widget/annotations/${note.id}`, { as: ws.owner }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(404));
    expect(await idsWith(own.id, 'pending')).toEqual([other.id]);
    const all = await call('GET', `/api/v1/sites/${own.id}/annotations`, { as: ws.owner });
    expect(all.body.items).toHaveLength(1);
  });
});

describe('422', () => {
  test('an assignee who is not a member of the workspace is refused', async () => {
    const note = await ws.note(site);
    const stranger = await newWorkspace();
    for (const assignee_id of [stranger.owner.user_id, newId(), 'x', '', 'WS', '#', '\ud800']) {
      const { status, body } = await patch(ws.owner, note.id, { assignee_id });
      expect([assignee_id, status, body.detail[0].loc]).toEqual([assignee_id, 422, ['body', 'assignee_id']]);
    }
    expect((await read(note.id)).assignee_id).toBeNull();
    const member = await ws.member();
    expect((await patch(ws.owner, note.id, { assignee_id: member.user_id })).body.assignee_id).toBe(member.user_id);
  });

  test('a GUEST is assigned only notes of sites that were granted to them', async () => {
    const note = await ws.note(site);
    const [granted, other] = [await ws.guest([site.id]), await ws.guest([(await ws.site()).id])];
    const { status, body } = await patch(ws.owner, note.id, { assignee_id: other.user_id });
    expect([status, body.detail[0]]).toMatchObject([
      422,
      { loc: ['body', 'assignee_id'], code: 'assignee_cannot_see' },
    ]);
    expect((await patch(ws.owner, note.id, { assignee_id: granted.user_id })).body.assignee_id).toBe(granted.user_id);
  });

  test.each([
    ['a summary over 2,000 characters', { summary: 'x'.repeat(2001) }, ['body', 'summary']],
    ['a summary that is no text', { summary: 5 }, ['body', 'summary']],
    ['a status that is no text', { status: 5 }, ['body', 'status']],
    ['a status that is null', { status: null }, ['body', 'status']],
    ['an assignee that is no text', { assignee_id: { a: 1 } }, ['body', 'assignee_id']],
    ['a list', [], ['body']],
    ['what is not JSON', '{', ['body']],
    ['no body', undefined, ['body']],
  ])('%s is refused with its place', async (_, body, loc) => {
    const note = await ws.note(site);
    const answer = await patch(ws.owner, note.id, body);
    expect([answer.status, answer.body.detail[0]?.loc]).toEqual([422, loc]);
  });

  test('a summary of 2,000 characters is accepted, and lone surrogates are replaced', async () => {
    const note = await ws.note(site);
    const answer = await patch(ws.owner, note.id, { summary: 'ü'.repeat(2000) });
    expect([answer.status, answer.body.summary.length]).toEqual([200, 2000]);
    const mended = await patch(ws.owner, note.id, '{"summary":"a\\ud800b"}');
    expect([mended.status, mended.body.summary]).toEqual([200, 'a\ufffdb']);
  });
});

describe('warnings', () => {
  test.each([
    [{ status: 'won_t_fix' }, 'reason_missing'],
    [{ status: 'resolved' }, 'reason_missing'],
    [{ status: 'duplicate' }, 'original_missing'],
    [{ status: 'won_t_fix', summary: 'By design.' }, undefined],
    [{ status: 'blocked' }, undefined],
  ])('%j is done, and the answer says if its author learns no reason', async (body, code) => {
    const ws = await newWorkspace();
    const { id } = await ws.note(await ws.site());
    const answer = await call('PATCH', `/api/v1/annotations/${id}`, { as: ws.owner, body });
    expect(answer.body.status).toBe(body.status);
    expect(answer.body.warnings?.map((one: { code: string }) => one.code)).toEqual(code && [code]);
  });

  test('an unknown field is refused with the nearest name, and nothing changes', async () => {
    const ws = await newWorkspace();
    const { id } = await ws.note(await ws.site());
    const answer = await call('PATCH', `/api/v1/annotations/${id}`, { as: ws.owner, body: { statsu: 'resolved' } });
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ values: { field: 'statsu', nearest: 'status' } }] },
    });
  });
});
