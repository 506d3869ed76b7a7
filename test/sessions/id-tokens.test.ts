import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { newId } from '../../functions/kit/ids.ts';
import { personalWorkspaceOf } from '../../web/dashboard/session/personal-workspace.ts';
import { call } from '../driver.ts';

const AUDIENCE = 'tests';
const settings = { ISSUER: process.env.ISSUER, CLIENT_ID: process.env.CLIENT_ID, JWKS_URL: process.env.JWKS_URL };

let server: Server;
let isDown = false;
let keySet: { keys: JWK[] };
let own: CryptoKey;
let foreign: CryptoKey;
let publicPem: string;
let issuer: string;

const newIssuer = () => {
  const { port } = server.address() as AddressInfo;
  issuer = `http://127.0.0.1:${port}/${newId()}`;
  Object.assign(process.env, { ISSUER: issuer, CLIENT_ID: AUDIENCE, JWKS_URL: `${issuer}/keys` });
};

beforeAll(async () => {
  const pair = await generateKeyPair('RS256', { extractable: true });
  own = pair.privateKey;
  foreign = (await generateKeyPair('RS256')).privateKey;
  publicPem = await exportSPKI(pair.publicKey);
  keySet = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] };
  server = createServer((_, answer) => {
    answer.statusCode = isDown ? 500 : 200;
    answer.end(isDown ? 'down' : JSON.stringify(keySet));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  newIssuer();
});

afterAll(() => {
  server.close();
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

interface Minting {
  claims?: Record<string, unknown>;
  kid?: string;
  key?: CryptoKey | Uint8Array;
  alg?: string;
  iss?: string;
  aud?: string;
  expires?: string | number;
  notBefore?: string;
}

const mint = ({
  claims = {},
  kid = 'one',
  key = own,
  alg = 'RS256',
  iss = issuer,
  aud = AUDIENCE,
  expires = '1h',
  notBefore,
}: Minting = {}) => {
  const token = new SignJWT({ email: 'a@example.com', email_verified: true, token_use: 'id', sub: 'a', ...claims })
    .setProtectedHeader({ alg, kid })
    .setIssuer(iss)
    .setAudience(aud)
    .setIssuedAt()
    .setExpirationTime(expires);
  if (notBefore) token.setNotBefore(notBefore);
  return token.sign(key);
};

const list = (credential: string) => call('GET', '/api/v1/sites', { as: { credential } });

describe('200', () => {
  test('a first sign-in makes the person and a personal workspace, also when it comes twenty times at once', async () => {
    const token = await mint({ claims: { sub: newId() } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => list(token)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  });

  test('a first sign-in with a long name makes a workspace whose name ends with a whole character', async () => {
    const credential = await mint({ claims: { sub: newId(), name: `${'a'.repeat(107)}😀 and more` } });
    expect((await list(credential)).status).toBe(200);
    const { items } = (await call('GET', '/api/workspaces', { as: { credential } })).body;
    expect(items).toEqual([expect.objectContaining({ name: `${'a'.repeat(107)}'s workspace` })]);
  });

  test('the dashboard derives that workspace’s id from the token alone', async () => {
    const credential = await mint({ claims: { sub: newId() } });
    const { items } = (await call('GET', '/api/workspaces', { as: { credential } })).body;
    expect(items).toEqual([expect.objectContaining({ id: await personalWorkspaceOf(credential), personal: true })]);
  });
});

describe('401', () => {
  const bad: [name: string, make: () => Promise<string>][] = [
    [
      'alg none',
      async () =>
        new UnsecuredJWT({ email: 'a@example.com', token_use: 'id', sub: 'a' })
          .setIssuer(issuer)
          .setAudience(AUDIENCE)
          .setExpirationTime('1h')
          .encode(),
    ],
    ['HS256 signed with the public key', () => mint({ alg: 'HS256', key: new TextEncoder().encode(publicPem) })],
    ['a foreign key', () => mint({ key: foreign })],
    ['an unknown key id', () => mint({ kid: 'two', key: foreign })],
    ['a wrong issuer', () => mint({ iss: 'https://issuer.example' })],
    ['a wrong audience', () => mint({ aud: 'other' })],
    ['an access token', () => mint({ claims: { token_use: 'access' } })],
    ['no token_use', () => mint({ claims: { token_use: undefined } })],
    ['a token of tomorrow', () => mint({ notBefore: '1d', expires: '2d' })],
    ['a cut signature', async () => (await mint()).slice(0, -10)],
    ['a changed payload', async () => (await mint()).replace(/\.[^.]{4}/, '.eyJh')],
    ['two parts', async () => (await mint()).split('.').slice(0, 2).join('.')],
    ['words', async () => 'not a token at all'],
  ];
  test.each(bad)('%s is refused with the challenge', async (_, make) => {
    const { status, headers } = await list(await make());
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toMatch(
      /^Bearer error="invalid_token", error_description="(unknown|malformed)"$/,
    );
  });

  test('an expired token is refused as expired', async () => {
    const { status, headers } = await list(await mint({ expires: Math.floor(Date.now() / 1000) - 10 }));
    expect([status, headers['www-authenticate']]).toEqual([401, expect.stringContaining('expired')]);
  });

  test.each(['', 'Basic abc', 'Bearer', 'Bearer  two spaces', `Bearer ${'x'.repeat(9000)}`])(
    'the header %j is refused',
    async (authorization) => {
      expect((await call('GET', '/api/v1/sites', { headers: { authorization } })).status).toBe(401);
    },
  );
});

describe('503', () => {
  test('a key set out of reach refuses new keys and still admits known ones', async () => {
    newIssuer();
    isDown = true;
    const unreachable = await list(await mint());
    expect([unreachable.status, unreachable.headers['retry-after']]).toEqual([503, '2']);
    isDown = false;
    newIssuer();
    const token = await mint();
    expect((await list(token)).status).toBe(200);
    isDown = true;
    expect((await list(token)).status).toBe(200);
    expect([401, 503]).toContain((await list(await mint({ kid: 'three', key: foreign }))).status);
    isDown = false;
  });
});
