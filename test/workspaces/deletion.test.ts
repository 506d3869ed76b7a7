import { describe, expect, test } from '@jest/globals';
import { DAY } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, newTeam, newWorkspace, type Person, table, type Workspace } from '../driver.ts';

const path = (ws: Workspace) => `/api/workspaces/${ws.id}`;
const remove = (ws: Workspace, as: Person = ws.owner) => call('DELETE', path(ws), { as });
const restore = (ws: Workspace, as: Person = ws.owner) => call('POST', `${path(ws)}/restore`, { as });
const status = async (ws: Workspace, as: Person = ws.owner) => (await call('GET', path(ws), { as })).status;

/** Runs at another time of this process's clock, and always returns to the present. */
const after = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  advance(ms);
  try {
    return await work();
  } finally {
    advance(-ms);
  }
};

describe('deleting', () => {
  test('closes the workspace for sessions and tokens; a restore opens it with everything in it', async () => {
    const ws = await newTeam();
    const [member, token, site] = [await ws.member(), await ws.token(), await ws.site()];
    const before = (await call('GET', path(ws), { as: ws.owner })).body;
    expect((await remove(ws)).body).toEqual({ id: ws.id, deleted: true });
    const due = await table().get(keys.workspaceDue(ws.id));
    const row = await table().get(keys.workspace(ws.id));
    expect(Number(row?.purge_at) - Number(row?.deleted_at)).toBe(30 * DAY);
    expect(due).toMatchObject({ job: 'purge', ttl: Math.ceil(Number(row?.purge_at) / 1000) });
    expect([await status(ws), await status(ws, member)]).toEqual([403, 403]);
    expect((await call('GET', '/api/v1/sites', { as: token })).status).toBe(401);
    expect((await remove(ws)).status).toBe(403);

    const restored = await restore(ws);
    expect(restored.status).toBe(200);
    expect(restored.body).toEqual({ ...before, updated_at: restored.body.updated_at });
    expect(await table().get(keys.workspaceDue(ws.id))).toBeUndefined();
    const revived = await table().get(keys.workspace(ws.id));
    for (const name of ['deleted_at', 'purge_at', 'job', 'due_at', 'due_pk']) expect(revived).not.toHaveProperty(name);
    expect([await status(ws), await status(ws, member)]).toEqual([200, 200]);
    const { body } = await call('GET', '/api/v1/sites', { as: token });
    expect(body.items).toMatchObject([{ id: site.id }]);
  });

  test('is for OWNERs, and never for a personal workspace', async () => {
    const ws = await newTeam();
    for (const as of [await ws.member(), await ws.guest()]) expect((await remove(ws, as)).status).toBe(403);
    const personal = await newWorkspace();
    const { status: refused, body } = await remove(personal);
    expect([refused, body.detail]).toEqual([409, expect.stringContaining('personal')]);
    expect(await status(personal)).toBe(200);
  });

  test('20 times at once is one deletion', async () => {
    const ws = await newTeam();
    const answers = await Promise.all(Array.from({ length: 20 }, () => remove(ws)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 403]));
  });
});

describe('restoring', () => {
  test('is for OWNERs; strangers find nothing; of one that stands it changes nothing', async () => {
    const ws = await newTeam();
    const [member, other] = [await ws.member(), await newWorkspace()];
    expect((await restore(ws)).body).toEqual((await call('GET', path(ws), { as: ws.owner })).body);
    await remove(ws);
    expect([(await restore(ws, member)).status, (await restore(ws, other.owner)).status]).toEqual([403, 404]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => restore(ws)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    const { body } = await call('GET', `${path(ws)}/audit?action=workspace.restore`, { as: ws.owner });
    expect(body.items).toHaveLength(1);
  });

  test('works on day 29, and on day 30 the workspace is not there any more, for anyone', async () => {
    const [early, late] = [await newTeam(), await newTeam()];
    const member = await late.member();
    await Promise.all([remove(early), remove(late)]);
    expect((await after(29 * DAY, () => restore(early))).status).toBe(200);
    await after(30 * DAY, async () => {
      const random = `/api/workspaces/${newId()}/restore`;
      const absent = await call('POST', random, { as: late.owner });
      const gone = await restore(late);
      expect([gone.status, gone.text]).toEqual([404, absent.text]);
      expect([await status(late), await status(late, member)]).toEqual([404, 404]);
      const { body } = await call('GET', '/api/workspaces?include=deleted', { as: late.owner });
      expect(body.items.map(({ id }: { id: string }) => id)).not.toContain(late.id);
    });
    expect(await status(early)).toBe(200);
  });

  test('deleting a restored workspace again restarts the 30 days', async () => {
    const ws = await newTeam();
    await remove(ws);
    await after(20 * DAY, async () => {
      expect((await restore(ws)).status).toBe(200);
      expect((await remove(ws)).status).toBe(200);
    });
    await after(49 * DAY, async () => expect((await restore(ws)).status).toBe(200));
  });
});
