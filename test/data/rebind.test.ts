import { beforeAll, expect, test } from '@jest/globals';
import { newMemberRow } from '../../functions/kit/access/sign-in.ts';
import { personalWorkspaceOf } from '../../functions/kit/actor.ts';
import { now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys, workspacePartition } from '../../functions/kit/table/keys.ts';
import { personOfAddress } from '../../functions/kit/text/address.ts';
import { advance } from '../../lib/local/clock.ts';
import { rebind } from '../../lib/operate/rebind.ts';
import { call, newTeam, signIn, table } from '../driver.ts';
import { askForTokens, connected } from '../oauth/connect.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { accountOf, eraseWhole, holding, mentioned, someone } from './person.ts';

beforeAll(useOwnTables);

/** Signs the same address in with the id that another pool would give it. */
const signInAgain = async (email: string) => {
  const other = await signIn({ email: `again-${newId().toLowerCase()}@example.com` });
  await call('GET', '/api/v1/sites', { as: other });
  const set = { email, name: 'Again', person: personOfAddress(email), created_at: now() + 1000 };
  await table().transact([{ update: keys.user(other.user_id), set }]);
  return other;
};

test('an account made after the pool was lost takes over the earlier account of its address, once', async () => {
  const one = await someone();
  const shared = await newTeam();
  const again = await signInAgain(one.email);
  const options = { email: one.email, at: now() };

  const shown = await rebind(table(), { ...options, write: false });
  expect(shown).toMatchObject({ from: [one.user_id], to: again.user_id });
  expect(shown?.workspaces.map(({ id }) => id).sort()).toEqual([one.personal, one.team.id].sort());
  expect(await table().get(keys.member(one.team.id, one.user_id))).toMatchObject({ role: 'OWNER' });

  await rebind(table(), { ...options, write: true });
  expect(await table().get(keys.member(one.team.id, one.user_id))).toBeUndefined();
  expect(await table().get(keys.member(one.team.id, again.user_id))).toMatchObject({ role: 'OWNER', email: one.email });
  expect(await table().get(keys.workspace(one.team.id))).toMatchObject({ owner_count: 2 });
  expect(await table().get(keys.workspace(one.personal))).toMatchObject({ personal: false, owner_count: 1 });
  const { body } = await call('GET', '/api/workspaces', { as: again });
  const ids = body.items.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(expect.arrayContaining([one.personal, one.team.id, personalWorkspaceOf(again.user_id)]));
  expect(ids).not.toContain(shared.id);
  expect(await rebind(table(), { ...options, write: true })).toBeUndefined();
});

test('an account that takes over keeps the mail settings and saved views, if it has chosen none since', async () => {
  const one = await someone();
  await mentioned(one);
  const path = (rest: string) => `/api/workspaces/${one.team.id}/${rest}`;
  const as = { ...one, workspace_id: one.team.id };
  const settings = { mail: false, language: 'de', ways: { mention: 'off' } };
  await call('PATCH', path('notification-settings'), { as, body: settings });
  for (const name of ['Bugs', 'Mine']) await call('POST', path('views'), { as, body: { name, search: 'kind=bug' } });
  const again = await signInAgain(one.email);
  const mine = { ...keys.ownView(one.team.id, again.user_id, '00'), id: newId(), name: 'New', search: '' };
  await table().put({ ...mine, created_by: again.user_id, created_at: now(), person: again.user_id });
  await rebind(table(), { email: one.email, at: now(), write: true });
  const kept = await call('GET', path('notification-settings'), { as: again });
  expect(kept.body).toMatchObject({ mail: false, language: 'de', ways: { mention: 'off' } });
  const { items } = (await call('GET', path('views'), { as: again })).body;
  expect(items.map(({ name }: { name: string }) => name).sort()).toEqual(['Bugs', 'Mine', 'New']);
  const rows = await table().queryAll({ partition: keys.workspace(one.team.id).pk });
  expect(rows.filter(({ sk }) => /^(READER|NOTIF|OWN_VIEW)/.test(sk) && sk.includes(one.user_id))).toEqual([]);
});

