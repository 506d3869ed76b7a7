import { beforeAll, describe, expect, test } from '@jest/globals';
import { AnnotationRow } from '../../functions/annotations/rows.ts';
import { appendReply } from '../../functions/annotations/thread.ts';
import { now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, newWorkspace, table, type Workspace } from '../driver.ts';
import { callTool, connectClient } from '../mcp/connect.ts';
import { visit } from '../widget-api/visit.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

type Site = Awaited<ReturnType<Workspace['site']>>;
type Note = Awaited<ReturnType<Workspace['note']>>;

let ws: Workspace;
let site: Site;
beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site();
});

const rowOf = async ({ id }: Note) => AnnotationRow.parse((await table().get(keys.annotation(ws.id, id))) ?? {});
const path = ({ id }: Note) => `/api/v1/annotations/${id}`;
const list = async (query: Record<string, string>, of = site) =>
  (await call('GET', `/api/v1/sites/${of.id}/annotations?${new URLSearchParams(query)}`, { as: ws.owner })).body;
const idsOf = async (query: Record<string, string>, of = site): Promise<string[]> =>
  (await list(query, of)).items.map(({ id }: Note) => id);

const CHANGES: Record<string, (note: Note) => Promise<unknown>> = {
  'a reply of the team': (note) =>
    call('POST', `${path(note)}/replies`, { as: ws.owner, body: { body: 'Which browser?' } }),
  'a reply of the visitor': (note) =>
    visit(site, 'POST', `notes/${note.id}/replies`, { body: 'Firefox.' }, { notes: [note.note_secret] }),
  'a resolution': (note) => call('POST', `${path(note)}/resolutions`, { as: ws.owner, body: { explanation: 'Done.' } }),
  'a change of status': (note) => call('PATCH', path(note), { as: ws.owner, body: { status: 'blocked' } }),
  'an assignment': (note) => call('PATCH', path(note), { as: ws.owner, body: { assignee_id: ws.owner.user_id } }),
  'a quarantine': (note) => call('PATCH', path(note), { as: ws.owner, body: { quarantined: true } }),
  'a request to verify it': (note) => call('POST', `${path(note)}/verify`, { as: ws.owner }),
  'a claim': async (note) =>
    callTool(await connectClient(site.mcp_token), 'acknowledge', { id: note.id, agent: 'agent-1' }),
};

describe('updated_at', () => {
  test.each(Object.entries(CHANGES))('moves with %s', async (_, change) => {
    const note = await ws.note(site);
    const { updated_at: before } = await rowOf(note);
    advance(10_000);
    const since = now();
    await change(note);
    const { updated_at } = await rowOf(note);
    expect(updated_at).toBeGreaterThanOrEqual(since);
    expect(updated_at).toBeGreaterThan(before);
    const quarantined = String((await rowOf(note)).quarantine !== null);
    expect(await idsOf({ updated_since: String(since), quarantined })).toContain(note.id);
  });
});

describe('a list with updated_since', () => {
  test('returns the notes on which something happened since, and no others', async () => {
    const own = await ws.site();
    const [quiet, busy] = [await ws.note(own), await ws.note(own)];
    advance(10_000);
    const since = now();
    expect(await idsOf({ updated_since: String(since) }, own)).toEqual([]);
    await call('POST', `${path(busy)}/replies`, { as: ws.owner, body: { body: 'Hello' } });
    expect(await idsOf({ updated_since: String(since) }, own)).toEqual([busy.id]);
    expect(await idsOf({ updated_since: '0' }, own)).toEqual([busy.id, quiet.id]);
  });
});

describe('a list with waiting_for', () => {
  test('moves a note from owner to visitor to agent as it is asked about and answered', async () => {
    const own = await ws.site();
    const note = await ws.note(own);
    const places = async () =>
      (
        await Promise.all(
          ['agent', 'visitor', 'owner'].map(async (who) => [who, await idsOf({ waiting_for: who }, own)]),
        )
      )
        .filter(([, ids]) => ids?.length)
        .map(([who]) => who);
    expect(await places()).toEqual(['owner']);
    await call('PATCH', path(note), { as: ws.owner, body: { status: 'blocked' } });
    await call('POST', `${path(note)}/replies`, { as: ws.owner, body: { body: 'Which browser?' } });
    expect(await places()).toEqual(['visitor']);
    await visit(own, 'POST', `notes/${note.id}/replies`, { body: 'Firefox.' }, { notes: [note.note_secret] });
    expect(await places()).toEqual(['agent']);
    expect((await call('GET', path(note), { as: ws.owner })).body.waiting_for).toBe('agent');
    await call('PATCH', path(note), { as: ws.owner, body: { status: 'resolved' } });
    expect(await places()).toEqual([]);
    expect((await list({ waiting_for: 'nobody' }, own)).detail).toMatchObject([{ loc: ['query', 'waiting_for'] }]);
  });

  test('counts no verdict of a review as a question', async () => {
    const note = await ws.note(site);
    await call('PATCH', path(note), { as: ws.owner, body: { status: 'blocked' } });
    const verdict = { id: newId(), annotation_id: note.id, author: 'agent' as const, author_name: 'Panel' };
    await table().transact(
      appendReply(ws.id, { ...verdict, body: 'Fix it.', created_at: now(), review_id: newId() }, { by: 'team' }),
    );
    expect((await call('GET', path(note), { as: ws.owner })).body.waiting_for).toBe('owner');
  });

  test('pages through all of a site, though few notes match', async () => {
    const own = await ws.site();
    const notes: Note[] = [];
    for (let count = 0; count < 12; count += 1) notes.push(await ws.note(own));
    const asked = notes.filter((_, place) => place % 5 === 0);
    for (const note of asked) {
      await visit(own, 'POST', `notes/${note.id}/replies`, { body: 'More.' }, { notes: [note.note_secret] });
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list({ waiting_for: 'agent', limit: '2', ...(cursor && { cursor }) }, own);
      seen.push(...page.items.map(({ id }: Note) => id));
      cursor = page.next_cursor;
    } while (cursor);
    expect(seen).toEqual(asked.map(({ id }) => id).reverse());
  });
});
