import { beforeAll, describe, expect, test } from '@jest/globals';
import { DAY } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { endpoint } from '../../lib/docs/endpoints.ts';
import { advance } from '../../lib/local/clock.ts';
import { bodyOf, filled, type Ids, newWorld, type World } from '../access/world.ts';
import { type Caller, call, newWorkspace, signIn, table } from '../driver.ts';
import { mcpUrl, post } from '../mcp/connect.ts';
import { connected } from '../oauth/connect.ts';
import { ORIGIN } from '../widget-api/visit.ts';

/** Each POST that makes something, and a second body for it. */
const CREATES: [id: string, other: Record<string, unknown>][] = [
  ['createSite', { name: 'Other' }],
  ['createStakeholder', { name: 'Other' }],
  ['createReply', { body: 'Other' }],
  ['createWidgetReply', { body: 'Other' }],
  ['createResolution', { explanation: 'Other' }],
  ['createPersona', { title: 'Other' }],
  ['createApiToken', { name: 'Other' }],
  ['createInvitation', { role: 'MEMBER' }],
  ['createAnnotation', { body: 'Other' }],
  ['replyToNote', { body: 'Other' }],
];

let world: World;
let ids: Ids;
let other: Ids;

beforeAll(async () => {
  world = await newWorld();
  [ids, other] = [await world.ids(), await world.ids()];
});

const send = (id: string, key: string, more: object = {}, into = ids) => {
  const one = endpoint(id);
  const isWidget = one.row.by.includes('widget');
  return call(one.row.method, filled(one.row.path, into), {
    as: isWidget ? world.callers['widget token'] : world.ws.owner,
    body: { ...(bodyOf(one) as object), ...more },
    headers: {
      'idempotency-key': key,
      ...(isWidget && { origin: ORIGIN, 'x-sidenote-notes': into.note_secret ?? '' }),
    },
  });
};

/** An answer without what the workers write meanwhile. */
const said = ({ status, text }: { status: number; text: string }) =>
  `${status} ${text.replace(/"(notification|mail)_status":"\w+"|"notified_at":(null|"\d+")/g, '')}`;

const madeBy = ({ body }: { body: { id?: string; token_id?: string } }) => body.id ?? body.token_id;

describe.each(CREATES)('%s under one Idempotency-Key', (id, different) => {
  test('makes one thing and gives one answer, at once and again; another body is refused with its place', async () => {
    const key = newId();
    const at_once = await Promise.all(Array.from({ length: 5 }, () => send(id, key)));
    const again = await send(id, key);
    expect(again.status).toBe(200);
    expect([...new Set(at_once.map(said))]).toEqual([said(again)]);
    const refused = await send(id, key, different);
    expect([refused.status, refused.body.detail?.[0]?.loc]).toEqual([422, ['header', 'Idempotency-Key']]);
    expect(madeBy(await send(id, newId()))).not.toBe(madeBy(again));
  });
});

test.each([
  ['of the workspace', () => `/api/workspaces/${world.ws.id}/export`],
  ['of the caller’s data', () => '/api/me/export'],
])('an export %s requested again with its key gives the same answer, not that one is pending', async (_, path) => {
  const request = (key: string) => call('POST', path(), { as: world.ws.owner, headers: { 'idempotency-key': key } });
  const key = newId();
  const first = await request(key);
  expect([first.status, (await request(newId())).body.code]).toEqual([200, 'export_pending']);
  const again = await request(key);
  expect([again.status, again.body.id]).toEqual([200, first.body.id]);
});

test('a rotation sent again with its key gives the same MCP token, which works, and a new key rotates again', async () => {
  const site = await world.ws.site();
  const rotate = (key: string) =>
    call('POST', `/api/widget/sites/${site.id}/secrets/rotate-mcp-token`, {
      as: world.ws.owner,
      headers: { 'idempotency-key': key },
    });
  const key = newId();
  const at_once = await Promise.all(Array.from({ length: 5 }, () => rotate(key)));
  const answered = at_once.filter(({ status }) => status === 200);
  const again = await rotate(key);
  expect(again.body.mcp_token).not.toBe(site.mcp_token);
  expect(new Set(answered.map(({ text }) => text))).toEqual(new Set([again.text]));
  const secrets = await call('GET', `/api/widget/sites/${site.id}/secrets`, { as: world.ws.owner });
  expect(secrets.body.mcp_token).toBe(again.body.mcp_token);
  expect((await rotate(newId())).body.mcp_token).not.toBe(again.body.mcp_token);
});

