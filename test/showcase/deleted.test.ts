import { beforeAll, describe, expect, test } from '@jest/globals';
import { openStorage } from '../../functions/kit/files/storage.ts';
import { keys, showcasePartition } from '../../functions/kit/table/keys.ts';
import { purgeReview } from '../../functions/purge/purge-review.ts';
import { call, newTeam, newWorkspace, table, type Workspace } from '../driver.ts';
import { everywhere } from '../workers/remains.ts';
import { admins, bytesOf, decide, everyPage, read, report, showcased, submit } from './showcased.ts';

let ws: Workspace;
beforeAll(async () => {
  ws = await newWorkspace();
});

const isListed = async (slug: string) => (await everyPage('/api/showcase')).some((one) => one.slug === slug);
const isQueued = async (slug: string) =>
  (await everyPage('/api/admin/showcase/pending', await admins())).some((one) => one.slug === slug);

/** Every way to an entry is closed, in the bytes of a slug that never was. */
const expectGone = async ({ id, slug }: { id: string; slug: string }) => {
  for (const ask of [read, report]) {
    const [here, nowhere] = await Promise.all([ask(slug), ask('never-was-000000')]);
    expect(bytesOf(here)).toEqual(bytesOf(nowhere));
    expect(here.status).toBe(404);
  }
  expect([await isListed(slug), await isQueued(slug)]).toEqual([false, false]);
  for (const how of ['approve', 'reject'] as const) expect((await decide(id, how)).status).toBe(404);
  expect((await call('GET', `/api/admin/showcase/${id}`, { as: await admins() })).status).toBe(404);
};

describe('a deleted review', () => {
  test('is gone from the showcase at once, approved or pending', async () => {
    const both = [await showcased(ws), await showcased(ws, 'pending')];
    for (const one of both) {
      expect((await call('DELETE', `/api/reviews/${one.id}`, { as: ws.owner })).status).toBe(200);
      await expectGone(one);
      expect((await submit(one.id, ws.owner)).status).toBe(404);
    }
  });

  test('leaves its slug behind when it is purged, and nothing else', async () => {
    const { id, slug } = await showcased(ws);
    await report(slug, 'It names somebody.');
    await call('DELETE', `/api/reviews/${id}`, { as: ws.owner });
    const row = await table().get(keys.review(ws.id, id));
    // A worker of the stage may have done so already.
    const work = { table: table(), storage: openStorage(), hasTime: () => true };
    if (row) await purgeReview(work, { ...row, ...keys.review(ws.id, id) });
    expect(await table().get(keys.showcase(slug))).toEqual({ ...keys.showcase(slug), slug });
    expect((await table().query({ partition: showcasePartition(id), consistent: true })).items).toEqual([]);
    const remains = (await everywhere(id)).filter((place) => !place.includes('#AUDIT#'));
    expect(remains).toEqual([]);
    await expectGone({ id, slug });
  });
});

describe('a deleted site', () => {
  test('takes the entries of its reviews with it at once', async () => {
    const site = await ws.site();
    const [one, other] = [await showcased(ws, 'approved', { site: site.id }), await showcased(ws)];
    expect((await call('DELETE', `/api/widget/sites/${site.id}`, { as: ws.owner })).status).toBe(200);
    await expectGone(one);
    expect((await read(other.slug)).status).toBe(200);
  });
});

describe('a deleted workspace', () => {
  const pathOf = (team: Workspace) => `/api/workspaces/${team.id}`;

  test('leaves the showcase with its entries, and they come back with it, each in its state', async () => {
    const team = await newTeam();
    const [yes, waiting, no] = [
      await showcased(team),
      await showcased(team, 'pending'),
      await showcased(team, 'rejected'),
    ];
    const before = (await read(yes.slug)).text;
    expect((await call('DELETE', pathOf(team), { as: team.owner })).status).toBe(200);
    for (const one of [yes, waiting, no]) {
      await expectGone(one);
      expect(await table().get(keys.showcaseReview(one.id))).not.toHaveProperty('gsi1pk');
    }
    expect((await call('POST', `${pathOf(team)}/restore`, { as: team.owner })).status).toBe(200);
    expect((await read(yes.slug)).text).toBe(before);
    expect([await isListed(yes.slug), await isQueued(waiting.slug)]).toEqual([true, true]);
    expect([await isListed(no.slug), await isQueued(no.slug)]).toEqual([false, false]);
    expect((await decide(waiting.id, 'approve')).status).toBe(200);
  });

  test('shows nothing even where the index still lists it', async () => {
    const team = await newTeam();
    const [yes, waiting] = [await showcased(team), await showcased(team, 'pending')];
    await table().transact([{ update: keys.workspace(team.id), set: { deleted_at: 1 }, when: [['exists', 'pk']] }]);
    for (const one of [yes, waiting]) await expectGone(one);
  });
});
