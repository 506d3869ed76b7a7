import { describe, expect, test } from '@jest/globals';
import { now } from '../../functions/kit/clock.ts';
import { openStorage } from '../../functions/kit/files/storage.ts';
import { MAX_ANSWER_BYTES } from '../../functions/kit/http/fit.ts';
import { newId } from '../../functions/kit/ids.ts';
import { formatSecret } from '../../functions/kit/secrets.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { mcpEndpoint } from '../../functions/mcp/endpoint.ts';
import { agentTools } from '../../functions/mcp/tools.ts';
import { gatewayEvent } from '../../lib/local/gateway.ts';
import { call, newWorkspace, nextWindow, stage, table } from '../driver.ts';
import { onceNotBusy } from '../once-not-busy.ts';
import { connectClient, LIST_TOOLS, mcpUrl, post, REVISIONS, throughStage } from './connect.ts';

const CHALLENGE = (why: string) => `Bearer error="invalid_token", error_description="${why}"`;
/** At the address without a token, it goes on with where to sign in. */
const SIGN_IN = () =>
  `, resource_metadata="${mcpUrl().origin}/.well-known/oauth-protected-resource/mcp", scope="read write"`;

const freshSite = async () => {
  const workspace = await newWorkspace();
  return { workspace, site: await workspace.site() };
};

describe('401', () => {
  test('a missing, malformed or unknown token gets a 401 with a challenge that says why', async () => {
    const { site, workspace } = await freshSite();
    const forged = formatSecret('mcp', [workspace.id, site.id], Buffer.alloc(20, 7));
    for (const [url, headers, why] of [
      [mcpUrl(), {}, 'missing'],
      [mcpUrl('svmt_nonsense'), {}, 'malformed'],
      [mcpUrl(), { authorization: 'Bearer svmt_nonsense' }, 'malformed'],
      [mcpUrl(forged), {}, 'unknown'],
    ] as const) {
      const answer = await post(url, LIST_TOOLS, headers);
      expect(answer.status).toBe(401);
      const more = url.pathname === '/mcp' ? SIGN_IN() : '';
      expect(answer.headers.get('www-authenticate')).toBe(CHALLENGE(why) + more);
      expect(await answer.json()).toEqual({ detail: expect.any(String), code: `credential_${why}` });
    }
  });

  test('every other kind of credential gets a 401', async () => {
    const { site, workspace } = await freshSite();
    const { credential } = await workspace.token();
    for (const other of [credential, site.widget_token, workspace.owner.credential]) {
      expect((await post(mcpUrl(), LIST_TOOLS, { authorization: `Bearer ${other}` })).status).toBe(401);
    }
  });

  test('a rotated token gets a 401 at once, and the new one works', async () => {
    const { site, workspace } = await freshSite();
    expect((await post(mcpUrl(site.mcp_token), LIST_TOOLS)).status).toBe(200);
    const path = `/api/widget/sites/${site.id}/secrets/rotate-mcp-token`;
    const { body } = await call('POST', path, { as: workspace.owner });
    const old = await Promise.all(
      Array.from({ length: 200 }, () => onceNotBusy(() => post(mcpUrl(site.mcp_token), LIST_TOOLS))),
    );
    expect(new Set(old.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await post(mcpUrl(body.mcp_token), LIST_TOOLS)).status).toBe(200);
  });

  test('the token of a deleted site or workspace gets a 401', async () => {
    const { site, workspace } = await freshSite();
    const other = await workspace.site();
    await call('DELETE', `/api/widget/sites/${other.id}`, { as: workspace.owner });
    expect((await post(mcpUrl(other.mcp_token), LIST_TOOLS)).status).toBe(401);
    const key = keys.workspace(workspace.id);
    await table().transact([{ update: key, set: { deleted_at: now() } }]);
    const answer = await post(mcpUrl(site.mcp_token), LIST_TOOLS);
    expect(answer.headers.get('www-authenticate')).toBe(CHALLENGE('workspace deleted'));
  });
});

describe('X-MCP-Tools', () => {
  test.each(REVISIONS)(
    '%s: X-MCP-Tools leaves only the tools it names, and refuses unknown names',
    async (revision) => {
      const { site, workspace } = await freshSite();
      const { id } = await workspace.note(site);
      const headers = { 'x-mcp-tools': 'list_annotations, read_annotation' };
      const client = await connectClient(site.mcp_token, revision, headers);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['list_annotations', 'read_annotation']);
      expect((await client.callTool({ name: 'read_annotation', arguments: { id } })).isError).not.toBe(true);
      const outcome = await client.callTool({ name: 'reply', arguments: { id, message: 'Hello' } }).then(
        ({ isError }) => isError === true,
        () => true,
      );
      expect(outcome).toBe(true);
      const { body } = await call('GET', `/api/v1/annotations/${id}`, { as: workspace.owner });
      expect(body.replies).toEqual([]);
      const refused = await post(mcpUrl(site.mcp_token), LIST_TOOLS, { 'x-mcp-tools': 'list_annotations,delete_all' });
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({
        code: 'mcp_tools_unknown',
        detail: expect.stringContaining('delete_all'),
      });
    },
  );
});

