import { beforeAll, expect, test } from '@jest/globals';
import { type Caller, call, newTeam, signIn } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

/** The essentials of `workspaces`, `switching` and `deletion`, which are proofs. */
const listOf = async (as: Caller): Promise<{ id: string; name: string; role: string }[]> =>
  (await call('GET', '/api/workspaces', { as })).body.items;
const sitesOf = async (as: Caller) => {
  const { status, body } = await call('GET', '/api/v1/sites', { as });
  return [status, body.items?.map(({ id }: { id: string }) => id)];
};

test('a person of two workspaces sees the one that the request names; a token stays in its own', async () => {
  const person = await signIn();
  const [first, second] = [await newTeam(person), await newTeam(person)];
  const sites = [(await first.site()).id, (await second.site()).id];
  const owned = (await listOf(person)).filter(({ role }) => role === 'OWNER').map(({ id }) => id);
  expect(owned).toEqual(expect.arrayContaining([first.id, second.id]));
  expect(await sitesOf({ ...person, workspace_id: first.id })).toEqual([200, [sites[0]]]);
  expect(await sitesOf({ ...person, workspace_id: second.id })).toEqual([200, [sites[1]]]);
  const token = await first.token();
  expect(await sitesOf({ ...token, workspace_id: second.id })).toEqual([200, [sites[0]]]);
});

test('a deleted workspace is closed to its members and tokens until it is restored', async () => {
  const ws = await newTeam();
  const [member, token, site] = [await ws.member(), await ws.token(), await ws.site()];
  const path = `/api/workspaces/${ws.id}`;
  expect((await call('DELETE', path, { as: member })).status).toBe(403);
  expect((await call('DELETE', path, { as: ws.owner })).body).toEqual({ id: ws.id, deleted: true });
  expect([(await sitesOf(token))[0], (await call('GET', path, { as: member })).status]).toEqual([401, 403]);
  expect((await call('POST', `${path}/restore`, { as: ws.owner })).status).toBe(200);
  expect(await sitesOf(token)).toEqual([200, [site.id]]);
});
