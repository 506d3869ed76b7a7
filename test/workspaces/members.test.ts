import { beforeAll, describe, expect, test } from '@jest/globals';
import { now } from '../../functions/kit/clock.ts';
import { unavailable } from '../../functions/kit/errors.ts';
import type { Call } from '../../functions/kit/http/serve.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { Table } from '../../functions/kit/table/table.ts';
import { bindWorkspaces } from '../../functions/workspaces/operations.ts';
import { call, newTeam, newWorkspace, type Person, signIn, table, type Workspace } from '../driver.ts';
import { onceNotBusy } from '../once-not-busy.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

const path = (ws: Workspace, user = '') => `/api/workspaces/${ws.id}/members${user && `/${user}`}`;
const patch = (ws: Workspace, user: Pick<Person, 'user_id'>, body: unknown, as: Person = ws.owner) =>
  call('PATCH', path(ws, user.user_id), { as, body });
const remove = (ws: Workspace, user: Pick<Person, 'user_id'>, as: Person = ws.owner) =>
  call('DELETE', path(ws, user.user_id), { as });
const transfer = (ws: Workspace, user_id: string, as: Person = ws.owner) =>
  call('POST', `/api/workspaces/${ws.id}/transfer-owner`, { as, body: { user_id } });

/** How many OWNERs there are, and how many the workspace's row counts. */
const owners = async (ws: Workspace) => {
  const { items } = await table().query({ partition: `WS#${ws.id}`, sort: ['begins_with', 'MEMBER#'] });
  const row = await table().get(keys.workspace(ws.id));
  return [items.filter(({ role }) => role === 'OWNER').length, row?.owner_count];
};

