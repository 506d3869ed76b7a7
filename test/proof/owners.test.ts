import { beforeAll, expect, test } from '@jest/globals';
import { MINUTE } from '../../functions/kit/clock.ts';
import { keys, workspacePartition } from '../../functions/kit/table/keys.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, newTeam, type Person, table } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

const ROUNDS = 200;

test(`two OWNERs demote each other ${ROUNDS} times: each time one of them is left, and counted`, async () => {
  const ws = await newTeam();
  const pair = [ws.owner, await ws.coOwner()] as const;
  const give = (by: Person, to: Person, role: string) =>
    call('PATCH', `/api/workspaces/${ws.id}/members/${to.user_id}`, { as: by, body: { role } });
  const wins = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Their rate windows are not what this is about.
    if (round % 50 === 0) advance(MINUTE);
    const [first, second] = pair;
    const ways = [() => give(first, second, 'MEMBER'), () => give(second, first, 'MEMBER')];
    const inOrder = round % 2 === 0 ? ways : ways.toReversed();
    const answers = await Promise.all(inOrder.map((way) => way()));
    const [a, b] = round % 2 === 0 ? answers : answers.toReversed();
    expect([403, 409]).toContain(a?.status === 200 ? b?.status : a?.status);
    const winner = a?.status === 200 ? 0 : 1;
    wins[winner] = (wins[winner] ?? 0) + 1;
    const { items } = await table().query({
      partition: workspacePartition(ws.id),
      sort: ['begins_with', keys.member(ws.id, '').sk],
      consistent: true,
    });
    expect(items.filter(({ role }) => role === 'OWNER').map(({ user_id }) => user_id)).toEqual([pair[winner]?.user_id]);
    expect(await table().get(keys.workspace(ws.id))).toMatchObject({ owner_count: 1 });
    const [left, other] = winner === 0 ? pair : [pair[1], pair[0]];
    expect((await give(left, other, 'OWNER')).status).toBe(200);
  }
  console.log(`Who stayed: ${wins.join(' and ')} times.`);
});

test('20 OWNERs leave, remove and demote each other at once, ten times: some are left, and counted', async () => {
  for (let round = 0; round < 10; round += 1) {
    const ws = await newTeam();
    const all = [ws.owner, ...(await Promise.all(Array.from({ length: 19 }, () => ws.coOwner())))];
    const answers = await Promise.all(
      all.map((one, index) => {
        const next = all[(index + 1) % all.length] as Person;
        const path = (person: Person) => `/api/workspaces/${ws.id}/members/${person.user_id}`;
        if (index % 3 === 0) return call('DELETE', path(one), { as: one });
        if (index % 3 === 1) return call('DELETE', path(next), { as: one });
        return call('PATCH', path(next), { as: one, body: { role: 'GUEST' } });
      }),
    );
    expect(answers.filter(({ status }) => ![200, 403, 404, 409].includes(status))).toEqual([]);
    const { items } = await table().query({ partition: workspacePartition(ws.id), consistent: true });
    const owners = items.filter(({ role, sk }) => role === 'OWNER' && String(sk).startsWith('MEMBER#'));
    expect(owners.length).toBeGreaterThan(0);
    expect(await table().get(keys.workspace(ws.id))).toMatchObject({ owner_count: owners.length });
  }
});
