import { beforeAll, expect, test } from '@jest/globals';
import { keys, workspacePartition } from '../../functions/kit/table/keys.ts';
import { accountOf, eraseWhole, holding } from '../data/person.ts';
import { call, newTeam, type Person, signIn, table } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

const ROUNDS = 30;

const leave = (as: Person) => call('DELETE', '/api/me', { as });

test(`a person leaves while they accept an invitation, ${ROUNDS} times: no membership or name remains`, async () => {
  const words: string[] = [];
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const team = await newTeam();
    const one = await signIn({ name: `Race${team.id.slice(-12)}` });
    const body = { email: one.email, role: 'MEMBER' };
    const { token } = (await call('POST', `/api/workspaces/${team.id}/invitations`, { as: team.owner, body })).body;
    await call('GET', '/api/v1/sites', { as: one });
    const ways = [() => leave(one), () => call('POST', '/api/invitations/accept', { as: one, body: { token } })];
    const inOrder = round % 2 === 0 ? ways : ways.toReversed();
    const answers = await Promise.all(inOrder.map((way) => way()));
    const [left, accepted] = round % 2 === 0 ? answers : answers.toReversed();
    expect(left?.status).toBe(200);
    expect([200, 401, 404]).toContain(accepted?.status);
    seen.add(String(accepted?.status));
    await eraseWhole(accountOf(one));
    expect(await table().get(keys.member(team.id, one.user_id))).toBeUndefined();
    words.push(one.email, `Race${team.id.slice(-12)}`);
  }
  console.log(`The invitation was answered with ${[...seen].sort().join(' and ')}.`);
  // The personal workspaces wait for their purge, under their ids.
  expect((await holding(words)).filter((row) => !/ (WS|SITE#.*)$/.test(row))).toEqual([]);
});

test(`one of two OWNERs leaves for good while the other demotes themself, ${ROUNDS} times: an OWNER stays, and is counted`, async () => {
  const outcomes = { left: 0, refused: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const team = await newTeam();
    const other = await team.coOwner();
    const demote = () =>
      call('PATCH', `/api/workspaces/${team.id}/members/${other.user_id}`, { as: other, body: { role: 'MEMBER' } });
    const ways = [() => leave(team.owner), demote];
    const inOrder = round % 2 === 0 ? ways : ways.toReversed();
    const answers = await Promise.all(inOrder.map((way) => way()));
    const [left, demoted] = round % 2 === 0 ? answers : answers.toReversed();
    expect([200, 409]).toContain(left?.status);
    expect([200, 409]).toContain(demoted?.status);
    expect([left?.status, demoted?.status]).not.toEqual([200, 200]);
    if (left?.status === 200) outcomes.left += 1;
    else outcomes.refused += 1;
    const { items } = await table().query({
      partition: workspacePartition(team.id),
      sort: ['begins_with', keys.member(team.id, '').sk],
      consistent: true,
    });
    const owners = items.filter(({ role }) => role === 'OWNER');
    expect(owners.length).toBeGreaterThan(0);
    expect(await table().get(keys.workspace(team.id))).toMatchObject({ owner_count: owners.length });
  }
  console.log(`Left ${outcomes.left} times, refused ${outcomes.refused} times.`);
});

test('two OWNERs of the same three workspaces leave at once: each keeps one', async () => {
  for (let round = 0; round < 10; round += 1) {
    const one = await signIn();
    const teams = [await newTeam(one), await newTeam(one), await newTeam(one)];
    const other = await teams[0]!.coOwner();
    for (const team of teams.slice(1)) {
      await table().put({
        ...(await table().get(keys.member(teams[0]!.id, other.user_id))),
        ...keys.member(team.id, other.user_id),
        gsi1pk: `USER#${other.user_id}`,
        gsi1sk: `WS#${team.id}`,
        workspace_id: team.id,
      });
      await table().transact([{ update: keys.workspace(team.id), add: { owner_count: 1 } }]);
    }
    await call('GET', '/api/v1/sites', { as: { ...other, workspace_id: '' } });
    const answers = await Promise.all([
      leave(one),
      leave({ credential: other.credential, user_id: other.user_id, name: '', email: other.email }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const team of teams) expect(await table().get(keys.workspace(team.id))).toMatchObject({ owner_count: 1 });
  }
});
