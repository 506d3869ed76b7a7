import { beforeAll, describe, expect, test } from '@jest/globals';
import { noteUse, useOf } from '../../functions/kit/access/last-use.ts';
import { HOUR, MINUTE, now } from '../../functions/kit/clock.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { Table } from '../../functions/kit/table/table.ts';
import { advance } from '../../lib/local/clock.ts';
import { type Caller, call, newWorkspace, table, type Workspace } from '../driver.ts';
import { until } from '../workers/until.ts';

let ws: Workspace;
beforeAll(async () => {
  ws = await newWorkspace();
});

const listed = async (token_id: string, of = ws) => {
  const { body } = await call('GET', `/api/workspaces/${of.id}/api-tokens`, { as: of.owner });
  return body.items.find((one: { token_id: string }) => one.token_id === token_id);
};
const lastUse = async (token_id: string): Promise<number> => Number((await listed(token_id)).last_used_at);
const use = (as: Caller) => call('GET', '/api/v1/sites', { as });

describe('the last use of a token', () => {
  test('is null until the first call, then the time of a call within the last hour', async () => {
    const token = await ws.token();
    expect((await listed(token.token_id)).last_used_at).toBe(null);
    const before = now();
    expect((await use(token)).status).toBe(200);
    const first = await until(() => lastUse(token.token_id), 'the note');
    expect(first).toBeGreaterThanOrEqual(before);
    advance(59 * MINUTE);
    try {
      await use(token);
      expect(await lastUse(token.token_id)).toBe(first);
      advance(2 * MINUTE);
      await use(token);
      await until(async () => (await lastUse(token.token_id)) > first + HOUR, 'the second note');
    } finally {
      advance(-61 * MINUTE);
    }
  });

  test('is noted though the operation refuses, and not for a forged secret', async () => {
    const [token, victim] = [await ws.token(), await ws.token()];
    expect((await call('GET', '/api/v1/sites?limit=0', { as: token })).status).toBe(422);
    expect((await call('GET', '/api/v1/sites', { as: token })).status).toBe(200);
    await until(() => lastUse(token.token_id), 'the note');
    const { credential } = victim;
    const forged = credential.slice(0, 60) + (credential[60] === 'a' ? 'b' : 'a') + credential.slice(61);
    expect((await use({ credential: forged })).status).toBe(401);
    expect((await listed(victim.token_id)).last_used_at).toBe(null);
  });

  test('a revocation beside it stays', async () => {
    const token = await ws.token();
    const path = `/api/workspaces/${ws.id}/api-tokens/${token.token_id}`;
    await Promise.all([...Array.from({ length: 20 }, () => use(token)), call('DELETE', path, { as: ws.owner })]);
    expect((await use(token)).status).toBe(401);
    expect(await table().get(keys.apiToken(ws.id, token.token_id))).toMatchObject({ revoked_at: expect.any(Number) });
  });

  test('a store that fails, or never answers, fails and delays nothing', async () => {
    const broken = (send: () => Promise<never>) =>
      new Table({ send } as unknown as ConstructorParameters<typeof Table>[0], { main: 'x', scratch: 'x' });
    const { use: unused } = useOf({}, keys.apiToken(ws.id, ws.id));
    expect(unused).toBeDefined();
    await noteUse(
      broken(() => Promise.reject(new Error('throttled'))),
      unused,
    )();
    const began = performance.now();
    await noteUse(
      broken(() => new Promise(() => {})),
      unused,
    )();
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe('the list', () => {
  test("a removed maker's tokens stay, under their maker's name, and an OWNER revokes them", async () => {
    const own = await newWorkspace();
    const member = await own.member();
    await table().transact([{ update: keys.member(own.id, member.user_id), set: { role: 'OWNER' } }]);
    const minted = await call('POST', `/api/workspaces/${own.id}/api-tokens`, { as: member, body: { name: 'left' } });
    const { token_id, created_by_name } = minted.body;
    expect(created_by_name).toBe(member.email.split('@')[0]);
    await table().transact([{ update: keys.member(own.id, member.user_id), set: { role: 'MEMBER' } }]);
    const mine = await call('GET', `/api/workspaces/${own.id}/api-tokens`, { as: member });
    expect(mine.body.items.map((one: { token_id: string }) => one.token_id)).toEqual([token_id]);
    await table().transact([{ delete: keys.member(own.id, member.user_id) }]);
    expect(await listed(token_id, own)).toMatchObject({ created_by: member.user_id, created_by_name });
    const path = `/api/workspaces/${own.id}/api-tokens/${token_id}`;
    expect((await call('DELETE', path, { as: member })).status).toBe(404);
    expect((await call('DELETE', path, { as: own.owner })).status).toBe(200);
  });
});
