import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readFreshSession, readSession, STORED_SESSION } from '../../web/dashboard/session/session.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  const sessionStorage = { getItem: (key: string) => kept.get(key) ?? null };
  Object.defineProperty(globalThis, 'sessionStorage', { value: sessionStorage, configurable: true });
});
afterEach(() => {
  kept.clear();
  Reflect.deleteProperty(globalThis, 'sessionStorage');
});

const tokenOf = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
const keep = (session: object) => kept.set(STORED_SESSION, JSON.stringify(session));

test('a stored session is reused while its token is valid', () => {
  const session = { id_token: tokenOf({ sub: 'a', name: 'Zoë' }), expires_at: Date.now() + 3_600_000 };
  keep(session);
  expect(readSession()).toEqual(session);
  expect(readFreshSession()).toEqual(session);
  keep({ ...session, expires_at: Date.now() });
  expect(readSession()).toBeDefined();
  expect(readFreshSession()).toBeUndefined();
});

test.each([['x.y.z'], ['x'], [''], [undefined], [tokenOf({})], [`e30.${btoa('[')}.x`]])(
  'a token %j is no session: one signs in, and the page starts',
  (id_token) => {
    keep({ id_token, expires_at: Date.now() + 3_600_000 });
    expect(readSession()).toBeUndefined();
  },
);
