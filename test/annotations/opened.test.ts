import { beforeAll, describe, expect, test } from '@jest/globals';
import { DAY, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { type Caller, call, newWorkspace, type Workspace } from '../driver.ts';

let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;
beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site();
});

interface Marks {
  since: string;
  opened: { annotation_id: string; updated_at: string }[];
  from: string | null;
}

const path = () => `/api/widget/sites/${site.id}/opened`;
const marks = async (as: Caller = ws.owner): Promise<Marks> => (await call('GET', path(), { as })).body;
const mark = (body: object, as: Caller = ws.owner) => call('POST', path(), { as, body });
const read = async (id: string) => (await call('GET', `/api/widget/annotations/${id}`, { as: ws.owner })).body;

describe('marks of what a member has read', () => {
  test('hold the change that was seen, so that a later reply is unread, and belong to one member', async () => {
    const { id } = await ws.note(site);
    const { updated_at } = await read(id);
    expect((await mark({ notes: [{ annotation_id: id, updated_at }] })).body.opened).toContainEqual({
      annotation_id: id,
      updated_at,
    });
    await call('POST', `/api/widget/annotations/${id}/replies`, { as: ws.owner, body: { body: 'On it' } });
    const changed = await read(id);
    const seen = (await marks()).opened.find(({ annotation_id }) => annotation_id === id);
    expect(Number(seen?.updated_at)).toBeLessThan(Number(changed.updated_at));
    const member = await ws.member();
    expect((await marks(member)).opened).toEqual([]);
  });

  test('stay if a mark of an earlier read arrives later', async () => {
    const { id } = await ws.note(site);
    const first = (await read(id)).updated_at;
    await call('POST', `/api/widget/annotations/${id}/replies`, { as: ws.owner, body: { body: 'On it' } });
    const { updated_at } = await read(id);
    await mark({ notes: [{ annotation_id: id, updated_at }] });
    await mark({ notes: [{ annotation_id: id, updated_at: first }] });
    expect((await marks()).opened).toContainEqual({ annotation_id: id, updated_at });
  });

  test('never reach past the note, and are ignored for notes that are gone, unknown or of another site', async () => {
    const note = await ws.note(site);
    const foreign = await ws.note(await ws.site());
    const gone = await ws.note(site);
    await call('DELETE', `/api/widget/annotations/${gone.id}`, { as: ws.owner });
    const far = '999999999999999';
    const ids = [note.id, foreign.id, gone.id, newId()];
    const { body } = await mark({ notes: ids.map((annotation_id) => ({ annotation_id, updated_at: far })) });
    const marked = (body as Marks).opened.filter(({ annotation_id }) => ids.includes(annotation_id));
    expect(marked).toEqual([{ annotation_id: note.id, updated_at: (await read(note.id)).updated_at }]);
  });

  test('are set for all notes at once', async () => {
    const { id } = await ws.note(site);
    const { updated_at } = await read(id);
    const { body } = await mark({ all: true });
    expect(Number(body.since)).toBeGreaterThanOrEqual(Number(updated_at));
    expect(await marks()).toEqual(body);
  });

  test('are refused beyond 100, without notes, and for a site that is not shared', async () => {
    const one = { annotation_id: newId(), updated_at: '1' };
    for (const notes of [[], Array.from({ length: 101 }, () => one)]) expect((await mark({ notes })).status).toBe(422);
    const guest = await ws.guest();
    expect((await mark({ all: true }, guest)).status).toBe(404);
    expect((await call('GET', path(), { as: guest })).status).toBe(404);
  });

  test('begin 30 days ago for a member who has read nothing', async () => {
    const before = now() - 30 * DAY;
    const since = Number((await marks(await ws.member())).since);
    expect(since).toBeGreaterThanOrEqual(before);
    expect(since).toBeLessThanOrEqual(now() - 30 * DAY);
  });
});
