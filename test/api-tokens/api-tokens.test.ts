import { beforeAll, describe, expect, test } from '@jest/globals';
import { bindApiTokens, createApiToken } from '../../functions/api-tokens/operations.ts';
import { now } from '../../functions/kit/clock.ts';
import type { Call } from '../../functions/kit/http/serve.ts';
import { newId } from '../../functions/kit/ids.ts';
import { sha256 } from '../../functions/kit/sha256.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { advance } from '../../lib/local/clock.ts';
import { type CallOptions, call, newTeam, newWorkspace, signIn, table, type Workspace } from '../driver.ts';
import { onceNotBusy } from '../once-not-busy.ts';
import { until } from '../workers/until.ts';

let ws: Workspace;
let path: string;
beforeAll(async () => {
  ws = await newWorkspace();
  path = `/api/workspaces/${ws.id}/api-tokens`;
});

const mint = (body: unknown = { name: 'ci' }, more: CallOptions = {}) =>
  call('POST', path, { as: ws.owner, body, ...more });

describe('200', () => {
  test('the plaintext is shown once and works; the table holds its hash and last four characters', async () => {
    const { body } = await mint({ name: 'ci', role: 'GUEST' });
    expect(body).toMatchObject({
      name: 'ci',
      role: 'GUEST',
      prefix: 'svat_',
      last4: body.token.slice(-4),
      expires_at: null,
    });
    expect((await call('GET', '/api/v1/sites', { as: { credential: body.token } })).status).toBe(200);
    const row = await table().get(keys.apiToken(ws.id, body.token_id));
    expect(row).toMatchObject({ token_hash: sha256(body.token) });
    expect(JSON.stringify(row)).not.toContain(body.token);
    const list = await call('GET', path, { as: ws.owner });
    expect(list.text).not.toContain(body.token);
    expect(list.body.items[0]).toMatchObject({ token_id: body.token_id, last4: body.token.slice(-4) });
    expect(list.text).not.toContain('hash');
  });

  test('50 parallel requests with one Idempotency-Key make one row and give one answer', async () => {
    const headers = { 'idempotency-key': newId() };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => onceNotBusy(() => mint({ name: 'one' }, { headers }))),
    );
    expect([...new Set(answers.map(({ status, text }) => `${status} ${text}`))]).toEqual([`200 ${answers[0]!.text}`]);
    const list = await call('GET', path, { as: ws.owner });
    expect(list.body.items.filter((token: { name: string }) => token.name === 'one')).toHaveLength(1);
    expect((await call('GET', '/api/v1/sites', { as: { credential: answers[0]!.body.token } })).status).toBe(200);
  });

  test('a replay gives the first answer, byte for byte, after the token was used and after it expired', async () => {
    const headers = { 'idempotency-key': newId() };
    const body = { name: 'short', expires_at: now() + 60_000 };
    const first = await mint(body, { headers });
    // A store that is busy may miss a use.
    await until(async () => {
      await call('GET', '/api/v1/sites', { as: { credential: first.body.token } });
      return (await table().get(keys.apiToken(ws.id, first.body.token_id)))?.last_used_at;
    }, 'the first use');
    expect((await mint(body, { headers })).text).toBe(first.text);
    advance(60_000);
    const [late, other] = [
      await mint(body, { headers }),
      await mint(body, { headers: { 'idempotency-key': newId() } }),
    ];
    advance(-60_000);
    expect([late.status, late.text]).toEqual([200, first.text]);
    expect(other.status).toBe(422);
  });

  test('null and absent are the same body', async () => {
    const headers = { 'idempotency-key': newId() };
    const first = await mint({ name: 'ci', expires_at: null }, { headers });
    expect((await mint({ name: 'ci' }, { headers })).text).toBe(first.text);
  });

  test('another user or workspace with the same key gets another token', async () => {
    const headers = { 'idempotency-key': newId() };
    const other = await newWorkspace();
    const mine = await mint({ name: 'same' }, { headers });
    const theirs = await call('POST', `/api/workspaces/${other.id}/api-tokens`, {
      as: other.owner,
      body: { name: 'same' },
      headers,
    });
    expect(theirs.body.token).not.toBe(mine.body.token);
  });

  test('a MEMBER lists and revokes only tokens of their own, an OWNER all', async () => {
    const own = await newWorkspace();
    const member = await own.member();
    const { token_id } = await own.token();
    expect((await call('GET', `/api/workspaces/${own.id}/api-tokens`, { as: member })).body.items).toEqual([]);
    expect((await call('DELETE', `/api/workspaces/${own.id}/api-tokens/${token_id}`, { as: member })).status).toBe(404);
    expect((await call('DELETE', `/api/workspaces/${own.id}/api-tokens/${token_id}`, { as: own.owner })).status).toBe(
      200,
    );
  });
});

