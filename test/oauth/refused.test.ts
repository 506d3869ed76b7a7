import { describe, expect, jest, test } from '@jest/globals';
import { readStamped, stampedSecret } from '../../functions/kit/access/connection.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../functions/kit/clock.ts';
import { unavailable } from '../../functions/kit/errors.ts';
import { Table } from '../../functions/kit/table/table.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, newTeam, newWorkspace, type Workspace } from '../driver.ts';
import { LIST_TOOLS, mcpUrl, post } from '../mcp/connect.ts';
import {
  approve,
  askForTokens,
  asking,
  challengeOf,
  connected,
  issuer,
  newVerifier,
  REDIRECT,
  registered,
  requestOf,
  revoke,
  withCode,
} from './connect.ts';

const fresh = async () => {
  const workspace = await newWorkspace();
  return { workspace, site: await workspace.site() };
};

const ofMcp = (access_token: string, body: unknown = LIST_TOOLS) =>
  post(mcpUrl(), body, { authorization: `Bearer ${access_token}` });
const statusOf = async (access_token: string) => (await ofMcp(access_token)).status;

const newestEntry = async ({ id, owner }: Workspace) =>
  (await call('GET', `/api/workspaces/${id}/audit`, { as: owner })).body.items[0];

const toolCall = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

describe('an authorization request', () => {
  const web = 'https://editor.example.com/callback';
  const WRONG = {
    'without PKCE': [{ code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    'with a plain challenge': [{ code_challenge_method: 'plain' }, 'invalid_request'],
    'without a method, which means plain': [{ code_challenge_method: undefined }, 'invalid_request'],
    'with a challenge that is no hash': [{ code_challenge: 'short' }, 'invalid_request'],
    'for an implicit token': [{ response_type: 'token' }, 'unsupported_response_type'],
    'for another resource': [{ resource: 'https://other.example.com/mcp' }, 'invalid_target'],
    'for an unknown scope': [{ scope: 'read admin' }, 'invalid_scope'],
  } as const;

  test('a request of a client whose description can’t be fetched right now may be repeated', async () => {
    const { FETCHER_FUNCTION } = process.env;
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    process.env.FETCHER_FUNCTION = 'absent';
    try {
      const path = asking('https://editor.example.com/client.json', newVerifier());
      const { status, body } = await call('GET', path);
      expect([status, body.code]).toEqual([503, 'pages_unavailable']);
      const page = await call('GET', path, { headers: { accept: 'text/html' } });
      expect([page.status, page.text]).toEqual([503, expect.stringContaining('Try again in a minute.')]);
    } finally {
      process.env.FETCHER_FUNCTION = FETCHER_FUNCTION;
      logged.mockRestore();
    }
  });

  test.each(Object.entries(WRONG))(
    '%s ends at a program on the same computer, with the reason',
    async (_, [more, error]) => {
      const { status, headers } = await call('GET', asking(await registered(), newVerifier(), more));
      const back = new URL(headers.location ?? '');
      expect([status, back.origin + back.pathname]).toEqual([302, REDIRECT]);
      expect(Object.fromEntries(back.searchParams)).toEqual({ error, state: 'of-the-client', iss: issuer() });
    },
  );

  test.each(Object.entries(WRONG))(
    '%s sends no one to a website that a stranger registered',
    async (_, [more, error]) => {
      const client = await registered([web]);
      const { status, headers, text } = await call(
        'GET',
        asking(client, newVerifier(), { redirect_uri: web, ...more }),
        { headers: { accept: 'text/html' } },
      );
      expect([status, headers.location]).toEqual([400, undefined]);
      expect(text).toContain(error);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    },
  );

  test.each([
    ['another path', 'http://127.0.0.1:33418/other'],
    ['another host', 'http://127.0.0.2:33418/callback'],
    ['a host that only begins alike', 'http://127.0.0.1.evil.example:33418/callback'],
    ['an https address', 'https://127.0.0.1:33418/callback'],
    ['a fragment', `${REDIRECT}#x`],
    ['credentials', 'http://a@127.0.0.1:33418/callback'],
    ['a script', 'javascript:alert(1)//127.0.0.1'],
    ['nothing', undefined],
  ])('a request with %s as redirect address goes nowhere', async (_, redirect_uri) => {
    const { status, headers } = await call('GET', asking(await registered(), newVerifier(), { redirect_uri }));
    expect([status, headers.location]).toEqual([400, undefined]);
  });

  test('may have parameters without a value, which count as omitted', async () => {
    const answer = await call('GET', asking(await registered(), newVerifier(), { resource: '', scope: '', state: '' }));
    expect(requestOf(answer)).toBeTruthy();
  });

  test('may name another port on the same computer', async () => {
    const answer = await call(
      'GET',
      asking(await registered(), newVerifier(), { redirect_uri: 'http://127.0.0.1:5/callback' }),
    );
    expect(requestOf(answer)).toBeTruthy();
  });

  test.each(['', 'x', 'https://127.0.0.1/client.json', 'https://localhost/client.json', 'https://editor.example.com/'])(
    'a request of an unknown client (%s) goes nowhere',
    async (client_id) => {
      const { status, headers } = await call('GET', asking(client_id, newVerifier()));
      expect([status, headers.location]).toEqual([400, undefined]);
    },
  );

  test('cannot be changed on its way to the consent page, nor used ten minutes later', async () => {
    const { workspace, site } = await fresh();
    const request = requestOf(await call('GET', asking(await registered(), newVerifier())));
    const [key = '', text = '', tag = ''] = request.split('.');
    const asked = JSON.parse(Buffer.from(text, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...asked, redirect_uri: 'https://evil.example/' })).toString(
      'base64url',
    );
    const path = `/api/oauth/sites/${site.id}/connections`;
    const statusFor = async (given: string) =>
      (await call('POST', path, { as: workspace.owner, body: { request: given, scopes: ['read'] } })).status;
    expect(await statusFor([key, forged, tag].join('.'))).toBe(400);
    expect(await statusFor(request)).toBe(200);
    advance(10 * MINUTE);
    expect(await statusFor(request)).toBe(400);
  });
});

describe('registration', () => {
  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'http://editor.example.com/callback',
    'http://192.168.0.7/callback',
    'https://10.0.0.7/callback',
    'https://[fd00::1]/callback',
    'https://router.local/callback',
    'https://intranet/callback',
    'file:///etc/passwd',
    'app.example:/callback',
    'https://a@editor.example.com/',
    'https://editor.example.com/#x',
  ])('refuses the redirect address %s', async (address) => {
    const { status, body } = await call('POST', '/oauth/register', { body: { redirect_uris: [REDIRECT, address] } });
    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri']);
  });

  test.each([
    [undefined, 'invalid_client_metadata'],
    ['{"redirect_uris":', 'invalid_client_metadata'],
    [[], 'invalid_client_metadata'],
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: REDIRECT }, 'invalid_redirect_uri'],
    [{ redirect_uris: [REDIRECT], client_name: 7 }, 'invalid_client_metadata'],
  ])('refuses %j as RFC 7591 says', async (body, error) => {
    const answer = await call('POST', '/oauth/register', { body });
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });

  test('shows a name without invisible characters, and gives no secret', async () => {
    const body = {
      redirect_uris: [REDIRECT],
      client_name: 'Ed\u202eit\u200bor\n',
      token_endpoint_auth_method: 'client_secret_post',
    };
    const { body: made } = await call('POST', '/oauth/register', { body });
    expect(made).toMatchObject({ token_endpoint_auth_method: 'none', redirect_uris: [REDIRECT] });
    expect(made.client_name).not.toMatch(/[\u202e\u200b\n]/);
    expect(made).not.toHaveProperty('client_secret');
  });

  test('ends after twenty in an hour from one address', async () => {
    const ip = '203.0.113.77';
    const statuses: number[] = [];
    for (let at = 0; at < 22; at += 1) {
      const { status } = await call('POST', '/oauth/register', { body: { redirect_uris: [REDIRECT] }, ip });
      statuses.push(status);
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2);
  });
});

