import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { type Caller, call, signIn } from '../driver.ts';
import { LIST_TOOLS, mcpUrl, post } from '../mcp/connect.ts';
import { png } from '../mcp/evidence.ts';

/**
 * The main way through a stage, by nothing but its public address. On a deployed one TEST_ID_TOKEN is the ID token of a
 * person who signed in; the site that is made is deleted at the end.
 */
const ORIGIN = 'https://smoke.example.com';

let owner: Caller;
let site: { id: string; workspace_id: string };
let secrets: { widget_token: string; mcp_token: string; loader_secret_id: string };
let token: Caller & { id: string };

const must = async (method: string, path: string, options: Parameters<typeof call>[2] = {}) => {
  const answer = await call(method, path, options);
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
};

beforeAll(async () => {
  const { TEST_ID_TOKEN } = process.env;
  owner = TEST_ID_TOKEN ? { credential: TEST_ID_TOKEN } : await signIn();
  site = await must('POST', '/api/widget/sites', { as: owner, body: { name: 'Smoke test', url: ORIGIN } });
  secrets = await must('GET', `/api/widget/sites/${site.id}/secrets`, { as: owner });
  const minted = await must('POST', `/api/workspaces/${site.workspace_id}/api-tokens`, {
    as: owner,
    body: { name: 'smoke' },
  });
  token = { credential: minted.token, id: minted.token_id };
});

test('a note is taken from pending to resolved with evidence, and its author reads what came of it', async () => {
  const widget = { credential: secrets.widget_token };
  const note = await must('POST', '/api/widget/annotations', {
    as: widget,
    body: { body: 'Smoke', context: { page: { url: `${ORIGIN}/` }, anchor: { kind: 'page' } } },
    headers: { origin: ORIGIN, 'idempotency-key': newId() },
  });
  const path = `/api/v1/annotations/${note.id}`;
  const upload = await must('POST', `${path}/resolutions/upload-url`, {
    as: token,
    body: { kind: 'after', content_type: 'image/png' },
  });
  const put = await fetch(upload.url, { method: upload.method, headers: upload.headers, body: new Uint8Array(png()) });
  expect(put.status).toBe(200);
  const resolution = await must('POST', `${path}/resolutions`, {
    as: token,
    body: { after_key: upload.key, explanation: 'Done.' },
  });
  expect(resolution).toMatchObject({ actor_kind: 'agent', annotation_id: note.id });
  expect((await fetch(resolution.after_url)).headers.get('content-type')).toBe('image/png');
  const resolved = await must('PATCH', path, { as: token, body: { status: 'resolved', summary: 'Fine now' } });
  expect(resolved).toMatchObject({ status: 'resolved', summary: 'Fine now' });
  const mine = await must('GET', '/api/widget/notes', {
    as: widget,
    headers: { origin: ORIGIN, 'x-sidenote-notes': note.note_secret },
  });
  expect(mine.items).toMatchObject([{ id: note.id, status: 'resolved' }]);
});

test('the loader, the MCP endpoint and the tools answer', async () => {
  const loader = await call('GET', `/w/${secrets.loader_secret_id}/widget.js`);
  expect([loader.status, loader.headers['content-type']]).toEqual([200, expect.stringContaining('javascript')]);
  const tools = await post(mcpUrl(secrets.mcp_token), LIST_TOOLS, { 'mcp-protocol-version': '2025-11-25' });
  expect(await tools.text()).toContain('list_annotations');
});

describe('refusals', () => {
  test('nobody gets in without a credential, and the challenge survives every gateway', async () => {
    const { status, headers } = await call('GET', '/api/v1/sites');
    expect([status, headers['www-authenticate']]).toEqual([
      401,
      'Bearer error="invalid_token", error_description="missing"',
    ]);
  });

  test('an unknown path answers 404 with a detail', async () => {
    const { status, body } = await call('GET', `/nothing/${newId()}`);
    expect([status, typeof body.detail]).toEqual([404, 'string']);
  });

  test('a revoked token and a deleted site are gone at once', async () => {
    await must('DELETE', `/api/workspaces/${site.workspace_id}/api-tokens/${token.id}`, { as: owner });
    expect((await call('GET', '/api/v1/sites', { as: token })).status).toBe(401);
    await must('DELETE', `/api/widget/sites/${site.id}`, { as: owner });
    expect((await call('GET', `/api/v1/sites/${site.id}`, { as: owner })).status).toBe(404);
  });
});
