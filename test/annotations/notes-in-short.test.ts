import { beforeAll, describe, expect, test } from '@jest/globals';
import { call, newWorkspace, type Workspace } from '../driver.ts';
import { NOTE } from '../widget-api/visit.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { seedAnnotations } from './seed.ts';

beforeAll(useOwnTables);

/** The essentials of `list-annotations`, `patch-annotation` and `quarantine`, which are proofs. */
let ws: Workspace;
beforeAll(async () => {
  ws = await newWorkspace();
});

const list = (site: string, query: Record<string, string> = {}) =>
  call('GET', `/api/v1/sites/${site}/annotations?${new URLSearchParams(query)}`, { as: ws.owner });
const idsOf = async (site: string, query: Record<string, string> = {}): Promise<string[]> =>
  (await list(site, query)).body.items.map(({ id }: { id: string }) => id);
const patch = (id: string, body: object) => call('PATCH', `/api/v1/annotations/${id}`, { as: ws.owner, body });

describe('listing notes', () => {
  test('goes through pages newest first, and filters by status, kind and auto_fix', async () => {
    const site = await ws.site();
    const ids = await seedAnnotations(ws.id, site.id, 3, (index) => ({
      status: index === 0 ? 'blocked' : 'pending',
      kind: index === 1 ? 'copy' : 'bug',
      auto_fix: index === 2,
    }));
    const first = await list(site.id, { limit: '2' });
    expect(first.body.items.map(({ id }: { id: string }) => id)).toEqual([ids[2], ids[1]]);
    expect(await idsOf(site.id, { limit: '2', cursor: first.body.next_cursor })).toEqual([ids[0]]);
    expect(await idsOf(site.id, { status: 'blocked' })).toEqual([ids[0]]);
    expect(await idsOf(site.id, { kind: 'copy' })).toEqual([ids[1]]);
    expect(await idsOf(site.id, { auto_fix: 'true' })).toEqual([ids[2]]);
  });

  test('refuses an unknown status (400), an unknown site (404) and a limit out of range (422)', async () => {
    const site = await ws.site();
    const answers = [
      await list(site.id, { status: 'nonsense' }),
      await list('nonsense'),
      await list(site.id, { limit: '0' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 404, 422]);
  });
});

describe('patching a note', () => {
  test('moves it to the list of its status and returns what a read returns', async () => {
    const site = await ws.site();
    const { id } = await ws.note(site);
    const answer = await patch(id, { status: 'resolved', summary: 'Fixed', assignee_id: ws.owner.user_id });
    expect(answer.body).toMatchObject({ status: 'resolved', summary: 'Fixed', assignee_id: ws.owner.user_id });
    expect((await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner })).body).toEqual(answer.body);
    expect(await idsOf(site.id, { status: 'resolved' })).toEqual([id]);
    expect(await idsOf(site.id, { status: 'pending' })).toEqual([]);
  });

  test('refuses an unknown status and a stranger as assignee, and changes nothing', async () => {
    const { id } = await ws.note(await ws.site());
    const before = (await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner })).body;
    expect((await patch(id, { status: 'nonsense', summary: 'x' })).status).toBe(400);
    expect((await patch(id, { assignee_id: 'stranger' })).status).toBe(422);
    expect((await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner })).body).toEqual(before);
  });
});

describe('a note that looks like spam', () => {
  test('is in quarantine until it is released, and is counted meanwhile', async () => {
    const site = await ws.site();
    const real = await ws.note(site);
    const spam = await ws.note(site, { ...NOTE, body: 'http://best-casino.bet/?ref=77' });
    expect(await idsOf(site.id)).toEqual([real.id]);
    expect((await list(site.id)).body.quarantined_count).toBe(1);
    expect(await idsOf(site.id, { quarantined: 'true' })).toEqual([spam.id]);
    expect((await patch(spam.id, { quarantined: false })).body.quarantine).toBeNull();
    expect(await idsOf(site.id)).toEqual([spam.id, real.id]);
  });
});