describe('401', () => {
  test('after a revocation 200 parallel requests all fail, and say why', async () => {
    const { credential, token_id } = await ws.token();
    await call('DELETE', `${path}/${token_id}`, { as: ws.owner });
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => onceNotBusy(() => call('GET', '/api/v1/sites', { as: { credential } }))),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([401]));
    expect(answers[0]!.headers['www-authenticate']).toBe('Bearer error="invalid_token", error_description="revoked"');
  });

  test('an expired token is refused by the clock, whatever the table still holds', async () => {
    const { body } = await mint({ name: 'short', expires_at: now() + 60_000 });
    expect(body.expires_at).toMatch(/^\d{13}$/);
    const as = { credential: body.token };
    expect((await call('GET', '/api/v1/sites', { as })).status).toBe(200);
    advance(60_000);
    const answer = await call('GET', '/api/v1/sites', { as });
    advance(-60_000);
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, expect.stringContaining('expired')]);
  });

  test('a forged secret with a real token id is unknown, and does not use up its victim’s window', async () => {
    const { credential } = await ws.token();
    const flipped = credential.slice(0, 40) + (credential[40] === 'a' ? 'b' : 'a') + credential.slice(41);
    expect((await call('GET', '/api/v1/sites', { as: { credential: flipped } })).status).toBe(401);
    expect((await call('GET', '/api/v1/sites', { as: { credential } })).status).toBe(200);
  });
});

describe('403, 404, 422', () => {
  test('an OWNER who was removed since the request was authorized mints nothing', async () => {
    const team = await newTeam();
    const other = await team.coOwner();
    const ctx = bindApiTokens(table(), {
      actor: { kind: 'session', user_id: other.user_id, name: other.name, role: 'OWNER' } as Call['actor'],
      scope: { workspace_id: team.id, sites: 'all', deleted_sites: new Set() },
      rows: {},
      now: now(),
      once: undefined,
      operation_id: 'createApiToken',
      request: { id: 'r', ip: '10.0.0.1', origin: undefined, route_key: '', headers: {}, body: '' },
    });
    const members = `/api/workspaces/${team.id}/members/${other.user_id}`;
    await call('DELETE', `${members}?api_tokens=revoke`, { as: team.owner });
    const body = { name: 'late', role: 'MEMBER', expires_at: null } as const;
    await expect(createApiToken(ctx, { ws_id: team.id, query: {}, body })).rejects.toMatchObject({ status: 403 });
    const list = await call('GET', `/api/workspaces/${team.id}/api-tokens`, { as: team.owner });
    expect(list.body.items).toEqual([]);
  });

  test('tokens and MEMBERs mint nothing, a GUEST lists nothing, a stranger finds nothing', async () => {
    const body = { name: 'x' };
    expect((await mint(body, { as: await ws.token() })).status).toBe(403);
    expect((await mint(body, { as: await ws.member() })).status).toBe(403);
    expect((await call('GET', path, { as: await ws.guest() })).status).toBe(403);
    expect((await call('GET', path, { as: await signIn() })).status).toBe(404);
  });

  test.each([
    {},
    { name: '' },
    { name: 'x'.repeat(81) },
    { name: 'x', role: 'OWNER' },
    { name: 'x', role: 'ADMIN' },
    { name: 'x', expires_at: 'soon' },
    { name: 'x', expires_at: 1 },
  ])('%j is refused', async (body) => {
    expect((await mint(body)).status).toBe(422);
  });

  test('another body under one key is refused', async () => {
    const headers = { 'idempotency-key': newId() };
    await mint({ name: 'a' }, { headers });
    expect((await mint({ name: 'b' }, { headers })).status).toBe(422);
  });
});