describe('consent', () => {
  test('gives a site that the person sees, and never more than was asked for', async () => {
    const { workspace, site } = await fresh();
    const other = await workspace.site();
    const guest = await workspace.guest([site.id]);
    const request = requestOf(await call('GET', asking(await registered(), newVerifier(), { scope: 'read' })));
    const ask = (id: string, scopes: string[]) =>
      call('POST', `/api/oauth/sites/${id}/connections`, { as: guest, body: { request, scopes } });
    expect((await ask(other.id, ['read'])).status).toBe(404);
    expect((await ask(site.id, ['read', 'review'])).status).toBe(422);
    expect((await ask(site.id, ['write'])).status).toBe(422);
    expect((await ask(site.id, ['read'])).status).toBe(200);
    const token = await workspace.token();
    expect((await call('GET', `/api/oauth/sites/${site.id}/connections`, { as: token })).status).toBe(403);
  });
});

describe('a code', () => {
  const CHANGES = {
    'another client': async () => ({ client_id: await registered(['http://127.0.0.1:1/other']) }),
    'another redirect address': () => ({ redirect_uri: 'http://127.0.0.1:33418/other' }),
    'another verifier': () => ({ code_verifier: newVerifier() }),
    'no verifier': () => ({ code_verifier: '' }),
    'the challenge itself': () => ({ code_verifier: challengeOf('x') }),
  };

  test.each(Object.entries(CHANGES))('is worth nothing with %s', async (_, change) => {
    const { workspace, site } = await fresh();
    const { form } = await withCode(workspace.owner, site);
    const { status, body } = await askForTokens({ ...form, ...(await change()) });
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
    expect((await askForTokens(form)).status).toBe(200);
  });

  test('needs no redirect address', async () => {
    const { workspace, site } = await fresh();
    const { redirect_uri, ...form } = (await withCode(workspace.owner, site)).form;
    expect(redirect_uri).toBe(REDIRECT);
    expect((await askForTokens(form)).status).toBe(200);
  });

  test('is worth nothing for another resource', async () => {
    const { workspace, site } = await fresh();
    const { form } = await withCode(workspace.owner, site);
    const { body } = await askForTokens({ ...form, resource: 'https://other.example.com/' });
    expect(body.error).toBe('invalid_target');
  });

  test('expires after a minute', async () => {
    const { workspace, site } = await fresh();
    const { form } = await withCode(workspace.owner, site);
    advance(MINUTE);
    expect((await askForTokens(form)).body.error).toBe('invalid_grant');
  });

  test('ends everything that came of it when it is used again', async () => {
    const { workspace, site } = await fresh();
    const { form, tokens, refreshing } = await connected(workspace.owner, site);
    expect(await statusOf(tokens.access_token)).toBe(200);
    expect((await askForTokens(form)).body.error).toBe('invalid_grant');
    expect(await statusOf(tokens.access_token)).toBe(401);
    expect((await askForTokens(refreshing())).body.error).toBe('invalid_grant');
  });

  test('gives tokens to at most one of twenty that use it at once', async () => {
    const { workspace, site } = await fresh();
    const { form } = await withCode(workspace.owner, site);
    const answers = await Promise.all(Array.from({ length: 20 }, () => askForTokens(form)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
  });
});

describe('a refresh token', () => {
  test('gets the same successor for half a minute; its use after that ends the connection', async () => {
    const { workspace, site } = await fresh();
    const { tokens, refreshing } = await connected(workspace.owner, site);
    const next = await askForTokens(refreshing());
    expect(next.body.refresh_token).not.toBe(tokens.refresh_token);
    advance(29 * SECOND);
    const again = await askForTokens(refreshing());
    expect(again.body.refresh_token).toBe(next.body.refresh_token);
    for (const { body } of [next, again]) expect(await statusOf(body.access_token)).toBe(200);
    advance(SECOND);
    expect((await askForTokens(refreshing())).body.error).toBe('invalid_grant');
    expect(await statusOf(next.body.access_token)).toBe(401);
    expect((await askForTokens(refreshing(next.body.refresh_token))).body.error).toBe('invalid_grant');
  });

  test('ends the connection at once if its successor was used, too', async () => {
    const { workspace, site } = await fresh();
    const { refreshing } = await connected(workspace.owner, site);
    const next = await askForTokens(refreshing());
    const third = await askForTokens(refreshing(next.body.refresh_token));
    expect((await askForTokens(refreshing())).body.error).toBe('invalid_grant');
    expect(await statusOf(third.body.access_token)).toBe(401);
    expect(await newestEntry(workspace)).toMatchObject({ actor_kind: 'service', action: 'mcp.revoke' });
  });

  test('a refresh token sent five times at once gets the same successor each time', async () => {
    const { workspace, site } = await fresh();
    const { refreshing } = await connected(workspace.owner, site);
    const answers = await Promise.all(Array.from({ length: 5 }, () => askForTokens(refreshing())));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
  });

  test('a refresh token gives another client, more scopes or another resource nothing, and stays valid', async () => {
    const { workspace, site } = await fresh();
    const { refreshing } = await connected(workspace.owner, site);
    const client_id = await registered(['http://127.0.0.1:1/other']);
    expect((await askForTokens({ ...refreshing(), client_id })).body.error).toBe('invalid_grant');
    expect((await askForTokens({ ...refreshing(), scope: 'read write review' })).body.error).toBe('invalid_scope');
    expect((await askForTokens({ ...refreshing(), resource: 'https://x.example/' })).body.error).toBe('invalid_target');
    const less = await askForTokens({ ...refreshing(), scope: 'read' });
    expect(less.body.scope).toBe('read');
  });

  test('expires after 30 days without use', async () => {
    const { workspace, site } = await fresh();
    const { refreshing } = await connected(workspace.owner, site);
    advance(30 * DAY);
    expect((await askForTokens(refreshing())).body.error).toBe('invalid_grant');
  });

  test('cannot be forged from the ids that an access token shows', async () => {
    const { workspace, site } = await fresh();
    const { tokens, refreshing } = await connected(workspace.owner, site);
    const { ids } = readStamped('access', tokens.access_token) ?? {};
    if (!ids) throw new Error('The access token has no ids.');
    const genuine = stampedSecret('refresh', { ids, number: 0, scopes: ['read'] });
    const flipped = genuine.slice(0, -9) + (genuine.at(-9) === 'A' ? 'B' : 'A') + genuine.slice(-8);
    expect((await askForTokens(refreshing(flipped))).body.error).toBe('invalid_grant');
    expect(await statusOf(tokens.access_token)).toBe(200);
  });

  test('gets the scopes of its connection if resource and scope have no value', async () => {
    const { workspace, site } = await fresh();
    const { refreshing } = await connected(workspace.owner, site, ['read', 'write', 'review']);
    const { status, body } = await askForTokens({ ...refreshing(), resource: '', scope: '' });
    expect([status, body.scope]).toEqual([200, 'read write review']);
  });

  test('is not refused while the table is busy', async () => {
    const { workspace, site } = await fresh();
    const { refreshing } = await connected(workspace.owner, site);
    const { get } = Table.prototype;
    Table.prototype.get = async () => {
      throw unavailable('store_busy');
    };
    try {
      expect((await askForTokens(refreshing())).status).toBe(503);
    } finally {
      Table.prototype.get = get;
    }
    expect((await askForTokens(refreshing())).status).toBe(200);
  });

  test('survives a new server key; unused, it ends when the old key is dropped', async () => {
    const before = process.env.SERVER_KEYS ?? '';
    const added = `k9:${Buffer.alloc(32, 9).toString('base64')}`;
    const { workspace, site } = await fresh();
    const used = await connected(workspace.owner, site);
    const unused = await connected(workspace.owner, site);
    try {
      process.env.SERVER_KEYS = `${added},${before}`;
      const { body: renewed } = await askForTokens(used.refreshing());
      expect(await statusOf(used.tokens.access_token)).toBe(200);
      process.env.SERVER_KEYS = added;
      expect(await statusOf(renewed.access_token)).toBe(200);
      expect((await askForTokens(used.refreshing(renewed.refresh_token))).status).toBe(200);
      const { tokens, refreshing } = unused;
      expect(await statusOf(tokens.access_token)).toBe(401);
      expect((await askForTokens(refreshing())).body.error).toBe('invalid_grant');
      expect((await revoke(tokens.refresh_token)).status).toBe(200);
    } finally {
      process.env.SERVER_KEYS = before;
    }
    expect(await statusOf(unused.tokens.access_token)).toBe(200);
  });

  test('a refresh token that its client gives back ends the connection, which the audit log attributes to its member', async () => {
    const { workspace, site } = await fresh();
    const member = await workspace.member();
    const { tokens } = await connected(member, site);
    expect((await revoke('svor_nonsense')).status).toBe(200);
    expect((await revoke(tokens.refresh_token)).status).toBe(200);
    expect(await statusOf(tokens.access_token)).toBe(401);
    expect(await newestEntry(workspace)).toMatchObject({
      actor_id: `mcp:${site.id}`,
      user_id: member.user_id,
      action: 'mcp.disconnect',
    });
  });
});

describe('an access token', () => {
  test('expires after an hour, and the answer says where to sign in', async () => {
    const { workspace, site } = await fresh();
    const { tokens } = await connected(workspace.owner, site);
    expect(tokens.expires_in).toBe(3600);
    advance(HOUR);
    const { status, headers } = await ofMcp(tokens.access_token);
    expect([status, headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer error="invalid_token", error_description="expired", ' +
        `resource_metadata="${issuer()}/.well-known/oauth-protected-resource/mcp", scope="read write"`,
    ]);
  });

  test('belongs in the header, at the MCP address alone', async () => {
    const { workspace, site } = await fresh();
    const { tokens } = await connected(workspace.owner, site);
    expect((await post(mcpUrl(tokens.access_token), LIST_TOOLS)).status).toBe(401);
    for (const path of ['/api/v1/sites', '/api/workspaces', '/api/widget/settings']) {
      expect((await call('GET', path, { as: { credential: tokens.access_token } })).status).toBe(401);
    }
    expect(await statusOf(tokens.refresh_token)).toBe(401);
  });

  test('reads and writes only what its scopes say, and names what is missing', async () => {
    const { workspace, site } = await fresh();
    const note = await workspace.note(site);
    const { tokens } = await connected(workspace.owner, site, ['read']);
    expect((await ofMcp(tokens.access_token, toolCall('read_annotation', { id: note.id }))).status).toBe(200);
    const answer = await ofMcp(tokens.access_token, toolCall('resolve', { id: note.id, summary: 'x' }));
    expect(answer.status).toBe(403);
    expect(answer.headers.get('www-authenticate')).toContain('Bearer error="insufficient_scope"');
    expect(answer.headers.get('www-authenticate')).toContain('scope="read write"');
    const { body } = await call('GET', `/api/v1/annotations/${note.id}`, { as: workspace.owner });
    expect(body.status).toBe('pending');
  });

  test('does what the person may do at that moment', async () => {
    const { workspace, site } = await fresh();
    const note = await workspace.note(site);
    const member = await workspace.member();
    const { tokens } = await connected(member, site, ['read', 'write', 'review']);
    const attach = toolCall('attach_resolution', { annotation_id: note.id, explanation: 'x' });
    const textOf = async (answer: Response) => JSON.stringify(await answer.json());
    expect(await textOf(await ofMcp(tokens.access_token, attach))).not.toContain('isError');
    const path = `/api/workspaces/${workspace.id}/members/${member.user_id}`;
    await call('PATCH', path, { as: workspace.owner, body: { role: 'GUEST', site_grants: [site.id] } });
    expect(await textOf(await ofMcp(tokens.access_token, attach))).toContain('Insufficient role');
    expect(await statusOf(tokens.access_token)).toBe(200);
    await call('PATCH', path, { as: workspace.owner, body: { site_grants: [] } });
    expect(await statusOf(tokens.access_token)).toBe(401);
  });

  test('ends with the membership, at once and for good', async () => {
    const team = await newTeam();
    const site = await team.site();
    const member = await team.member();
    const { tokens, refreshing } = await connected(member, site);
    await call('DELETE', `/api/workspaces/${team.id}/members/${member.user_id}`, { as: team.owner });
    const after = await Promise.all(Array.from({ length: 20 }, () => statusOf(tokens.access_token)));
    expect(new Set(after)).toEqual(new Set([401]));
    expect((await askForTokens(refreshing())).body.error).toBe('invalid_grant');
  });

  test('ends with its site', async () => {
    const { workspace, site } = await fresh();
    const { tokens } = await connected(workspace.owner, site);
    await call('DELETE', `/api/widget/sites/${site.id}`, { as: workspace.owner });
    expect(await statusOf(tokens.access_token)).toBe(401);
  });
});

describe('connected clients', () => {
  test('show to the person who connected them and to OWNERs, who can end them at once', async () => {
    const { workspace, site } = await fresh();
    const [one, other] = [await workspace.member(), await workspace.member()];
    const { tokens } = await connected(one, site);
    const path = `/api/oauth/sites/${site.id}/connections`;
    const listed = async (as: typeof one) => (await call('GET', path, { as })).body.items;
    expect(await listed(other)).toEqual([]);
    const [shown] = await listed(one);
    expect(shown).toMatchObject({
      user_id: one.user_id,
      client_name: 'Editor',
      client_host: null,
      redirect_host: '127.0.0.1:33418',
      scopes: ['read', 'write'],
      last_used_at: null,
    });
    expect(await listed(workspace.owner)).toEqual([shown]);
    expect((await call('DELETE', `${path}/${shown.id}`, { as: other })).status).toBe(404);
    expect(await statusOf(tokens.access_token)).toBe(200);
    expect((await listed(one))[0].last_used_at).toEqual(expect.any(String));
    expect((await call('DELETE', `${path}/${shown.id}`, { as: one })).status).toBe(200);
    expect(await statusOf(tokens.access_token)).toBe(401);
    expect(await listed(workspace.owner)).toEqual([]);
  });

  test('are not shown once their person has lost the site', async () => {
    const { workspace, site } = await fresh();
    const [removed, back] = [await workspace.member(), await workspace.member()];
    const guest = await workspace.guest([site.id]);
    for (const one of [workspace.owner, removed, back, guest]) await connected(one, site);
    const members = `/api/workspaces/${workspace.id}/members`;
    const as = workspace.owner;
    await call('PATCH', `${members}/${guest.user_id}`, { as, body: { site_grants: [] } });
    for (const one of [removed, back]) await call('DELETE', `${members}/${one.user_id}`, { as });
    advance(1000);
    const invited = { email: back.email, role: 'MEMBER' };
    const invitation = await call('POST', `/api/workspaces/${workspace.id}/invitations`, { as, body: invited });
    await call('POST', '/api/invitations/accept', { as: back, body: { token: invitation.body.token } });
    const listed = await call('GET', `/api/oauth/sites/${site.id}/connections`, { as });
    expect(listed.body.items.map((one: { user_id: string }) => one.user_id)).toEqual([workspace.owner.user_id]);
  });

  test('are shown only once the client has fetched its tokens', async () => {
    const { workspace, site } = await fresh();
    await withCode(workspace.owner, site);
    const { body } = await call('GET', `/api/oauth/sites/${site.id}/connections`, { as: workspace.owner });
    expect(body.items).toEqual([]);
  });

  test('go with a person who asks for a second site only as a second connection', async () => {
    const { workspace, site } = await fresh();
    const second = await workspace.site();
    const verifier = newVerifier();
    const request = requestOf(await call('GET', asking(await registered(), verifier)));
    const back = await approve(workspace.owner, site, request);
    expect(back.searchParams.get('iss')).toBe(issuer());
    expect(back.searchParams.get('state')).toBe('of-the-client');
    const note = await workspace.note(second);
    const { tokens } = await connected(workspace.owner, site);
    const answer = await ofMcp(tokens.access_token, toolCall('read_annotation', { id: note.id }));
    expect(JSON.stringify(await answer.json())).toContain('not_found');
  });
});
