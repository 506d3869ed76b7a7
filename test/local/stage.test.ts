import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AdminDeleteUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { VIEWS } from '../../functions/browser/order.ts';
import { verifyIdToken } from '../../functions/kit/access/id-token.ts';
import { inboxPage } from '../../lib/local/pages.ts';
import { stage } from '../driver.ts';

const { base_url } = stage();
const local = (path: string, init?: RequestInit) =>
  fetch(`${base_url}/__local/${path}`, { redirect: 'manual', ...init });
const post = (path: string, body: unknown) =>
  local(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

/** fetch doesn't allow setting Host. */
const withHeaders = (path: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(`${base_url}${path}`, { headers }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end();
  });

describe('the description of the stage', () => {
  test('has exactly the keys that tools depend on', () => {
    const { base_url: _, ...rest } = stage();
    expect(Object.keys(rest).toSorted()).toEqual(
      [
        ...['allowed_origins', 'api_token', 'client_id', 'dashboard_url', 'issuer', 'jwks_url', 'mail_url', 'mcp_url'],
        ...['owner_email', 'owner_id_token', 'sign_in_url', 'site_id', 'widget_page', 'widget_token', 'workspace_id'],
      ].toSorted(),
    );
  });

  test('includes a demo page with the widget under a strict policy', async () => {
    const page = await fetch(stage().widget_page ?? '');
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
    const [, loader_id] = / data-loader="([^"]+)"/.exec(await page.text()) ?? [];
    const loader = await fetch(`${base_url}/w/${loader_id}/widget.js`);
    expect(loader.headers.get('content-type')).toMatch(/^text\/javascript/);
    const [core] = /\/widget\/core\.[0-9a-f]+\.js/.exec(await loader.text()) ?? [];
    const asset = await fetch(`${base_url}${core}`);
    expect(asset.headers.get('access-control-allow-origin')).toBe('*');
    expect(asset.headers.get('cache-control')).toContain('immutable');
  });
});

describe('the local checkout', () => {
  test('credits a wallet through the signed webhook and links back to it', async () => {
    const { workspace_id } = stage();
    await post('wallet', { workspace_id, cents: 0 });
    const asked = { headers: { authorization: `Bearer ${stage().owner_id_token}`, 'x-svc-workspace': workspace_id } };
    const wallet = async () => (await (await fetch(`${base_url}/api/wallet`, asked)).json()) as Record<string, unknown>;
    const before = await wallet();
    const page = await fetch(String(before.wallet_topup_url));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Pay $20')]);
    const paid = await local('checkout', {
      method: 'POST',
      body: new URLSearchParams({ workspace_id, cents: '2000' }),
    });
    expect([paid.status, paid.headers.get('location')]).toEqual([303, `/dashboard/wallet?workspace=${workspace_id}`]);
    expect(Number((await wallet()).wallet_balance_cents)).toBe(Number(before.wallet_balance_cents) + 2000);
  });
});