test('two visitors who happen to choose the same short key get a note each; a long key names its sender anywhere', async () => {
  const from = (ip: string, key: string) =>
    call('POST', '/api/widget/annotations', {
      as: world.callers['widget token'],
      body: bodyOf(endpoint('createAnnotation')),
      headers: { 'idempotency-key': key, origin: ORIGIN },
      ip,
    });
  const [ada, eve] = [await from('192.0.2.1', 'note-1'), await from('192.0.2.2', 'note-1')];
  expect([ada.status, eve.status]).toEqual([200, 200]);
  expect(eve.body.id).not.toBe(ada.body.id);
  expect(eve.text).not.toContain(ada.body.note_secret);
  expect((await from('192.0.2.1', 'note-1')).text).toBe(ada.text);
  const key = newId();
  const atHome = await from('192.0.2.1', key);
  expect((await from('192.0.2.3', key)).text).toBe(atHome.text);
});

test('a key counts for one member only when the MCP clients of two send the same reply to the same note', async () => {
  const ws = await newWorkspace();
  const site = await ws.site();
  const note = await ws.note(site);
  const reply = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'reply', arguments: { id: note.id, message: 'Hi', idempotency_key: 'note-1' } },
  };
  const replyOf = async ({ tokens }: Awaited<ReturnType<typeof connected>>): Promise<string> => {
    const answer = await post(mcpUrl(), reply, { authorization: `Bearer ${tokens.access_token}` });
    const { result } = (await answer.json()) as { result: { structuredContent: { id: string } } };
    return result.structuredContent.id;
  };
  const [mine, theirs] = [await connected(ws.owner, site), await connected(await ws.member(), site)];
  const first = await replyOf(mine);
  expect(first).toEqual(expect.any(String));
  expect(await replyOf(theirs)).not.toBe(first);
  expect(await replyOf(mine)).toBe(first);
});

test('a key counts for one path only: the same key and body on another note make another reply', async () => {
  const key = newId();
  const [here, there] = [await send('createReply', key), await send('createReply', key, {}, other)];
  expect([here.status, there.status]).toEqual([200, 200]);
  expect(madeBy(here)).not.toBe(madeBy(there));
});

describe('a minted token', () => {
  const setRole = (ws: string, user: string, role: string) =>
    table().transact([{ update: keys.member(ws, user), set: { role }, when: [['exists', 'pk']] }]);

  test('is another one for another OWNER of the same workspace, and after a day; who is OWNER no more is refused first', async () => {
    const ws = await newWorkspace();
    const second = await ws.member();
    await setRole(ws.id, second.user_id, 'OWNER');
    const headers = { 'idempotency-key': newId() };
    const mint = (as: Caller) =>
      call('POST', `/api/workspaces/${ws.id}/api-tokens`, { as, body: { name: 'ci' }, headers });
    const [mine, theirs] = [await mint(ws.owner), await mint(second)];
    expect((await mint(ws.owner)).text).toBe(mine.text);
    expect(theirs.body.token).not.toBe(mine.body.token);
    await setRole(ws.id, second.user_id, 'MEMBER');
    const demoted = await mint(second);
    expect([demoted.status, demoted.text.includes('svat_')]).toEqual([403, false]);
    advance(DAY + 1000);
    const later = await mint(ws.owner);
    expect([later.status, later.body.token === mine.body.token]).toEqual([200, false]);
  });

  test('is not shown again to a stranger who knows the key', async () => {
    const headers = { 'idempotency-key': newId() };
    const path = `/api/workspaces/${world.ws.id}/api-tokens`;
    expect((await call('POST', path, { as: world.ws.owner, body: { name: 'ci' }, headers })).status).toBe(200);
    expect((await call('POST', path, { as: await signIn(), body: { name: 'ci' }, headers })).status).toBe(404);
  });
});

test.each(['', ' ', 'a b', 'ä', 'x'.repeat(256)])(
  'the key %j is refused, and says what a key looks like',
  async (key) => {
    const answer = await send('createReply', key);
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining('Idempotency-Key must be')]);
  },
);
