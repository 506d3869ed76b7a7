import { beforeAll, describe, expect, test } from '@jest/globals';
import { DAY, MINUTE } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys, objects } from '../../functions/kit/table/keys.ts';
import { handler as purge } from '../../functions/workers/purge.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, indexesCaughtUp, newTeam, type Person, signIn, table, type Workspace } from '../driver.ts';
import { newPersona } from '../personas/gardener.ts';
import { png } from '../resolutions/images.ts';
import { evidencePath, upload } from '../resolutions/upload.ts';
import { fillReview, keepObject } from './full-review.ts';
import { fillSite } from './full-site.ts';
import { runFor, shotDownAfter } from './interrupted.ts';
import { batchOf } from './messages.ts';
import { useOwnTables } from './own-tables.ts';
import { everywhere } from './remains.ts';

beforeAll(useOwnTables);

/** A workspace with some of everything there is. */
const fullTeam = async (owner?: Person): Promise<Workspace> => {
  const ws = await newTeam(owner);
  const [first, second, third] = [await ws.site(), await ws.site(), await ws.site()];
  await Promise.all([fillSite(ws.id, first.id, 100), fillSite(ws.id, second.id, 30)]);
  await Promise.all([ws.coOwner(), ws.member(), ws.guest([first.id]), ws.token(), ws.token('GUEST')]);
  const as = ws.owner;
  await call('POST', `/api/workspaces/${ws.id}/invitations`, { as, body: { email: 'i@example.com', role: 'GUEST' } });
  await call('POST', `/api/widget/sites/${first.id}/stakeholders`, { as, body: { name: 'Kim' } });
  const { id: persona } = await newPersona(ws);
  await call('POST', `/api/personas/${persona}/publish`, { as });
  const reading = { status: 'queued', input: { url: 'https://shop.example' } };
  await Promise.all([fillReview(ws.id), fillReview(ws.id, first.id), fillReview(ws.id, second.id, { row: reading })]);
  await table().put({ ...keys.label(ws.id, 'judge', newId(), newId()), rating: 5 });
  await table().put({ ...keys.calibrator(ws.id, 'judge'), n: 1 });
  await table().put({ ...keys.pageLabel(ws.id, 'judge', newId(), 'rater'), rating: 5 });
  await table().put({ ...keys.pageScale(ws.id, 'judge'), scale: { ratings: 1 } });
  const note = await ws.note(first);
  const before_key = await upload(as, note.id, 'before', png());
  await call('POST', evidencePath(note.id), { as, body: { before_key } });
  await keepObject(objects.incoming(ws.id, note.id, 'after', newId()));
  await call('DELETE', `/api/widget/sites/${third.id}`, { as });
  const months = ['2026-01', '2026-09'];
  await Promise.all(months.map((month) => table().put({ ...keys.audit(ws.id, month, newId()), action: 'old' })));
  const set = { created_at: Date.UTC(2026, 0, 15) };
  await table().transact([{ update: keys.workspace(ws.id), set, when: [['exists', 'pk']] }]);
  return ws;
};

const isThere = async (ws: Workspace) => (await table().get(keys.workspace(ws.id))) !== undefined;
const woken = (ws: Workspace) => batchOf([{ job: 'purge', ...keys.workspaceDue(ws.id) }]);
const goingOn = (ws: Workspace) => batchOf([{ job: 'purge', ...keys.workspace(ws.id) }]);

describe('a workspace whose 30 days are over', () => {
  test('leaves no row and no object, however often its removal is interrupted; its neighbor loses nothing', async () => {
    const ws = await fullTeam();
    const neighbor = await fullTeam(ws.owner);
    const [before, neighborBefore] = [await everywhere(ws.id), await everywhere(neighbor.id)];
    expect(before.filter((one) => one.startsWith('incoming/'))).not.toEqual([]);
    expect((await call('DELETE', `/api/workspaces/${ws.id}`, { as: ws.owner })).status).toBe(200);

    await purge(goingOn(ws));
    await purge(woken(ws));
    expect((await everywhere(ws.id)).length).toBe(before.length + 2);

    advance(30 * DAY);
    await indexesCaughtUp();
    for (const [message, looks] of [
      [woken(ws), 3],
      [goingOn(ws), 3],
      [goingOn(ws), 4],
    ] as const) {
      expect(await purge(message, runFor(looks))).toEqual({ batchItemFailures: [] });
      expect(await isThere(ws)).toBe(true);
      const row = await table().get(keys.workspace(ws.id));
      expect(row).toMatchObject({ job: 'purge', wait_seconds: 0 });
      expect((await call('POST', `/api/workspaces/${ws.id}/restore`, { as: ws.owner })).status).toBe(404);
    }
    for (const requests of [1, 2]) {
      const { batchItemFailures } = await shotDownAfter(requests, () => purge(goingOn(ws)));
      expect([batchItemFailures.length, await isThere(ws)]).toEqual([1, true]);
    }
    expect((await everywhere(ws.id)).length).toBeGreaterThan(5);

    await Promise.all([purge(goingOn(ws)), purge(goingOn(ws)), purge(woken(ws))]);
    expect(await everywhere(ws.id)).toEqual([]);
    expect(await purge(goingOn(ws))).toEqual({ batchItemFailures: [] });
    advance(-30 * DAY);
    expect(await everywhere(neighbor.id)).toEqual(neighborBefore);
    const { body } = await call('GET', '/api/workspaces?include=deleted', { as: ws.owner });
    expect(body.items.map(({ id }: { id: string }) => id)).not.toContain(ws.id);
    expect(await table().get(keys.user(ws.owner.user_id))).toMatchObject({ workspace_count: 1 });
  });

  test('late messages leave a workspace alone that was restored meanwhile', async () => {
    const ws = await newTeam();
    const site = await ws.site();
    await call('DELETE', `/api/workspaces/${ws.id}`, { as: ws.owner });
    expect((await call('POST', `/api/workspaces/${ws.id}/restore`, { as: ws.owner })).status).toBe(200);
    advance(31 * DAY);
    await purge(woken(ws));
    await purge(goingOn(ws));
    advance(-31 * DAY);
    expect((await call('GET', `/api/v1/sites/${site.id}`, { as: ws.owner })).status).toBe(200);
  });

  test('a restore at the last moment and the purge at the first end in one of the two, never between', async () => {
    const owner = await signIn();
    for (const early of [MINUTE, 1000, 30, 0]) {
      const ws = await newTeam(owner);
      const site = await ws.site();
      await call('DELETE', `/api/workspaces/${ws.id}`, { as: owner });
      advance(30 * DAY - early);
      const [restored] = await Promise.all([
        call('POST', `/api/workspaces/${ws.id}/restore`, { as: owner }),
        purge(woken(ws)),
      ]);
      const [row, siteRow] = [await table().get(keys.workspace(ws.id)), await table().get(keys.site(ws.id, site.id))];
      advance(-(30 * DAY - early));
      if (restored.status === 200) expect([row?.deleted_at, Boolean(siteRow)]).toEqual([undefined, true]);
      else expect([restored.status, row && 'purge_at' in row]).toEqual([404, row && true]);
    }
  });
});
