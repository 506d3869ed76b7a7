import { beforeAll, describe, expect, test } from '@jest/globals';
import { monthOf } from '../../functions/kit/clock.ts';
import { firstIdAt, newId, timeOfId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { type Caller, call, newTeam, newWorkspace, type Person, table, type Workspace } from '../driver.ts';
import { callTool, connectClient } from '../mcp/connect.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

interface Entry {
  id: string;
  actor_id: string;
  actor_name: string | null;
  action: string;
  target: Record<string, unknown>;
}

let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;
let member: Person;
beforeAll(async () => {
  ws = await newTeam();
  site = await ws.site();
  member = await ws.member();
});

const audit = (id: string, query = '', as: Caller = ws.owner) =>
  call('GET', `/api/widget/annotations/${id}/audit${query}`, { as });
const patch = (id: string, body: unknown, as: Caller = ws.owner) =>
  call('PATCH', `/api/v1/annotations/${id}`, { as, body });

describe('200', () => {
  test('lists who did what with this note only, newest first, with names if known', async () => {
    const [note, other] = [await ws.note(site), await ws.note(site)];
    const token = await ws.token();
    const client = await connectClient(site.mcp_token);
    await patch(note.id, { status: 'blocked', summary: 'A word of theirs' }, member);
    await patch(other.id, { status: 'blocked' }, member);
    await call('POST', `/api/v1/annotations/${note.id}/replies`, { as: token, body: { body: 'Another word' } });
    await call('POST', `/api/v1/annotations/${note.id}/resolutions`, { as: token, body: { explanation: 'Done' } });
    await callTool(client, 'acknowledge', { id: note.id });
    await patch(note.id, { quarantined: true, assignee_id: member.user_id });
    const { status, body, text } = await audit(note.id, '', member);
    expect([status, body.next_cursor]).toEqual([200, null]);
    // The stage's browser looks at resolved notes when it gets to it.
    const entries = body.items.filter(({ actor_id }: Entry) => actor_id !== 'service');
    expect(entries.map(({ action, actor_id, actor_name }: Entry) => [action, actor_id, actor_name])).toEqual([
      ['annotation.patch', ws.owner.user_id, expect.any(String)],
      ['annotation.acknowledge', `mcp:${site.id}`, null],
      ['resolution.create', `token:${token.token_id}`, 'test'],
      ['annotation.reply', `token:${token.token_id}`, 'test'],
      ['annotation.patch', member.user_id, member.name],
    ]);
    expect(entries[4].target).toEqual({
      annotation_id: note.id,
      site_id: site.id,
      status: 'blocked',
      changed: ['status', 'summary', 'updated_at'],
    });
    expect(entries[0].target).toMatchObject({ quarantined: true, assignee_id: member.user_id });
    expect(text).not.toMatch(/word|Done|"pk"|caused_by/);
  });

  test('an untouched note has an empty log', async () => {
    const { id } = await ws.note(site);
    expect((await audit(id)).body).toEqual({ items: [], next_cursor: null });
  });

  test('a person who has left is no longer named', async () => {
    const gone = await ws.member();
    const { id } = await ws.note(site);
    await patch(id, { summary: 'x' }, gone);
    await call('DELETE', `/api/workspaces/${ws.id}/members/${gone.user_id}`, { as: ws.owner });
    expect((await audit(id)).body.items).toMatchObject([{ actor_id: gone.user_id, actor_name: null }]);
  });

  test('a token of a MEMBER reads the audit log of a note, too', async () => {
    const { id } = await ws.note(site);
    expect((await audit(id, '', await ws.token('MEMBER'))).status).toBe(200);
  });
});

describe('over months, among the entries of other notes', () => {
  let own: Workspace;
  let id: string;
  let wanted: string[];

  beforeAll(async () => {
    own = await newWorkspace();
    const left = Date.now() - 100 * 86_400_000;
    id = firstIdAt(left).slice(0, 10) + newId().slice(10);
    const young = await own.note(await own.site());
    const row = await table().get(keys.annotation(own.id, young.id));
    await table().put({ ...row, ...keys.annotation(own.id, id), id });
    const entries = Array.from({ length: 1000 }, (_, index) => {
      const at = left + (index - 100) * 3 * 3_600_000;
      const entry = firstIdAt(at).slice(0, 10) + newId().slice(10);
      return {
        ...keys.audit(own.id, monthOf(at), entry),
        id: entry,
        actor_id: 'someone',
        actor_kind: 'session',
        action: 'annotation.patch',
        target: { annotation_id: index % 50 === 0 ? id : newId(), changed: [] },
        created_at: at,
      };
    }).filter(({ created_at }) => created_at <= Date.now());
    for (let start = 0; start < entries.length; start += 100) {
      await table().transact(entries.slice(start, start + 100).map((put) => ({ put })));
    }
    wanted = entries
      .filter(({ target, created_at }) => target.annotation_id === id && created_at >= timeOfId(id))
      .map((entry) => entry.id)
      .reverse();
  });

  test.each([1, 4, 50])(
    'pages of %i omit nothing, repeat nothing and end at the creation of the note',
    async (limit) => {
      const seen: string[] = [];
      let cursor: string | null = '';
      do {
        const query: string = `?limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
        const { status, body } = await audit(id, query, own.owner);
        expect(status).toBe(200);
        seen.push(...body.items.map((entry: Entry) => entry.id));
        cursor = body.next_cursor;
      } while (cursor);
      expect(seen).toEqual(wanted);
      expect(wanted.length).toBeGreaterThan(10);
    },
  );

  test('a cursor of another note, route or workspace is refused', async () => {
    const other = await own.note(await own.site());
    const cursor = `?cursor=${encodeURIComponent((await audit(id, '?limit=1', own.owner)).body.next_cursor)}`;
    expect((await audit(id, cursor, own.owner)).status).toBe(200);
    expect((await audit(other.id, cursor, own.owner)).status).toBe(400);
    expect((await call('GET', `/api/workspaces/${own.id}/audit${cursor}`, { as: own.owner })).status).toBe(400);
  });
});

test('a GUEST can’t read the audit log of a note: 403', async () => {
  const { id } = await ws.note(site);
  for (const as of [await ws.guest([site.id]), await ws.token('GUEST')])
    expect((await audit(id, '', as)).status).toBe(403);
});

test('foreign, deleted, unknown and malformed notes get the same 404', async () => {
  const stranger = await newWorkspace();
  const foreign = await stranger.note(await stranger.site());
  await call('PATCH', `/api/v1/annotations/${foreign.id}`, { as: stranger.owner, body: { summary: 'x' } });
  const deleted = await ws.note(site);
  await call('DELETE', `/api/widget/annotations/${deleted.id}`, { as: ws.owner });
  const ids = [foreign.id, deleted.id, newId(), `0${'0'.repeat(25)}`, 'nonsense'];
  const answers = await Promise.all(ids.map((id) => audit(id)));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(404);
});
