import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { readFreshSession, readSession, STORED_SESSION } from '../../web/dashboard/session/session.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  Object.defineProperty(globalThis, 'sessionStorage', { value: sessionStorage, configurable: true });
});
afterEach(() => {
  kept.clear();
  for (const name of ['sessionStorage', 'window', 'location']) Reflect.deleteProperty(globalThis, name);
  jest.restoreAllMocks();
});

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const tokenOf = (claims: object) => `${encoded({ alg: 'RS256' })}.${encoded(claims)}.x`;
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

const ISSUER = 'https://sign-in.example';

/** An open page whose token has expired. */
const openExpired = async () => {
  keep({ id_token: tokenOf({ sub: 'a' }), refresh_token: 'r', expires_at: 0 });
  const location = new URL('https://sidenote.example/dashboard/inbox');
  for (const [name, value] of Object.entries({ location, window: new EventTarget() }))
    Object.defineProperty(globalThis, name, { value, configurable: true });
  jest.resetModules();
  const page = await import('../../web/dashboard/session/sign-in.ts');
  const token_endpoint = `${ISSUER}/token`;
  await page.startSession({ issuer: ISSUER, client_id: 'c', token_endpoint } as Parameters<
    typeof page.startSession
  >[0]);
  return page;
};

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  jest.spyOn(globalThis, 'fetch').mockResolvedValueOnce(Response.json(body, { status, headers }));

test.each([
  [503, '<h1>Unavailable</h1>'],
  [502, { message: 'Bad gateway' }],
  [429, { error: 'too_many_requests' }],
  [403, { message: 'Forbidden' }],
])('a renewal that fails with %i keeps the session, and the next attempt renews it', async (status, body) => {
  const { credential, findPerson } = await openExpired();
  answer(status, body);
  await expect(credential()).rejects.toThrow('Failed to fetch');
  expect(findPerson()?.id).toBe('a');
  expect(readSession()).toBeDefined();
  const seconds = Math.floor(Date.now() / 1000);
  const id_token = tokenOf({ sub: 'a', iss: ISSUER, aud: 'c', iat: seconds, exp: seconds + 3600 });
  answer(200, { access_token: 'x', token_type: 'bearer', id_token });
  expect(await credential()).toBe(id_token);
});

test('a renewal doesn’t bring back a session that another tab ended meanwhile', async () => {
  const { credential, findPerson } = await openExpired();
  const seconds = Math.floor(Date.now() / 1000);
  const id_token = tokenOf({ sub: 'a', iss: ISSUER, aud: 'c', iat: seconds, exp: seconds + 3600 });
  jest.spyOn(globalThis, 'fetch').mockImplementationOnce(async () => {
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'sidenote.signed-out', newValue: 'a' }));
    return Response.json({ access_token: 'x', token_type: 'bearer', id_token });
  });
  expect(await credential()).toBe('');
  expect(findPerson()).toBeUndefined();
  expect(readSession()).toBeUndefined();
});

test.each([
  [400, { error: 'invalid_grant' }, {}],
  [401, { error: 'invalid_client' }, { 'www-authenticate': 'Basic realm="tokens"' }],
])('a renewal that is refused with %i ends the session', async (status, body, headers) => {
  const { credential, findPerson } = await openExpired();
  answer(status, body, headers);
  expect(await credential()).toBe('');
  expect(findPerson()).toBeUndefined();
  expect(readSession()).toBeUndefined();
});
