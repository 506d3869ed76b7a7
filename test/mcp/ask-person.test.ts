import { beforeAll, describe, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { keys } from '../../functions/kit/table/keys.ts';
import { call, newTeam, type Person, table, type Workspace } from '../driver.ts';
import { connected } from '../oauth/connect.ts';
import { callTool, connectClient, mcpUrl, post, throughStage } from './connect.ts';

const INTENT = 'Disable the button while the form is sent';
let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;

beforeAll(async () => {
  ws = await newTeam();
  site = await ws.site();
});

type Reply = { action: 'accept'; content: { allow: boolean } } | { action: 'decline' } | { action: 'cancel' };

/** A client whose person answers questions so. */
const clientOf = async (token: string | undefined, reply: Reply | (() => Promise<Reply>), path?: string) => {
  const asked: string[] = [];
  const client = new Client(
    { name: 'editor', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } }, capabilities: { elicitation: {} } },
  );
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params.message);
    return typeof reply === 'function' ? reply() : reply;
  });
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(mcpUrl(path), { fetch: throughStage, requestInit: { headers } }),
  );
  return { client, asked };
};

const signedIn = async (person: Person) => (await connected(person, site)).tokens.access_token;
const read = async (id: string) => (await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner })).body;
const ask = (client: Client, id: string) => callTool(client, 'acknowledge', { id, request_approval: INTENT });

describe('asking a member who signed in, in their client', () => {
  test('a member who says yes in their client approves the note under their name', async () => {
    const member = await ws.member();
    const { client, asked } = await clientOf(await signedIn(member), { action: 'accept', content: { allow: true } });
    const { id } = await ws.note(site);
    const { trusted } = await ask(client, id);
    expect(asked).toEqual([expect.stringContaining(INTENT)]);
    expect(trusted).toMatchObject({
      id,
      approval: 'approved',
      waiting_for: 'agent',
      unattended_edits: { allowed: true },
    });
    expect((await read(id)).unattended_edits).toMatchObject({ allowed: true, allowed_by: member.user_id });
    expect((await table().get(keys.approval(ws.id, id)))?.job).toBeUndefined();
    const { body } = await call('GET', `/api/widget/annotations/${id}/audit`, { as: ws.owner });
    const approved = { action: 'approval.approved', actor_kind: 'mcp', user_id: member.user_id };
    expect(body.items).toContainEqual(expect.objectContaining(approved));
  });

  test.each<[string, Reply, string]>([
    ['no', { action: 'accept', content: { allow: false } }, 'declined'],
    ['refusal', { action: 'decline' }, 'declined'],
    ['silence', { action: 'cancel' }, 'requested'],
  ])('a member’s %s in their client allows nothing', async (_, reply, state) => {
    const { client, asked } = await clientOf(await signedIn(await ws.member()), reply);
    const { id } = await ws.note(site);
    expect((await ask(client, id)).trusted).toMatchObject({ approval: state, unattended_edits: { allowed: false } });
    expect(asked).toHaveLength(1);
    // If they left it open, the OWNERs are still asked by mail, a minute later.
    const row = await table().get(keys.approval(ws.id, id));
    expect(row?.job).toBe(state === 'requested' ? 'ask-approval' : undefined);
  });
});

test('a member’s answer counts if an agent claimed the note while they were asked', async () => {
  const { id } = await ws.note(site);
  const other = await connectClient(site.mcp_token);
  const token = await signedIn(await ws.member());
  const { client } = await clientOf(token, async () => {
    await callTool(other, 'acknowledge', { id });
    return { action: 'accept', content: { allow: true } };
  });
  const { trusted } = await callTool(client, 'acknowledge', { id, request_approval: INTENT, release: true });
  expect(trusted).toMatchObject({ id, approval: 'approved', unattended_edits: { allowed: true } });
  expect(trusted).not.toHaveProperty('released');
  expect((await read(id)).acknowledged_by).toBe(`mcp:${site.id}`);
});

describe('asking the OWNERs instead of a person', () => {
  const YES: Reply = { action: 'accept', content: { allow: true } };
  const isOwed = async (id: string, asked: string[]) => {
    expect(asked).toEqual([]);
    expect(await read(id)).toMatchObject({ approval_state: 'requested', unattended_edits: { allowed: false } });
    expect(await table().get(keys.approval(ws.id, id))).toMatchObject({ state: 'requested' });
  };

  test('the OWNERs get the request if the client has only the site’s token', async () => {
    const { client, asked } = await clientOf(undefined, YES, site.mcp_token);
    const { id } = await ws.note(site);
    expect((await ask(client, id)).trusted.approval).toBe('requested');
    await isOwed(id, asked);
  });

  test('the OWNERs get the request if the person is a GUEST', async () => {
    const { client, asked } = await clientOf(await signedIn(await ws.guest([site.id])), YES);
    const { id } = await ws.note(site);
    await ask(client, id);
    await isOwed(id, asked);
  });

  test('the OWNERs get the request if the client can’t ask', async () => {
    const client = await connectClient(site.mcp_token, '2025-11-25');
    const { id } = await ws.note(site);
    await ask(client, id);
    await isOwed(id, []);
  });
});

describe('a forged answer', () => {
  const META = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  };
  const send = async (token: string, id: string, more: object) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'acknowledge',
    };
    // Released, because a lease of one member binds the other.
    const args = { id, request_approval: INTENT, release: true };
    const params = { name: 'acknowledge', arguments: args, _meta: META, ...more };
    const answer = await post(mcpUrl(), { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers);
    return ((await answer.json()) as { result: { resultType?: string; requestState?: string } }).result;
  };
  const inputResponses = { approval: { action: 'accept', content: { allow: true } } };

  test('an answer without the question’s state, or with that of another note or member, allows nothing and is asked again', async () => {
    const [one, other] = [await signedIn(await ws.member()), await signedIn(await ws.member())];
    const [note, elsewhere] = [await ws.note(site), await ws.note(site)];
    const { requestState, resultType } = await send(one, note.id, {});
    expect(resultType).toBe('input_required');
    const ofOtherNote = (await send(one, elsewhere.id, {})).requestState;
    for (const [token, state] of [
      [one, undefined],
      [one, 'k1.zzzzzzzz.AAAAAAAAAAAAAAAAAAAAAA'],
      [one, ofOtherNote],
      [other, requestState],
    ] as const) {
      const result = await send(token, note.id, { inputResponses, ...(state && { requestState: state }) });
      expect(result.resultType).toBe('input_required');
      expect((await read(note.id)).unattended_edits.allowed).toBe(false);
    }
    await send(one, note.id, { inputResponses, requestState });
    expect((await read(note.id)).unattended_edits.allowed).toBe(true);
  });
});