describe('the helper routes', () => {
  test.each([
    ['a name that was rebound to this machine', { host: 'evil.example' }],
    ['a page of another site', { origin: 'https://evil.example' }],
  ])('reject %s', async (_, headers) => {
    expect(await withHeaders('/__local/mail', headers)).toBe(403);
    expect(await withHeaders('/__local/env', headers)).toBe(403);
  });

  test('issue a valid token at sign-in, for the same person if the address is the same', async () => {
    const email = `s-${randomUUID()}@example.com`;
    const [first, second] = (await Promise.all(
      [email, email.toUpperCase()].map(async (one) =>
        (await post('sign-in', { email: one, groups: ['admins'] })).json(),
      ),
    )) as { id_token: string; user_id: string }[];
    expect(first?.user_id).toBe(second?.user_id);
    const identity = await verifyIdToken(first?.id_token ?? '');
    expect(identity).toMatchObject({ user_id: first?.user_id, email, email_verified: true, admin: true });
  });

  test.each([
    ['sign-in', {}],
    ['clock', { advance_ms: -1 }],
    ['faults', { target: 'moon', mode: 'outage' }],
    ['faults', { target: 'mail', mode: 'gsi_lag' }],
    ['faults', { target: 'mail', mode: 'outage', rate: 2 }],
  ])('%s rejects %j with a reason', async (path, body) => {
    const answer = await post(path, body);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toHaveProperty('detail');
  });

  test('return emails as JSON, and as a page to browsers', async () => {
    const json = await local(`mail?to=${randomUUID()}@example.com`);
    expect(await json.json()).toEqual([]);
    const page = await local('mail', { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('show an email’s own HTML in a sandbox', () => {
    const hostile = '"><script>alert(1)</script>';
    const mail = { id: '1', at: '', from: hostile, to: [hostile], subject: hostile, text: hostile, html: hostile };
    const page = inboxPage([{ ...mail, headers: [], attachments: [], raw: hostile }], hostile);
    expect(page).not.toContain('<script>');
    expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  });

  test('sign in a browser with a code and PKCE', async () => {
    const verifier = randomUUID() + randomUUID();
    const query = new URLSearchParams({
      client_id: stage().client_id ?? '',
      response_type: 'code',
      redirect_uri: 'http://localhost:5173/back',
      state: 'st',
      nonce: 'no',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const authorize = `issuer/oauth2/authorize?${query}`;
    expect(await (await local(authorize)).text()).toContain('type="email"');
    const back = await local(authorize, { method: 'POST', body: new URLSearchParams({ email: 'd@example.com' }) });
    expect(back.status).toBe(303);
    const address = new URL(back.headers.get('location') ?? '');
    expect(address.origin).toBe('http://localhost:5173');
    expect(address.searchParams.get('state')).toBe('st');
    const exchange = (code_verifier: string) =>
      local('issuer/oauth2/token', {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: stage().client_id ?? '',
          redirect_uri: 'http://localhost:5173/back',
          code: address.searchParams.get('code') ?? '',
          code_verifier,
        }),
      });
    const tokens = (await (await exchange(verifier)).json()) as { id_token: string };
    expect(await verifyIdToken(tokens.id_token)).toMatchObject({ email: 'd@example.com' });
    expect((await exchange(verifier)).status).toBe(400);
  });

  test('issue a code only to addresses of this machine', async () => {
    const query = `client_id=${stage().client_id}&response_type=code&redirect_uri=https://evil.example/`;
    const answer = await local(`issuer/oauth2/authorize?${query}`, {
      method: 'POST',
      body: new URLSearchParams({ email: 'd@example.com' }),
    });
    expect(answer.status).toBe(400);
  });
});

describe('the front', () => {
  test('answers a body over 10 MB with a 413 that the client receives', async () => {
    const body = Buffer.alloc(10 * 1024 * 1024 + 1);
    const answer = await fetch(`${base_url}/api/widget/sites`, { method: 'POST', body });
    expect(answer.status).toBe(413);
  });

  test('treats HEAD and GET separately', async () => {
    expect((await fetch(`${base_url}/api/health`, { method: 'HEAD' })).status).toBe(404);
  });
});

const spawnStage = async (folder: string, ...options: string[]) => {
  const child = spawn(process.execPath, ['bin/local.ts', '--port', '0', '--folder', folder, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Its own table: its clock runs an hour ahead, and its workers would take the shared stage's work.
    env: { ...process.env, LOG_LEVEL: 'error', AWS_ENDPOINT_URL_DYNAMODB: undefined },
  });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += chunk;
    if (printed.includes('Ctrl-C')) break;
  }
  return { child, printed };
};

const startStage = async (folder: string, ...options: string[]) => {
  const { child, printed } = await spawnStage(folder, ...options);
  const description = JSON.parse(await readFile(join(folder, 'stage.json'), 'utf8')) as Record<string, string>;
  const close = async () => {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    return (await gone)[0] as number;
  };
  return { description, printed, close };
};

const startPage = async () => {
  const agents: string[] = [];
  const server = createServer((asked, answer) => {
    agents.push(asked.headers['user-agent'] ?? '');
    answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Fine</title><h1>Fine</h1>');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const stop = () => new Promise((stopped) => server.close(stopped).closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, agents, stop };
};

test('state survives a restart: notes, tokens, people, deleted accounts and the clock', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-kept-'));
  const first = await startStage(folder);
  const before = first.description;
  expect(first.printed).toContain(before.mcp_url);
  expect(first.printed).toMatch(/measured by rules, without an AI/);
  const send = (at: Record<string, string>, method: string, path: string, credential: string, body?: unknown) =>
    fetch(`${at.base_url}${path}`, {
      method,
      headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json', origin: at.base_url ?? '' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const note = {
    body: 'Kept',
    context: { page: { url: before.widget_page }, anchor: { kind: 'element', selector: '#x' } },
  };
  const widget = before.widget_token ?? '';
  expect((await send(before, 'POST', '/api/widget/annotations', widget, note)).status).toBe(200);
  await send(before, 'POST', '/__local/clock', '', { advance_ms: 3_600_000 });
  const signIn = async (at: Record<string, string>, email = 'Gone@example.com') =>
    (await (await send(at, 'POST', '/__local/sign-in', '', { email })).json()) as { id_token: string };
  const subjectOf = ({ id_token }: { id_token: string }) => decodeJwt(id_token).sub;
  const deleteAccount = async (at: Record<string, string>, Username: string | undefined) => {
    const settings = (await (await send(at, 'GET', '/__local/env', '')).json()) as Record<string, string>;
    const pool = new CognitoIdentityProviderClient({
      endpoint: settings.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER ?? '',
    });
    const deletion = pool.send(new AdminDeleteUserCommand({ UserPoolId: settings.USER_POOL_ID, Username }));
    return deletion.catch(({ name }: Error) => name).finally(() => pool.destroy());
  };
  const gone = subjectOf(await signIn(before));
  expect(await deleteAccount(before, gone)).toHaveProperty('$metadata');
  const newSubject = subjectOf(await signIn(before));
  expect(newSubject).not.toBe(gone);
  const otherSubject = subjectOf(await signIn(before, 'other@example.com'));
  expect(await first.close()).toBe(0);

  const second = await startStage(folder);
  const after = second.description;
  try {
    for (const name of ['workspace_id', 'site_id', 'widget_token', 'api_token', 'issuer', 'client_id']) {
      expect([name, after[name]]).toEqual([name, before[name]]);
    }
    expect(subjectOf(await signIn(after))).toBe(newSubject);
    // An account whose token is from before the restart.
    expect(await deleteAccount(after, otherSubject)).toBe('UserNotFoundException');
    expect(subjectOf(await signIn(after, 'other@example.com'))).not.toBe(otherSubject);
    const list = `/api/v1/sites/${after.site_id}/annotations`;
    for (const credential of [before.owner_id_token, before.api_token]) {
      const answer = await send(after, 'GET', list, credential ?? '');
      expect(await answer.json()).toMatchObject({ items: [{ excerpt: 'Kept' }] });
    }
    expect((await send(after, 'POST', '/api/widget/annotations', widget, note)).status).toBe(200);
    const clock = await (await send(after, 'POST', '/__local/clock', '', { advance_ms: 0 })).json();
    expect((clock as { now: number }).now).toBeGreaterThan(Date.now() + 3_000_000);
  } finally {
    await second.close();
    await rm(folder, { recursive: true });
  }
});

test('an ephemeral stage leaves the state folder alone, and deletes its own when its terminal closes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-other-'));
  const { child, printed } = await spawnStage(folder, '--ephemeral');
  const [, file = ''] = /all URLs and tokens: (.+)/.exec(printed) ?? [];
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ api_token: expect.any(String) });
  const gone = once(child, 'exit');
  child.kill('SIGHUP');
  expect(await gone).toEqual([0, null]);
  await expect(readFile(file)).rejects.toThrow('ENOENT');
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

describe('--allow', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sidenote-allow-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('lets the fetcher and the browser open the origins that stage.json lists, and no other', async () => {
    const [allowed, other] = await Promise.all([startPage(), startPage()]);
    const { description, close } = await startStage(folder, '--allow', allowed.url, '--allow', 'https://wiki.example/');
    try {
      expect(description.allowed_origins).toEqual([allowed.url, 'https://wiki.example']);
      const settings = (await (await fetch(`${description.base_url}/__local/env`)).json()) as Record<string, string>;
      const lambda = new LambdaClient({
        endpoint: settings.AWS_ENDPOINT_URL_LAMBDA ?? '',
        region: settings.AWS_REGION ?? '',
        credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      });
      const invoke = async (FunctionName: string | undefined, order: object) => {
        const answer = await lambda.send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(order) }));
        return JSON.parse(answer.Payload?.transformToString() ?? '');
      };
      for (const { url, ok } of [
        { ...allowed, ok: true },
        { ...other, ok: false },
      ]) {
        expect(await invoke(settings.FETCHER_FUNCTION, { url, timeout_ms: 2000 })).toMatchObject({ ok });
        expect(await invoke(settings.RENDERER_FUNCTION, { url, view: VIEWS.wide, wants: {} })).toMatchObject({ ok });
      }
      expect(allowed.agents.some((agent) => agent.includes('Chrome/'))).toBe(true);
      expect(allowed.agents.some((agent) => !agent.includes('Chrome/'))).toBe(true);
      expect(other.agents).toEqual([]);
    } finally {
      await Promise.all([close(), allowed.stop(), other.stop()]);
    }
  });

  test.each(['127.0.0.1:3000', 'http://127.0.0.1:3000/path', 'ftp://127.0.0.1', 'http://u:p@127.0.0.1'])(
    'rejects %s, because it is no origin',
    async (origin) => {
      const child = spawn(process.execPath, ['bin/local.ts', '--port', '0', '--folder', folder, '--allow', origin]);
      let printed = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
      expect(await once(child, 'close')).toEqual([1, null]);
      expect(printed).toContain(`--allow must be an origin, such as http://127.0.0.1:3000, not "${origin}".`);
    },
  );
});

test.each([
  [{ MODEL: 'bedrock:some-model' }, 'no AWS account'],
  [{ MODEL: 'gpt' }, 'names no model'],
  [{ MODEL_TIMEOUT_MS: '5m' }, 'The setting MODEL_TIMEOUT_MS is "5m". Set it to a whole number of milliseconds'],
])('a stage configured with %p reports why it does not start', async (settings, said) => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-model-'));
  const child = spawn(process.execPath, ['bin/local.ts', '--port', '0', '--folder', folder], {
    env: { ...process.env, ...settings },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(printed).toContain(said);
  expect(printed).not.toContain('    at ');
  await rm(folder, { recursive: true });
});