test('an account that takes over keeps its own MCP connections, and none of the earlier account’s is left', async () => {
  const one = await someone();
  const [{ team }, asOne] = [one, { ...one, workspace_id: one.team.id }];
  const site = await team.site();
  await connected(asOne, site);
  const again = await signInAgain(one.email);
  const member = newMemberRow(team.id, { ...again, name: 'Again' }, { role: 'MEMBER', site_grants: [], at: now() });
  await table().put(member);
  const { refreshing } = await connected({ ...again, workspace_id: team.id }, site);
  advance(1000);
  await rebind(table(), { email: one.email, at: now(), write: true });
  expect((await askForTokens(refreshing())).status).toBe(200);
  const sort = ['begins_with', keys.connection(team.id, site.id, '').sk] as const;
  const rows = await table().queryAll({ partition: workspacePartition(team.id), sort });
  expect(rows.map(({ user_id }) => user_id)).toEqual([again.user_id]);
  const moved = await table().get(keys.member(team.id, again.user_id));
  expect(Number(moved?.created_at)).toBeLessThan(member.created_at);
});

test('an account that took over leaves nothing of either behind when it is erased', async () => {
  const one = await someone();
  const again = await signInAgain(one.email);
  await rebind(table(), { email: one.email, at: now(), write: true });
  await call('DELETE', `/api/workspaces/${one.personal}`, { as: again });
  expect((await call('DELETE', '/api/me', { as: again })).status).toBe(200);
  await eraseWhole(accountOf(again));
  const left = await holding([one.name, one.email, personOfAddress(one.email)]);
  // The former personal workspace carries its owner's name until its 30 days are over.
  expect(left.filter((row) => !row.includes(one.personal))).toEqual([]);
});

test('what was sent and made in a workspace that the person had left follows them, too', async () => {
  const [one, left] = [await signIn({ name: 'Left Behind' }), await newTeam()];
  await call('GET', '/api/v1/sites', { as: one });
  const member = newMemberRow(left.id, { ...one, name: 'Left Behind' }, { role: 'OWNER', site_grants: [], at: now() });
  await table().transact([{ put: member }, { update: keys.workspace(left.id), add: { owner_count: 1 } }]);
  const invitation = { email: `later-${newId().toLowerCase()}@example.com`, role: 'GUEST' };
  await call('POST', `/api/workspaces/${left.id}/invitations`, { as: one, body: invitation });
  await call('POST', `/api/workspaces/${left.id}/api-tokens`, { as: one, body: { name: 'ci' } });
  const leaving = await call('DELETE', `/api/workspaces/${left.id}/members/${one.user_id}`, { as: one });
  expect(leaving.body).toMatchObject({ working_tokens: 1 });
  expect(await holding(['Left Behind'])).not.toEqual([]);
  const again = await signInAgain(one.email);
  await rebind(table(), { email: one.email, at: now(), write: true });
  await call('DELETE', `/api/workspaces/${personalWorkspaceOf(one.user_id)}`, { as: again });
  const path = `/api/workspaces/${left.id}/members/${again.user_id}?api_tokens=revoke`;
  expect((await call('DELETE', path, { as: left.owner })).body).toMatchObject({ revoked_tokens: 1 });
  expect((await call('DELETE', '/api/me', { as: again })).status).toBe(200);
  await eraseWhole(accountOf(again));
  const rest = await holding(['Left Behind', one.email]);
  expect(rest.filter((row) => !row.includes(personalWorkspaceOf(one.user_id)))).toEqual([]);
});

test('an address with one account is left alone', async () => {
  const one = await signIn();
  await call('GET', '/api/v1/sites', { as: one });
  expect(await rebind(table(), { email: one.email, at: now(), write: true })).toBeUndefined();
});
