import { beforeAll, expect, test } from '@jest/globals';
import { MINUTE } from '../../functions/kit/clock.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { handler as purge } from '../../functions/workers/purge.ts';
import { advance } from '../../lib/local/clock.ts';
import { auditRows } from '../audit.ts';
import { type Answer, type Caller, call, newTeam, newWorkspace, signIn, table, type Workspace } from '../driver.ts';
import { newPersona } from '../personas/gardener.ts';
import { batchOf } from '../workers/messages.ts';
import { faultyTable } from './faulty-table.ts';

const behind = faultyTable();
beforeAll(() => behind.faults.set({ target: 'table', mode: 'gsi_lag', rate: 1, seed: 1 }));

let ws: Workspace;
beforeAll(async () => {
  ws = await newWorkspace();
});

const at = (path: string, as: Caller = ws.owner) => call('GET', path, { as });
const idsOf = ({ status, body }: Answer): string[] => {
  expect(status).toBe(200);
  return body.items.map(({ id }: { id: string }) => id);
};

test('a note is read, changed, replied to and deleted by its id while no list shows it yet', async () => {
  const site = await ws.site();
  const list = `/api/v1/sites/${site.id}/annotations`;
  await at(list);
  const { id } = await ws.note(site);
  const path = `/api/v1/annotations/${id}`;
  expect((await at(path)).status).toBe(200);
  const patched = await call('PATCH', path, { as: ws.owner, body: { status: 'resolved' } });
  expect([patched.status, patched.body.status]).toEqual([200, 'resolved']);
  expect((await call('POST', `${path}/replies`, { as: ws.owner, body: { body: 'Thanks' } })).status).toBe(200);
  expect((await at(path)).body.replies).toHaveLength(1);

  await behind.catchUp();
  expect(idsOf(await at(`${list}?status=resolved`))).toEqual([id]);
  expect(idsOf(await at(`${list}?status=pending`))).toEqual([]);

  expect((await call('DELETE', `/api/widget/annotations/${id}`, { as: ws.owner })).status).toBe(200);
  expect((await at(path)).status).toBe(404);
  await behind.catchUp();
  expect(idsOf(await at(list))).toEqual([]);
});

test('a list keeps to its site and answers without a gap or a double while its rows move', async () => {
  const site = await ws.site();
  const list = `/api/v1/sites/${site.id}/annotations`;
  const ids: string[] = [];
  for (let made = 0; made < 6; made += 1) ids.unshift((await ws.note(site)).id);
  await behind.catchUp();
  const first = await at(`${list}?limit=3`);
  for (const id of ids) {
    expect(
      (await call('PATCH', `/api/v1/annotations/${id}`, { as: ws.owner, body: { status: 'resolved' } })).status,
    ).toBe(200);
  }
  const second = await at(`${list}?limit=3&cursor=${encodeURIComponent(first.body.next_cursor)}`);
  expect([...idsOf(first), ...idsOf(second)]).toEqual(ids);
});

test('the notes of a deleted site are gone at once, whatever the index still shows', async () => {
  const site = await ws.site();
  const { id } = await ws.note(site);
  await behind.catchUp();
  expect((await call('DELETE', `/api/widget/sites/${site.id}`, { as: ws.owner })).status).toBe(200);
  expect((await at(`/api/v1/sites/${site.id}/annotations`)).status).toBe(404);
  expect((await at(`/api/v1/annotations/${id}`)).status).toBe(404);
});

test('a new person has their personal workspace in the list at once, and a team works before the list shows it', async () => {
  const person = await signIn();
  const before = await at('/api/workspaces', person);
  expect(before.body.items.map(({ personal }: { personal: boolean }) => personal)).toEqual([true]);
  const team = await newTeam(person);
  expect((await at(`/api/workspaces/${team.id}`, person)).status).toBe(200);
  expect((await call('PATCH', `/api/workspaces/${team.id}`, { as: person, body: { name: 'Crew' } })).status).toBe(200);
  await behind.catchUp();
  const names = (await at('/api/workspaces', person)).body.items.map(({ name }: { name: string }) => name);
  expect(names).toContain('Crew');
});

test('a persona that is no longer public leaves the marketplace at once', async () => {
  const made = await newPersona(ws);
  const listed = async () => idsOf(await call('GET', '/api/marketplace/personas?limit=100')).includes(made.id);
  expect((await call('POST', `/api/personas/${made.id}/publish`, { as: ws.owner })).status).toBe(200);
  await behind.catchUp();
  expect(await listed()).toBe(true);
  expect((await call('POST', `/api/personas/${made.id}/unpublish`, { as: ws.owner })).status).toBe(200);
  expect(await listed()).toBe(false);
});

test('a review requested just before its note was deleted is deleted with it', async () => {
  const { id } = await ws.note(await ws.site());
  const asked = await call('POST', `/api/widget/annotations/${id}/run-personas`, { as: ws.owner, body: {} });
  expect(asked.status).toBe(200);
  expect((await call('DELETE', `/api/widget/annotations/${id}`, { as: ws.owner })).status).toBe(200);
  const note = keys.annotation(ws.id, id);
  const [review] = (await auditRows(ws.id)).flatMap(
    ({ target }) => (target as { review_id?: string } | undefined)?.review_id ?? [],
  );
  const job = batchOf([{ job: 'purge', ...note }]);
  expect(await purge(job)).toEqual({ batchItemFailures: [] });
  expect(await table().get(note)).toMatchObject({ looked_at: expect.any(Number) });
  await behind.catchUp();
  advance(4 * MINUTE);
  try {
    expect(await purge(job)).toEqual({ batchItemFailures: [] });
  } finally {
    advance(-4 * MINUTE);
  }
  expect(await table().get(note)).toBeUndefined();
  expect(await table().get(keys.review(ws.id, String(review)))).toMatchObject({ job: 'purge' });
});