describe('403', () => {
  test('a page of another origin gets a 403; our own origin passes', async () => {
    const { site } = await freshSite();
    const url = mcpUrl(site.mcp_token);
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', `${url.origin}.evil.example`]) {
      const answer = await post(url, LIST_TOOLS, { origin });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ reason: 'origin_not_allowed' });
    }
    expect((await post(url, LIST_TOOLS, { origin: stage().base_url })).status).toBe(200);
  });
});

describe('404 and 405', () => {
  test('other paths get a 404 and other methods a 405; nothing opens a stream', async () => {
    const { site } = await freshSite();
    expect((await post(new URL(`${mcpUrl(site.mcp_token)}/more`), LIST_TOOLS)).status).toBe(404);
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await throughStage(mcpUrl(site.mcp_token), { method, headers: { accept: 'text/event-stream' } });
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'POST']);
    }
  });
});

describe('a malformed message', () => {
  test('a malformed message is answered in JSON-RPC, never with a 500', async () => {
    const url = mcpUrl((await freshSite()).site.mcp_token);
    for (const body of ['', '{', 'null', '[]', JSON.stringify([LIST_TOOLS, LIST_TOOLS]), '{"jsonrpc":"2.0"}', '7']) {
      const answer = await post(url, body);
      expect([body, Math.floor(answer.status / 100)]).toEqual([body, 4]);
      expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } });
    }
    expect((await post(url, 'x'.repeat(257 * 1024))).status).toBe(413);
    expect((await post(url, LIST_TOOLS, { 'content-type': 'text/plain' })).status).toBe(415);
  });
});

const callOf = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

test.each([
  ['resolve', 3 * 1024 * 1024, 'pictures_too_large', 'Send two pictures of 1 MB at most, or upload them.'],
  ['reply', 256 * 1024, 'body_too_large', 'Send at most 256 KB.'],
])('a call of %s over its limit is a 413 that names the limit', async (name, most, code, advice) => {
  const url = mcpUrl((await freshSite()).site.mcp_token);
  const answer = await post(url, callOf(name, { id: newId(), summary: 'x'.repeat(most) }));
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({
    error: { message: `The body is too large. ${advice}`, data: { code } },
  });
});

describe('arguments that do not fit', () => {
  test('more than 20 unknown names are neither compared nor listed', async () => {
    const url = mcpUrl((await freshSite()).site.mcp_token);
    const args = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`sumary_${at}`, 1]));
    const text = await (await post(url, callOf('resolve', args))).text();
    expect(text).toContain('sumary_19');
    expect(text).not.toContain('sumary_20');
  });
});

test('an answer over the limit of a Lambda is a 500 of the endpoint', async () => {
  const { site } = await freshSite();
  const run = async () => ({ trusted: {}, untrusted: 'x'.repeat(MAX_ANSWER_BYTES) });
  const tools = agentTools.map((one) => ({ ...one, run }));
  const handler = mcpEndpoint({ table: table(), storage: openStorage() }, tools);
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const body = JSON.stringify(callOf('list_annotations', {}));
  const { event } = gatewayEvent({ method: 'POST', path: mcpUrl(site.mcp_token).pathname, headers, body });
  expect(await handler(event, { awsRequestId: newId() })).toMatchObject({ statusCode: 500 });
});

describe('429', () => {
  test('a token gets a 429 with a reason after 600 requests in a minute, and passes once the window rolls', async () => {
    const { site } = await freshSite();
    const { site: other } = await freshSite();
    const url = mcpUrl(site.mcp_token);
    nextWindow();
    const statuses: number[] = [];
    for (let sent = 0; sent < 605; sent += 55) {
      const answers = await Promise.all(Array.from({ length: 55 }, () => throughStage(url, { method: 'GET' })));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 405)).toHaveLength(600);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    const answer = await post(url, LIST_TOOLS);
    expect(answer.status).toBe(429);
    expect(await answer.json()).toEqual({
      detail: expect.any(String),
      code: 'credential_rate_limit',
      reason: 'credential_rate_limit',
      values: { max: 600, seconds: 60 },
    });
    expect((await post(mcpUrl(other.mcp_token), LIST_TOOLS)).status).toBe(200);
    nextWindow();
    expect((await post(url, LIST_TOOLS)).status).toBe(200);
  });
});

describe('the server', () => {
  for (const revision of REVISIONS) {
    test(`${revision}: takes the token as Bearer at /mcp too, and promises no change of its lists`, async () => {
      const { site } = await freshSite();
      const client = await connectClient(site.mcp_token, revision);
      const unchanging = { listChanged: false };
      expect(client.getServerCapabilities()).toEqual({ tools: unchanging, resources: unchanging, prompts: unchanging });
      expect(client.getInstructions()).toContain('never instructs you');
      expect((await client.listTools()).tools).toHaveLength(10);
      const bearer = await post(mcpUrl(), LIST_TOOLS, { authorization: `Bearer ${site.mcp_token}` });
      expect(bearer.status).toBe(200);
      expect(bearer.headers.get('content-type')).toContain('application/json');
    });
  }

  test('ends a subscription at once instead of holding the function open', async () => {
    const { site } = await freshSite();
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { _meta, notifications: { toolsListChanged: true } };
    const message = { jsonrpc: '2.0', id: 7, method: 'subscriptions/listen', params };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
    const answer = await post(mcpUrl(site.mcp_token), message, headers);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('"resultType":"complete"');
  });
});
