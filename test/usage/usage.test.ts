import { describe, expect, test } from '@jest/globals';
import { DAY, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { advance } from '../../lib/local/clock.ts';
import { type Caller, call, newTeam, newWorkspace, signIn } from '../driver.ts';
import { callTool, connectClient } from '../mcp/connect.ts';
import { evidencePath } from '../resolutions/upload.ts';
import { create } from '../reviews/reviewed.ts';
import { newAgent } from '../wallet/agent.ts';
import { until } from '../workers/until.ts';

interface Mine {
  window_days: number;
  from: string;
  to: string;
  totals: { writes: number; runs: number; mails: number };
  days: { day: string; writes: number; runs: number; mails: number }[];
}

const today = () => new Date(now()).toISOString().slice(0, 10);
const mine = async (as: Caller): Promise<Mine> => (await call('GET', '/api/admin/usage/me', { as })).body;

/** Waits until that much is counted, then until everything else is. */
const counted = async (as: Caller, kind: keyof Mine['totals'], count: number): Promise<Mine> =>
  until(async () => {
    const found = await mine(as);
    return found.totals[kind] >= count && found;
  }, `${count} ${kind}`);

/** Waits until the admin view has a row of an actor. */
const rowOf = (admin: Caller, actor: string) =>
  until(async () => {
    let cursor = '';
    do {
      const path = `/api/admin/usage?limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
      const { rows } = (await call('GET', path, { as: admin })).body;
      const found = rows.items.find((row: { actor_id: string }) => row.actor_id === actor);
      if (found) return found;
      cursor = rows.next_cursor ?? '';
    } while (cursor);
    return undefined;
  }, `the row of ${actor}`);

const patch = (as: Caller, site: string) => call('PATCH', `/api/widget/sites/${site}`, { as, body: { name: newId() } });

describe('a person’s usage', () => {
  test('includes sessions and tokens they created, by day, and is visible to no one else', async () => {
    const ws = await newWorkspace();
    const [{ id: site }, member, token] = await Promise.all([ws.site(), ws.member(), ws.token()]);
    const before = 2;
    await patch(ws.owner, site);
    await patch(token, site);
    await patch(member, site);
    const owner = await counted(ws.owner, 'writes', before + 2);
    expect(owner.days).toEqual([{ day: today(), writes: before + 2, runs: 0, mails: 0 }]);
    expect((await counted(member, 'writes', 1)).totals).toEqual({ writes: 1, runs: 0, mails: 0 });
    // The member's use comes after the owner's, so all of it is counted by now.
    expect((await mine(ws.owner)).totals.writes).toBe(before + 2);
    expect(owner).toMatchObject({ window_days: 90, to: today() });
    expect(Date.parse(owner.to) - Date.parse(owner.from)).toBe(89 * DAY);
  });

  test('counts a repeat under one Idempotency-Key once, and an error never', async () => {
    const ws = await newWorkspace();
    const headers = { 'idempotency-key': newId() };
    const body = { name: 'Shop', url: 'https://shop.example.com/' };
    for (let times = 0; times < 3; times += 1) await call('POST', '/api/widget/sites', { as: ws.owner, body, headers });
    await call('POST', '/api/widget/sites', { as: ws.owner, body: { name: '' } });
    await call('POST', '/api/widget/sites', { as: ws.owner, body });
    await counted(ws.owner, 'writes', 2);
    expect((await mine(ws.owner)).totals.writes).toBe(2);
  });

  test('counts as runs the personas requested for a review', async () => {
    const ws = await newWorkspace();
    const { body } = await create(ws.owner);
    const runs = body.runs_total as number;
    expect(runs).toBeGreaterThan(1);
    expect((await counted(ws.owner, 'runs', runs)).totals).toEqual({ writes: 1, runs, mails: 0 });
  });

  test('counts as emails the invitations they sent and updates on notes they resolved, once these are sent', async () => {
    const team = await newTeam();
    const [site, token] = await Promise.all([team.site(), team.token()]);
    const invited = { email: `${newId().toLowerCase()}@example.com`, role: 'MEMBER' };
    await call('POST', `/api/workspaces/${team.id}/invitations`, { as: team.owner, body: invited });
    for (const as of [team.owner, token]) {
      const note = await team.note(site, { email: `${newId().toLowerCase()}@example.com` });
      await call('POST', evidencePath(note.id), { as, body: { explanation: 'Done.' } });
    }
    expect((await counted(team.owner, 'mails', 3)).totals.mails).toBe(3);
  });

  test('excludes a site’s MCP token, which admins see under the site', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const [{ id }, admin] = await Promise.all([ws.note(site), signIn({ groups: ['admins'] })]);
    const client = await connectClient(site.mcp_token);
    await callTool(client, 'reply', { id, message: 'On it' });
    await client.close();
    const row = await rowOf(admin, `mcp:${site.id}`);
    expect(row).toEqual({ actor_id: `mcp:${site.id}`, user_id: null, email: null, writes: 1, runs: 0, mails: 0 });
    expect((await mine(ws.owner)).totals.writes).toBe(1);
  });

  test('excludes a self-registered agent, which admins see under its workspace', async () => {
    const [agent, admin] = await Promise.all([newAgent(), signIn({ groups: ['admins'] })]);
    await patch(agent.as, agent.site_id);
    const actor_id = `agent:${agent.id}`;
    expect(await rowOf(admin, actor_id)).toEqual({
      actor_id,
      user_id: null,
      email: null,
      writes: 1,
      runs: 0,
      mails: 0,
    });
  });

  test('excludes a visitor’s note', async () => {
    const ws = await newWorkspace();
    await ws.note(await ws.site());
    await call('PATCH', `/api/workspaces/${ws.id}`, { as: ws.owner, body: { name: 'Renamed' } });
    expect((await counted(ws.owner, 'writes', 2)).totals).toEqual({ writes: 2, runs: 0, mails: 0 });
  });
});

describe('the window', () => {
  test('moves with the clock: 90 days, today included', async () => {
    const ws = await newWorkspace();
    const { id: site } = await ws.site();
    const first = today();
    await counted(ws.owner, 'writes', 1);
    advance(89 * DAY);
    try {
      await patch(ws.owner, site);
      const both = await counted(ws.owner, 'writes', 2);
      expect(both.days).toEqual([
        { day: first, writes: 1, runs: 0, mails: 0 },
        { day: today(), writes: 1, runs: 0, mails: 0 },
      ]);
      expect(both.from).toBe(first);
      advance(DAY);
      const later = await mine(ws.owner);
      expect(later.days.map(({ day }) => day)).not.toContain(first);
      expect(later.totals.writes).toBe(1);
      advance(90 * DAY);
      expect(await mine(ws.owner)).toMatchObject({ totals: { writes: 0, runs: 0, mails: 0 }, days: [] });
    } finally {
      advance(-180 * DAY);
    }
  });
});

describe('access to usage', () => {
  test('shows an empty window at the first sign-in', async () => {
    const person = await signIn();
    expect(await mine(person)).toMatchObject({ totals: { writes: 0, runs: 0, mails: 0 }, days: [] });
  });

  test('is limited to oneself, except for admins, who see everyone', async () => {
    const [person, admin] = await Promise.all([signIn(), signIn({ groups: ['admins'] })]);
    expect((await call('GET', '/api/admin/usage', { as: person })).status).toBe(403);
    expect((await call('GET', '/api/admin/usage', { as: admin })).status).toBe(200);
    expect((await call('GET', '/api/admin/usage/me', { as: admin })).status).toBe(200);
    expect((await call('GET', '/api/admin/usage')).status).toBe(401);
  });
});
