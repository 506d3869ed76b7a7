import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { call, newTeam, type Person, table, type Workspace } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

interface Entry {
  id: string;
  actor_id: string;
  action: string;
  created_at: string;
}

let ws: Workspace;
let member: Person;
const read = (query = '', as: Person = ws.owner) => call('GET', `/api/workspaces/${ws.id}/audit${query}`, { as });

const readAll = async (query: string): Promise<Entry[]> => {
  const all: Entry[] = [];
  let cursor: string | null = '';
  do {
    const { status, body } = await read(`?${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    expect(status).toBe(200);
    all.push(...body.items);
    cursor = body.next_cursor;
  } while (cursor);
  return all;
};

beforeAll(async () => {
  ws = await newTeam();
  member = await ws.member();
});

test('every change of workspace, members, sites and tokens stands there, newest first, with who did it', async () => {
  const site = await ws.site();
  await call('PATCH', `/api/workspaces/${ws.id}`, { as: ws.owner, body: { name: 'B' } });
  await call('PATCH', `/api/widget/sites/${site.id}`, { as: member, body: { name: 'C' } });
  await call('PATCH', `/api/workspaces/${ws.id}/members/${member.user_id}`, { as: ws.owner, body: { role: 'GUEST' } });
  const token = await ws.token();
  const note = await ws.note(site);
  await call('POST', `/api/v1/annotations/${note.id}/replies`, { as: token, body: { body: 'x' } });
  const { body, text } = await read();
  expect(body.items.map(({ action, actor_id }: Entry) => [action, actor_id])).toEqual([
    ['annotation.reply', `token:${token.token_id}`],
    ['api_token.create', ws.owner.user_id],
    ['member.patch', ws.owner.user_id],
    ['site.patch', member.user_id],
    ['workspace.patch', ws.owner.user_id],
    ['site.create', ws.owner.user_id],
    ['workspace.create', ws.owner.user_id],
  ]);
  expect(body.next_cursor).toBe(null);
  expect(body.items[2].target).toEqual({ user_id: member.user_id, from: 'MEMBER', role: 'GUEST' });
  expect(text).not.toContain(token.credential);
});

test('filters by actor and by action keep what they say', async () => {
  expect((await readAll(`actor=${member.user_id}`)).map(({ action }) => action)).toEqual(['site.patch']);
  expect((await readAll('action=workspace.patch')).map(({ actor_id }) => actor_id)).toEqual([ws.owner.user_id]);
  expect(await readAll(`action=workspace.patch&actor=${member.user_id}`)).toEqual([]);
});

test('MEMBERs, GUESTs and tokens are refused', async () => {
  for (const as of [await ws.member(), await ws.guest()]) expect((await read('', as)).status).toBe(403);
  expect((await call('GET', `/api/workspaces/${ws.id}/audit`, { as: await ws.token() })).status).toBe(403);
});

describe('over months', () => {
  const rare = newId();
  let ids: string[];

  beforeAll(async () => {
    const began = Date.UTC(2024, 10, 20);
    const key = keys.workspace(ws.id);
    await table().transact([{ update: key, set: { created_at: began }, when: [['exists', 'pk']] }]);
    // Two years of them, with a silence of 15 months in between.
    const months = ['2024-11', '2024-12', '2025-01', '2026-05', '2026-06', '2026-07'];
    const made = months.flatMap((month) =>
      Array.from({ length: 40 }, (_, index) => ({
        ...keys.audit(ws.id, month, `${month.replace('-', '')}${String(index).padStart(4, '0')}`),
        id: newId(),
        actor_id: index === 7 ? rare : 'someone',
        actor_kind: 'session',
        action: 'site.patch',
        target: {},
        created_at: began,
      })),
    );
    await Promise.all(made.map((row) => table().put(row)));
    ids = made.map(({ id }) => id).reverse();
  });

  test('pages of any size lose nothing and repeat nothing, in order', async () => {
    for (const limit of [7, 50, 200]) {
      const seen = (await readAll(`limit=${limit}`)).map(({ id }) => id);
      expect(seen.slice(-ids.length)).toEqual(ids);
      expect(new Set(seen).size).toBe(seen.length);
    }
  });

  test('a rare actor is found across all months', async () => {
    expect(await readAll(`actor=${rare}&limit=4`)).toHaveLength(6);
  });

  test('a cursor of other filters, of another workspace or made up is refused', async () => {
    const { next_cursor } = (await read('?limit=2')).body;
    const cursor = `cursor=${encodeURIComponent(next_cursor)}`;
    expect((await read(`?limit=3&${cursor}`)).status).toBe(200);
    expect((await read(`?action=site.patch&${cursor}`)).status).toBe(400);
    const other = await newTeam();
    expect((await call('GET', `/api/workspaces/${other.id}/audit?${cursor}`, { as: other.owner })).status).toBe(400);
    expect((await call('GET', `/api/workspaces/${ws.id}/members?${cursor}`, { as: ws.owner })).status).toBe(400);
    expect((await read('?cursor=2026-01/')).status).toBe(400);
    expect((await read('?limit=0')).status).toBe(422);
  });
});