describe('listing', () => {
  test('pages through all members, for MEMBERs; a GUEST is refused', async () => {
    const ws = await newTeam();
    const [member, guest] = [await ws.member(), await ws.guest()];
    await ws.member();
    const seen: { user_id: string }[] = [];
    let cursor = '';
    do {
      const query = `?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
      const { body } = await call('GET', path(ws) + query, { as: member });
      seen.push(...body.items);
      cursor = body.next_cursor;
    } while (cursor);
    expect(seen).toHaveLength(4);
    expect(seen.find(({ user_id }) => user_id === guest.user_id)).toEqual({
      ...{ user_id: guest.user_id, email: guest.email, name: guest.name, role: 'GUEST', site_grants: [] },
      created_at: expect.stringMatching(/^\d{13}$/),
    });
    expect((await call('GET', path(ws), { as: guest })).status).toBe(403);
    expect((await call('GET', `${path(ws)}?cursor=x`, { as: member })).status).toBe(400);
  });
});

/** As a request of the owner has it, after its authorization. */
const membersOf = (ws: Workspace) =>
  bindWorkspaces(table(), {
    actor: { kind: 'session', user_id: ws.owner.user_id, name: '', role: 'OWNER' } as Call['actor'],
    scope: { workspace_id: ws.id, sites: 'all', deleted_sites: new Set() },
    rows: {},
    now: now(),
    once: undefined,
    operation_id: 'patchMember',
    request: { id: 'r', ip: '10.0.0.1', origin: undefined, route_key: '', headers: {}, body: '' },
  }).members;

describe('changing', () => {
  test('an OWNER who is demoted while they change themselves stays so', async () => {
    const ws = await newTeam();
    const other = await ws.coOwner();
    const members = membersOf(ws);
    const before = await members.get(ws.owner.user_id);
    await patch(ws, ws.owner, { role: 'MEMBER' }, other);
    for (const row of [before, await members.get(ws.owner.user_id)])
      await expect(members.patch(row, { role: 'OWNER' })).rejects.toMatchObject({ code: 'insufficient_role' });
    expect(await owners(ws)).toEqual([1, 1]);
  });

  test('a role leaves grants alone that were taken away meanwhile', async () => {
    const ws = await newTeam();
    const guest = await ws.guest([(await ws.site()).id]);
    const members = membersOf(ws);
    const stale = await members.get(guest.user_id);
    await patch(ws, guest, { site_grants: [] });
    await members.patch(stale, { role: 'MEMBER' });
    await members.patch({ ...stale, role: 'MEMBER' }, { role: 'GUEST' });
    expect((await members.get(guest.user_id)).site_grants).toEqual([]);
  });

  test('a GUEST sees what they are granted from then on, and no longer what is taken away', async () => {
    const ws = await newTeam();
    const [one, two] = [await ws.site(), await ws.site()];
    const guest = await ws.guest([one.id]);
    const sees = async () => {
      const { body } = await call('GET', '/api/v1/sites', { as: guest });
      return body.items.map(({ id }: { id: string }) => id);
    };
    expect(await sees()).toEqual([one.id]);
    const { body } = await patch(ws, guest, { site_grants: [two.id, two.id] });
    expect(body).toMatchObject({ role: 'GUEST', site_grants: [two.id] });
    expect(await sees()).toEqual([two.id]);
    await patch(ws, guest, { site_grants: [] });
    expect(await sees()).toEqual([]);
    await patch(ws, guest, { role: 'MEMBER' });
    expect((await sees()).sort()).toEqual([one.id, two.id].sort());
  });

  test('only sites of the workspace can be granted', async () => {
    const [ws, other] = [await newTeam(), await newTeam()];
    const [mine, foreign, gone] = [await ws.site(), await other.site(), await ws.site()];
    await call('DELETE', `/api/widget/sites/${gone.id}`, { as: ws.owner });
    const guest = await ws.guest();
    for (const id of [foreign.id, gone.id, newId()]) {
      const { status, body } = await patch(ws, guest, { site_grants: [mine.id, id] });
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'site_grants', 1]]);
    }
    expect((await patch(ws, guest, { site_grants: ['x'] })).status).toBe(422);
    expect((await patch(ws, guest, { role: 'ADMIN' })).status).toBe(422);
    expect((await patch(ws, guest, {})).body).toMatchObject({ role: 'GUEST', site_grants: [] });
    expect((await patch(ws, { user_id: newId() }, { role: 'MEMBER' })).status).toBe(404);
  });

  test('grants that the caller read are accepted, without those of deleted sites', async () => {
    const ws = await newTeam();
    const [one, two] = [await ws.site(), await ws.site()];
    const guest = await ws.guest([one.id, two.id]);
    await call('DELETE', `/api/widget/sites/${two.id}`, { as: ws.owner });
    const { status, body } = await patch(ws, guest, { site_grants: [one.id, two.id] });
    expect([status, body.site_grants]).toEqual([200, [one.id]]);
    expect((await patch(ws, guest, { site_grants: [one.id, two.id] })).status).toBe(422);
  });

  test('the count of OWNERs follows every change', async () => {
    const ws = await newTeam();
    const member = await ws.member();
    await patch(ws, member, { role: 'OWNER' });
    expect(await owners(ws)).toEqual([2, 2]);
    await patch(ws, member, { role: 'OWNER' });
    expect(await owners(ws)).toEqual([2, 2]);
    expect((await patch(ws, ws.owner, { role: 'GUEST' })).status).toBe(200);
    expect(await owners(ws)).toEqual([1, 1]);
    expect((await patch(ws, member, { role: 'GUEST' })).status).toBe(403);
    expect((await patch(ws, ws.owner, { role: 'MEMBER' }, member)).status).toBe(200);
  });
});

describe('the last OWNER', () => {
  test('the last OWNER can neither step down, be removed nor leave, and learns what to do', async () => {
    for (const ws of [await newTeam(), await newWorkspace()]) {
      for (const answer of [await patch(ws, ws.owner, { role: 'MEMBER' }), await remove(ws, ws.owner)]) {
        expect(answer.status).toBe(409);
        expect(answer.body.detail).toMatch(/Make another member OWNER|Remove other members/);
      }
      expect(await owners(ws)).toEqual([1, 1]);
    }
  });

  test.each(['demote each other', 'remove each other', 'leave at once'])('an OWNER is left if two %s', async (how) => {
    const ws = await newTeam();
    const other = await ws.coOwner();
    const both = [
      [ws.owner, other],
      [other, ws.owner],
    ] as const;
    const act = ([actor, target]: (typeof both)[number]) => {
      if (how.startsWith('demote')) return patch(ws, target, { role: 'MEMBER' }, actor);
      return remove(ws, how.startsWith('leave') ? actor : target, actor);
    };
    const statuses = (await Promise.all(both.map(act))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => [403, 404, 409].includes(status))).toHaveLength(1);
    expect(await owners(ws)).toEqual([1, 1]);
  });

  test('an OWNER is left if two hand over to each other', async () => {
    const ws = await newTeam();
    const other = await ws.coOwner();
    await Promise.all([transfer(ws, other.user_id), transfer(ws, ws.owner.user_id, other)]);
    expect(await owners(ws)).toEqual([1, 1]);
  });

  test('an OWNER is left if ten leave at once', async () => {
    const ws = await newTeam();
    const all = [ws.owner, ...(await Promise.all(Array.from({ length: 9 }, () => ws.coOwner())))];
    expect(await owners(ws)).toEqual([10, 10]);
    const answers = await Promise.all(all.map((one) => remove(ws, one, one)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
    expect(await owners(ws)).toEqual([1, 1]);
  });
});

describe('handing over', () => {
  test('the member becomes OWNER and the caller MEMBER', async () => {
    const ws = await newTeam();
    const heir = await ws.guest();
    const { status, body } = await transfer(ws, heir.user_id);
    expect([status, body.id, body.role]).toEqual([200, ws.id, 'MEMBER']);
    expect(await owners(ws)).toEqual([1, 1]);
    expect((await call('GET', `/api/workspaces/${ws.id}`, { as: heir })).body.role).toBe('OWNER');
    expect((await transfer(ws, heir.user_id)).status).toBe(403);
  });

  test('handing over to another OWNER leaves one fewer; to oneself or a stranger is refused', async () => {
    const ws = await newTeam();
    const other = await ws.coOwner();
    expect((await transfer(ws, ws.owner.user_id)).status).toBe(422);
    expect((await transfer(ws, (await signIn()).user_id)).status).toBe(422);
    expect((await transfer(ws, other.user_id)).status).toBe(200);
    expect(await owners(ws)).toEqual([1, 1]);
  });

  test('handing over to two at once makes one of them OWNER', async () => {
    const ws = await newTeam();
    const heirs = [await ws.member(), await ws.member()];
    const answers = await Promise.all(heirs.map(({ user_id }) => transfer(ws, user_id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await owners(ws)).toEqual([1, 1]);
  });
});

describe('removing', () => {
  test('none of 200 requests after the removal succeeds; what they made stays under their name', async () => {
    const ws = await newTeam();
    const other = await ws.coOwner();
    const tokens = `/api/workspaces/${ws.id}/api-tokens`;
    const { body: made } = await call('POST', tokens, { as: other, body: { name: 'ci' } });
    const removed = { id: other.user_id, deleted: true, working_tokens: 1, revoked_tokens: 0 };
    expect((await remove(ws, other)).body).toEqual(removed);
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => onceNotBusy(() => call('GET', '/api/widget/sites', { as: other }))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    expect((await call('GET', '/api/v1/sites', { as: { credential: made.token } })).status).toBe(200);
    const { items } = (await call('GET', tokens, { as: ws.owner })).body;
    expect(items).toMatchObject([{ token_id: made.token_id, created_by: other.user_id }]);
    expect(other.email).toContain(items[0].created_by_name);
    const { body } = await call('GET', '/api/workspaces', { as: other });
    expect(body.items.map(({ id }: { id: string }) => id)).not.toContain(ws.id);
  });

  test('revokes the tokens they created if asked to, and no one else’s', async () => {
    const ws = await newTeam();
    const other = await ws.coOwner();
    const tokens = `/api/workspaces/${ws.id}/api-tokens`;
    const mint = async (as: Person) => (await call('POST', tokens, { as, body: { name: 'ci' } })).body;
    const [theirs, also, mine] = [await mint(other), await mint(other), await mint(ws.owner)];
    const path = `/api/workspaces/${ws.id}/members/${other.user_id}?api_tokens=revoke`;
    const { body } = await call('DELETE', path, { as: ws.owner });
    expect(body).toEqual({ id: other.user_id, deleted: true, working_tokens: 0, revoked_tokens: 2 });
    const statusOf = async ({ token }: { token: string }) =>
      (await call('GET', '/api/v1/sites', { as: { credential: token } })).status;
    expect([await statusOf(theirs), await statusOf(also), await statusOf(mine)]).toEqual([401, 401, 200]);
  });

  test('revokes a token that is older than a page of revoked ones', async () => {
    const ws = await newTeam();
    const other = await ws.coOwner();
    const tokens = `/api/workspaces/${ws.id}/api-tokens`;
    const { body: made } = await call('POST', tokens, { as: other, body: { name: 'ci' } });
    const row = await table().get(keys.apiToken(ws.id, made.token_id));
    const revoked = Array.from({ length: 1500 }, () => {
      const id = newId();
      return { ...row, ...keys.apiToken(ws.id, id), id, revoked_at: now() };
    });
    for (let start = 0; start < revoked.length; start += 100) {
      await Promise.all(revoked.slice(start, start + 100).map((one) => table().put(one)));
    }
    const path = `/api/workspaces/${ws.id}/members/${other.user_id}?api_tokens=revoke`;
    expect((await call('DELETE', path, { as: ws.owner })).body).toMatchObject({ revoked_tokens: 1 });
    expect((await call('GET', '/api/v1/sites', { as: { credential: made.token } })).status).toBe(401);
  });

  test('revokes what an earlier attempt left, once the member is gone; for an OWNER alone', async () => {
    const ws = await newTeam();
    const [other, member] = [await ws.coOwner(), await ws.member()];
    const tokens = `/api/workspaces/${ws.id}/api-tokens`;
    const { body: made } = await call('POST', tokens, { as: other, body: { name: 'ci' } });
    expect((await remove(ws, other)).body).toMatchObject({ working_tokens: 1 });
    const path = `/api/workspaces/${ws.id}/members/${other.user_id}?api_tokens=revoke`;
    const works = async () => (await call('GET', '/api/v1/sites', { as: { credential: made.token } })).status;
    expect((await call('DELETE', path, { as: member })).status).not.toBe(200);
    expect(await works()).toBe(200);
    expect((await call('DELETE', path, { as: ws.owner })).body).toMatchObject({ deleted: true, revoked_tokens: 1 });
    expect(await works()).toBe(401);
    expect((await call('DELETE', path, { as: ws.owner })).status).toBe(404);
  });

  test('leaving with one’s tokens can be repeated after it failed half-way', async () => {
    const ws = await newTeam();
    const other = await ws.coOwner();
    const tokens = `/api/workspaces/${ws.id}/api-tokens`;
    const mint = async () => (await call('POST', tokens, { as: other, body: { name: 'ci' } })).body.token;
    const made: string[] = [await mint(), await mint()];
    const statuses = () =>
      Promise.all(made.map(async (credential) => (await call('GET', '/api/v1/sites', { as: { credential } })).status));
    const leave = () => call('DELETE', `${path(ws, other.user_id)}?api_tokens=revoke`, { as: other });
    const { transact } = Table.prototype;
    let revocations = 0;
    Table.prototype.transact = async function (this: Table, writes) {
      const isRevocation = writes.some((write) => 'update' in write && write.set?.revoked_at !== undefined);
      revocations += Number(isRevocation);
      if (isRevocation && revocations === 2) throw unavailable('store_busy');
      return transact.call(this, writes);
    };
    try {
      expect((await leave()).status).toBe(503);
    } finally {
      Table.prototype.transact = transact;
    }
    expect((await statuses()).sort()).toEqual([200, 401]);
    expect((await leave()).body).toMatchObject({ deleted: true, revoked_tokens: 1 });
    expect(await statuses()).toEqual([401, 401]);
    expect((await leave()).status).toBe(404);
  });

  test('the last OWNER, who can’t leave, keeps their tokens', async () => {
    const ws = await newTeam();
    const { body: made } = await call('POST', `/api/workspaces/${ws.id}/api-tokens`, {
      as: ws.owner,
      body: { name: 'ci' },
    });
    const { status, body } = await call('DELETE', `${path(ws, ws.owner.user_id)}?api_tokens=revoke`, { as: ws.owner });
    expect([status, body.code]).toEqual([409, 'last_owner']);
    expect((await call('GET', '/api/v1/sites', { as: { credential: made.token } })).status).toBe(200);
  });

  test('a GUEST and a MEMBER may leave, and remove nobody else', async () => {
    const ws = await newTeam();
    const [member, guest] = [await ws.member(), await ws.guest()];
    for (const one of [member, guest]) {
      expect((await remove(ws, ws.owner, one)).status).toBe(403);
      expect((await remove(ws, one === guest ? member : guest, one)).status).toBe(403);
    }
    for (const one of [member, guest]) {
      expect((await remove(ws, one, one)).status).toBe(200);
      expect((await remove(ws, one, one)).status).toBe(404);
    }
    expect((await remove(ws, member)).status).toBe(404);
  });

  test('nobody can be removed from their personal workspace, whoever else owns it', async () => {
    const ws = await newWorkspace();
    const other = await ws.coOwner();
    for (const as of [ws.owner, other]) expect((await remove(ws, ws.owner, as)).status).toBe(409);
    expect((await remove(ws, other)).status).toBe(200);
  });
});
