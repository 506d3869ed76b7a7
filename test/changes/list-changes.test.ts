import { beforeAll, describe, expect, test } from '@jest/globals';
import { DAY, HOUR, now } from '../../functions/kit/clock.ts';
import { scratchKeys } from '../../functions/kit/table/keys.ts';
import { advance } from '../../lib/local/clock.ts';
import { type Caller, call, newWorkspace, table, type Workspace } from '../driver.ts';
import { visit } from '../widget-api/visit.ts';

const SURFACES = ['/api/v1/changes', '/api/widget/changes'] as const;

let ws: Workspace;
let token: Caller & { token_id: string };
beforeAll(async () => {
  ws = await newWorkspace();
  token = await ws.token();
});

const read = (as: Caller, query: Record<string, string> = {}, path: string = SURFACES[0]) =>
  call('GET', `${path}?${new URLSearchParams(query)}`, { as });
const latest = async (as: Caller): Promise<string> => (await read(as, { cursor: 'latest' })).body.cursor;

/** The stage's stream takes a moment; each request waits until it has. */
const nextChanges = async (cursor: string, count: number) => {
  const items: { type: string; annotation_id: string; site_id: string }[] = [];
  let at = cursor;
  for (let tries = 0; items.length < count && tries < 10; tries += 1) {
    const { body } = await read(token, { cursor: at, wait: '25' });
    items.push(...body.items);
    at = body.cursor;
  }
  return { items, cursor: at };
};

describe('200', () => {
  test('the list of changes has what happened to a note in its order, on both surfaces alike', async () => {
    const site = await ws.site();
    const from = await latest(token);
    const note = await ws.note(site);
    await call('POST', `/api/v1/annotations/${note.id}/replies`, { as: token, body: { body: 'Which browser?' } });
    await visit(site, 'POST', `notes/${note.id}/replies`, { body: 'Firefox.' }, { notes: [note.note_secret] });
    await call('DELETE', `/api/widget/annotations/${note.id}`, { as: ws.owner });
    const { items, cursor } = await nextChanges(from, 4);
    const types = ['created', 'changed', 'changed', 'removed'].map((type) => `annotation.${type}`);
    expect(items.map(({ type }) => type)).toEqual(types);
    for (const item of items) expect(item).toMatchObject({ annotation_id: note.id, site_id: site.id });
    for (const surface of SURFACES) {
      expect((await read(ws.owner, { cursor: from }, surface)).body).toEqual({ items, cursor, has_more: false });
      expect((await read(ws.owner, { cursor }, surface)).body).toEqual({ items: [], cursor, has_more: false });
    }
  });

  test('a waiting token is answered when something happens, and an idle one when the time is over', async () => {
    const site = await ws.site();
    const cursor = await latest(token);
    expect((await read(token, { cursor, wait: '1' })).body).toEqual({ items: [], cursor, has_more: false });
    const waiting = read(token, { cursor, wait: '25' });
    const note = await ws.note(site);
    expect((await waiting).body.items).toMatchObject([{ type: 'annotation.created', annotation_id: note.id }]);
  });

  test('a GUEST sees the changes of granted sites only, and their cursor moves past the others', async () => {
    const [granted, other] = [await ws.site(), await ws.site()];
    const guest = await ws.guest([granted.id]);
    const from = await latest(token);
    const hidden = await ws.note(other);
    const seen = await ws.note(granted);
    const { cursor } = await nextChanges(from, 2);
    const { body } = await read(guest, { cursor: from });
    expect(body).toMatchObject({ items: [{ annotation_id: seen.id }], cursor });
    expect(JSON.stringify(body)).not.toContain(hidden.id);
  });
});

test('a cursor that was tampered with, or belongs to another workspace or list, is a 400', async () => {
  const other = await newWorkspace();
  const site = await ws.site();
  const [own, foreign] = [await latest(token), await latest(other.owner)];
  await ws.note(site);
  await ws.note(site);
  const list = await call('GET', `/api/v1/sites/${site.id}/annotations?limit=1`, { as: token });
  const flipped = Array.from(
    own,
    (character, at) => `${own.slice(0, at)}${character === 'A' ? 'B' : 'A'}${own.slice(at + 1)}`,
  );
  for (const cursor of [foreign, list.body.next_cursor, 'x', `${own}.`, own.slice(1), ...flipped]) {
    const { status, body } = await read(token, { cursor });
    expect([status, body.code]).toEqual([400, 'cursor_invalid']);
  }
});

describe('401', () => {
  test('a token that is revoked while it waits gets a 401', async () => {
    const revoked = await ws.token();
    const cursor = await latest(revoked);
    const waiting = read(revoked, { cursor, wait: '25' });
    await call('DELETE', `/api/workspaces/${ws.id}/api-tokens/${revoked.token_id}`, { as: ws.owner });
    await ws.note(await ws.site());
    expect((await waiting).status).toBe(401);
  });
});

describe('422', () => {
  test('a session can’t wait and no wait lasts over 25 seconds: 422', async () => {
    expect((await read(ws.owner, { wait: '5' })).body).toMatchObject({ code: 'wait_needs_token' });
    expect((await read(token, { wait: '26' })).status).toBe(422);
  });
});

describe('429', () => {
  test('the sixth concurrent wait of a workspace is a 429; an expired wait no longer counts', async () => {
    const busy = await newWorkspace();
    const caller = await busy.token();
    const cursor = await latest(caller);
    const until = now() + HOUR;
    const slots = Object.fromEntries([0, 1, 2, 3, 4].map((slot) => [`slot${slot}`, until]));
    await table().put({ ...scratchKeys.waits(busy.id), ...slots }, { in: 'scratch' });
    const refused = await read(caller, { cursor, wait: '1' });
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ reason: 'waits_full', code: 'waits_full' });
    expect((await read(caller, { cursor })).status).toBe(200);
    await table().put({ ...scratchKeys.waits(busy.id), ...slots, slot3: now() - 1 }, { in: 'scratch' });
    expect((await read(caller, { cursor, wait: '1' })).status).toBe(200);
    expect(await table().get(scratchKeys.waits(busy.id), { in: 'scratch' })).not.toHaveProperty('slot3');
  });

  test('of twenty waits that begin at once, at most five are served and the others get a 429', async () => {
    const busy = await newWorkspace();
    const caller = await busy.token();
    const cursor = await latest(caller);
    const answers = await Promise.all(Array.from({ length: 20 }, () => read(caller, { cursor, wait: '2' })));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(5);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  });
});

// Last: from here on the log, which the stage writes by its own clock, is old.
test('a cursor whose changes are no longer kept is a 410', async () => {
  const idle = await newWorkspace();
  const cursor = await latest(idle.owner);
  await idle.note(await idle.site());
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await read(idle.owner, { cursor })).body.items.length > 0) break;
  }
  advance(31 * DAY);
  const { status, body } = await read(idle.owner, { cursor });
  expect([status, body.code, body.reason]).toEqual([410, 'cursor_expired', 'cursor_expired']);
});
