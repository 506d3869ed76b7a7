import { describe, expect, test } from '@jest/globals';
import { endOthers, isEnded } from '../../functions/kit/access/sessions.ts';
import { DAY, SECOND } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, newTeam, type Person, signIn } from '../driver.ts';

const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0';
const ENDED = 'Bearer error="invalid_token", error_description="session ended"';

const seconds = () => Math.floor(Date.now() / SECOND) - 3600;

/** A person who signs in several times, a second apart. */
const newPerson = () => {
  const email = `p-${newId().toLowerCase()}@example.com`;
  let auth_time = seconds();
  return async (origin_jti: string = newId()) => {
    auth_time += 1;
    return signIn({ email, origin_jti, auth_time });
  };
};

const list = async (as: Person, headers = { 'user-agent': AGENT }) => {
  const { status, body } = await call('GET', '/api/me/sessions', { as, headers });
  expect(status).toBe(200);
  return body.items as { id: string; device: string; current: boolean; last_used_at: string; created_at: string }[];
};

const end = (as: Person, id: string) => call('DELETE', `/api/me/sessions/${id}`, { as });
const signOut = (as: Person) => call('POST', '/api/me/sign-out', { as });
const isIn = async (as: Person) => (await call('GET', '/api/v1/sites', { as })).status === 200;

describe('GET /api/me/sessions', () => {
  test('lists each sign-in once, with device and last use, the own one first', async () => {
    const again = newPerson();
    const [first, second] = [await again(), await again()];
    await list(first, {
      'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
    });
    await call('GET', '/api/v1/sites', { as: second, headers: { 'user-agent': AGENT } });
    const sessions = await list(second);
    expect(sessions.map(({ device, current }) => [device, current])).toEqual([
      ['Firefox 141, Windows', true],
      ['Safari 18, iOS', false],
    ]);
    expect(Number(sessions[0]?.last_used_at)).toBeGreaterThan(Number(sessions[0]?.created_at));
    expect((await list(first)).map(({ current }) => current)).toEqual([true, false]);
  });

  test('leaves out a session that was unused for longer than its tokens are valid', async () => {
    const again = newPerson();
    const [first, second] = [await again(), await again()];
    await Promise.all([list(first), list(second)]);
    advance(32 * DAY);
    expect((await list(second)).map(({ current }) => current)).toEqual([true]);
  });
});

describe('DELETE /api/me/sessions/{session_id}', () => {
  test('refuses the next request of that session on every kind of route, renewed tokens too', async () => {
    const again = newPerson();
    const first = await again();
    const jti = newId();
    const second = await again(jti);
    const team = await newTeam(second);
    await list(first);
    const [, other] = await list(first);
    expect((await end(first, other!.id)).body).toEqual({ id: other!.id, deleted: true });
    for (const [method, path] of [
      ['GET', '/api/v1/sites'],
      ['GET', '/api/workspaces'],
      ['GET', `/api/workspaces/${team.id}`],
      ['GET', '/api/me/sessions'],
    ] as const) {
      const { status, headers, body } = await call(method, path, { as: second });
      expect([path, status, headers['www-authenticate']]).toEqual([path, 401, ENDED]);
      expect(body.code).toBe('credential_session_ended');
    }
    expect(await isIn(first)).toBe(true);
    expect((await list(first)).length).toBe(1);
    expect(await isIn(await again())).toBe(true);
  });

  test('signing out a session of an admin ends admin routes', async () => {
    const email = `a-${newId().toLowerCase()}@example.com`;
    const admin = { email, groups: ['admins'], origin_jti: newId(), auth_time: seconds() };
    const one = await signIn(admin);
    const queue = (as: Person) => call('GET', '/api/admin/showcase/pending', { as });
    await list(one);
    expect((await queue(one)).status).toBe(200);
    expect((await signOut(one)).status).toBe(200);
    expect((await queue(one)).status).toBe(401);
  });

  test('signs out a renewed token with the one it came from', async () => {
    const email = `p-${newId().toLowerCase()}@example.com`;
    const session = { email, origin_jti: newId(), auth_time: seconds() };
    const one = await signIn(session);
    await list(one);
    expect((await signOut(one)).status).toBe(200);
    expect(await isIn(await signIn(session))).toBe(false);
  });

  test("answers 404 for another person's session and for one that ended", async () => {
    const [mine, theirs] = [await newPerson()(), await newPerson()()];
    const [own] = await list(theirs);
    const missing = await end(mine, newId());
    const foreign = await end(mine, own!.id);
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    expect(await isIn(theirs)).toBe(true);
  });

  test('keeps all ended that end at the same moment', async () => {
    const again = newPerson();
    const own = await again();
    const others: Person[] = [];
    for (let count = 0; count < 4; count += 1) others.push(await again());
    await Promise.all(others.map((one) => list(one)));
    const ids = (await list(own)).filter(({ current }) => !current).map(({ id }) => id);
    const statuses = await Promise.all(ids.map(async (id) => (await end(own, id)).status));
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect(await Promise.all(others.map(isIn))).toEqual([false, false, false, false]);
    expect(await isIn(own)).toBe(true);
  });
});

describe('DELETE /api/me/sessions', () => {
  test('ends all others, also one that was never used', async () => {
    const again = newPerson();
    const [own, used, unused] = [await again(), await again(), await again()];
    await Promise.all([list(own), list(used)]);
    expect((await call('DELETE', '/api/me/sessions', { as: own })).body).toEqual({ ended: 1 });
    expect(await Promise.all([own, used, unused].map(isIn))).toEqual([true, false, false]);
  });
});

test('a 51st session ends the one that was unused for longest', async () => {
  const again = newPerson();
  const first = await again();
  await list(first);
  advance(2 * 3600 * SECOND);
  for (let count = 0; count < 50; count += 1) expect(await isIn(await again())).toBe(true);
  expect(await isIn(first)).toBe(false);
  const last = await again();
  expect(await list(last)).toHaveLength(50);
});

test('ending all others keeps the caller’s own session, listed or not', () => {
  const own = { session_id: 'own', began_at: 2 };
  for (const user of [{}, { session_own: { device: 'Firefox', began_at: 2, last_used_at: 3 } }]) {
    const { set, remove } = endOthers({ ...user, session_other: { device: '', began_at: 1, last_used_at: 1 } }, own, 5);
    expect(remove).toEqual(['session_other']);
    expect(isEnded({ ...user, ...set }, own)).toBe(false);
    expect(isEnded({ ...user, ...set }, { session_id: 'other', began_at: 1 })).toBe(true);
  }
});
