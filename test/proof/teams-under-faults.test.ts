import { expect, test } from '@jest/globals';
import { DAY, MINUTE } from '../../functions/kit/clock.ts';
import { keys, workspacePartition } from '../../functions/kit/table/keys.ts';
import type { Item } from '../../functions/kit/table/table.ts';
import { handler as purge } from '../../functions/workers/purge.ts';
import { advance } from '../../lib/local/clock.ts';
import { type Answer, call, newTeam, type Person, table, type Workspace } from '../driver.ts';
import { fillSite, remainsOf } from '../workers/full-site.ts';
import { batchOf } from '../workers/messages.ts';
import { faultyTable } from './faulty-table.ts';
import { randomFrom } from './random.ts';

const TEAMS = 12;
const ROUNDS = 60;

const { faults } = faultyTable();

const tenPercent = (seed: number) => {
  faults.set({ target: 'table', mode: 'throttling', rate: 0.04, seed });
  faults.set({ target: 'table', mode: 'conflict', rate: 0.04, seed: seed + 1 });
  faults.set({ target: 'table', mode: 'timeout_after', rate: 0.02, seed: seed + 2 });
};

const rowsOf = async (ws: Workspace): Promise<Item[]> =>
  (await table().query({ partition: workspacePartition(ws.id), consistent: true })).items;

test('each team keeps an OWNER and its purge ends while 10% of table requests fail and OWNERs come and go', async () => {
  const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 32));
  console.log(`FAULT_SEED=${seed}`);
  const random = randomFrom(seed);
  const teams = await Promise.all(Array.from({ length: TEAMS }, () => newTeam()));
  const people = await Promise.all(
    teams.map(async (ws) => [ws.owner, await ws.coOwner(), await ws.coOwner(), await ws.member(), await ws.member()]),
  );
  const statuses: Record<number, number> = {};

  const act = async (ws: Workspace, members: readonly Person[]): Promise<Answer> => {
    const [as, target] = [random.pick(members), random.pick(members)];
    const path = `/api/workspaces/${ws.id}`;
    if (random.chance(0.2)) {
      return call('POST', `${path}/transfer-owner`, { as, body: { user_id: target.user_id } });
    }
    // Who was removed comes back no more, so that is rare.
    if (random.chance(0.04)) return call('DELETE', `${path}/members/${target.user_id}`, { as });
    const role = random.pick(['OWNER', 'MEMBER', 'GUEST'] as const);
    return call('PATCH', `${path}/members/${target.user_id}`, { as, body: { role } });
  };

  tenPercent(seed);
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round % 30 === 0) advance(MINUTE);
    const answers = await Promise.all(teams.map((ws, index) => Promise.all([0, 1].map(() => act(ws, people[index]!)))));
    for (const { status } of answers.flat()) statuses[status] = (statuses[status] ?? 0) + 1;
  }
  faults.clear();
  console.log(JSON.stringify(statuses));
  const answered = Object.keys(statuses).map(Number);
  expect(answered.filter((status) => ![200, 403, 404, 409, 422, 503].includes(status))).toEqual([]);
  // A request that was throttled at each of its attempts says so.
  expect(statuses[503] ?? 0).toBeLessThan((TEAMS * ROUNDS * 2) / 100);
  for (const ws of teams) {
    const rows = await rowsOf(ws);
    const owners = rows.filter(({ sk, role }) => String(sk).startsWith('MEMBER#') && role === 'OWNER');
    expect(owners.length).toBeGreaterThan(0);
    expect(rows.find(({ sk }) => sk === 'WS')).toMatchObject({ owner_count: owners.length });
  }

  const [ws] = [await newTeam()];
  const site = await ws.site();
  await fillSite(ws.id, site.id, 200);
  expect((await call('DELETE', `/api/workspaces/${ws.id}`, { as: ws.owner })).status).toBe(200);
  advance(30 * DAY);
  tenPercent(seed);
  faults.set({ target: 'table', mode: 'partial', rate: 0.1, seed: seed + 3 });
  const due = keys.workspaceDue(ws.id);
  for (let runs = 0; (await table().get(keys.workspace(ws.id))) !== undefined; runs += 1) {
    expect(runs).toBeLessThan(10);
    await purge(batchOf([{ job: 'purge', ...due }]));
  }
  faults.clear();
  expect(await remainsOf(ws.id, site.id)).toEqual([]);
  expect(await rowsOf(ws)).toEqual([]);
  advance(-30 * DAY);
});
