import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { type Caller, call, newWorkspace, type Person, table, type Workspace } from '../driver.ts';
import { callTool, connectClient } from '../mcp/connect.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;
let one: Caller & { token_id: string };
let other: Caller & { token_id: string };
let owner: Person;

beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site();
  owner = ws.owner;
  [one, other] = [await ws.token(), await ws.token()];
});

const claim = (id: string, as: Caller, body?: object) =>
  call('POST', `/api/v1/annotations/${id}/claim`, { as, ...(body && { body }) });
const release = (id: string, as: Caller, agent?: string) =>
  call('DELETE', `/api/v1/annotations/${id}/claim${agent ? `?agent=${agent}` : ''}`, { as });
const patch = (id: string, as: Caller, body: object) => call('PATCH', `/api/v1/annotations/${id}`, { as, body });
const read = async (id: string) => (await call('GET', `/api/v1/annotations/${id}`, { as: owner })).body;
const attach = (id: string, as: Caller, more: object = {}) =>
  call('POST', `/api/v1/annotations/${id}/resolutions`, { as, body: { explanation: 'Fixed.', ...more } });

describe('200', () => {
  test('a token claims over REST, and the note and the list say who has it and until when', async () => {
    const { id } = await ws.note(site);
    const { status, body } = await claim(id, one, { agent: 'claude' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, acknowledged_by: `token:${one.token_id} (claude)` });
    expect(Number(body.lease_expires_at) - Number(body.acknowledged_at)).toBe(30 * 60_000);
    expect(await read(id)).toMatchObject({ lease_expires_at: body.lease_expires_at, status: 'pending' });
  });

  test('the holder writes, with its name, without one, and renews', async () => {
    const { id } = await ws.note(site);
    await claim(id, one, { agent: 'claude' });
    expect((await patch(id, one, { summary: 'A', agent: 'claude' })).status).toBe(200);
    expect((await patch(id, one, { summary: 'B' })).status).toBe(200);
    expect((await attach(id, one)).status).toBe(200);
    expect((await claim(id, one, { agent: 'claude' })).status).toBe(200);
  });

  test('a release frees the note for the next agent, and releasing a free note changes nothing', async () => {
    const { id } = await ws.note(site);
    await claim(id, one);
    expect((await release(id, one)).body).toMatchObject({ id, lease_expires_at: null });
    const { updated_at } = await read(id);
    expect((await release(id, other)).status).toBe(200);
    expect((await read(id)).updated_at).toBe(updated_at);
    expect((await claim(id, other)).status).toBe(200);
  });

  test.each(['resolved', 'won_t_fix', 'duplicate'])('the status %s releases the note', async (status) => {
    const { id } = await ws.note(site);
    await claim(id, one);
    expect((await patch(id, one, { status, summary: 'Done.' })).body.lease_expires_at).toBeNull();
    expect((await read(id)).lease_expires_at).toBeNull();
    expect((await patch(id, other, { status: 'pending' })).status).toBe(200);
  });

  test('a person writes, takes over and releases, whoever holds the note', async () => {
    const { id } = await ws.note(site);
    await claim(id, one);
    expect((await patch(id, owner, { summary: 'Mine.' })).status).toBe(200);
    expect((await attach(id, owner)).status).toBe(200);
    expect((await claim(id, owner)).body.code).toBe('annotation_claimed');
    expect((await claim(id, owner, { take_over: true })).body.acknowledged_by).toBe(owner.user_id);
    expect((await patch(id, one, { summary: 'Late.' })).status).toBe(409);
    const guest = await ws.guest([site.id]);
    expect((await release(id, guest)).status).toBe(200);
    expect((await patch(id, one, { summary: 'Free again.' })).status).toBe(200);
  });

  test('replies and quarantine stay free', async () => {
    const { id } = await ws.note(site);
    await claim(id, one);
    const reply = await call('POST', `/api/v1/annotations/${id}/replies`, { as: other, body: { body: 'Seen.' } });
    expect(reply.status).toBe(200);
    expect((await patch(id, other, { quarantined: true })).status).toBe(200);
  });

  test('evidence that was sent before someone else took the note is answered again under its key', async () => {
    const { id } = await ws.note(site);
    const headers = { 'idempotency-key': newId() };
    const send = () =>
      call('POST', `/api/v1/annotations/${id}/resolutions`, { as: one, body: { explanation: 'Fixed.' }, headers });
    const first = await send();
    await claim(id, other);
    const again = await send();
    expect([again.status, again.body.id]).toEqual([200, first.body.id]);
    expect((await attach(id, one)).body.code).toBe('annotation_claimed');
  });

  test('claims and releases are in the audit log', async () => {
    const { id } = await ws.note(site);
    await claim(id, one, { agent: 'claude' });
    await release(id, one, 'claude');
    const { body } = await call('GET', `/api/widget/annotations/${id}/audit`, { as: owner });
    expect(body.items.map(({ action }: { action: string }) => action)).toEqual([
      'annotation.release',
      'annotation.acknowledge',
    ]);
  });
});

describe('409', () => {
  test.each([
    ['status', { status: 'resolved', summary: 'x' }],
    ['summary', { summary: 'x' }],
    ['assignee', { assignee_id: null }],
  ])('another token can’t change the %s, and is told who has the note until when', async (_, body) => {
    const { id } = await ws.note(site);
    const { lease_expires_at } = (await claim(id, one, { agent: 'claude' })).body;
    const before = await table().get(keys.annotation(ws.id, id));
    const refused = await patch(id, other, body);
    expect(refused.status).toBe(409);
    expect(refused.body.code).toBe('annotation_claimed');
    expect(refused.body.detail).toContain(`Another agent with token:${one.token_id} has claimed`);
    expect(refused.body.detail).toContain(new Date(Number(lease_expires_at)).toISOString());
    expect(await table().get(keys.annotation(ws.id, id))).toEqual(before);
  });

  test('another agent can’t attach evidence, release or claim', async () => {
    const { id } = await ws.note(site);
    await claim(id, one);
    for (const refused of [await attach(id, other), await release(id, other), await claim(id, other)]) {
      expect(refused.body.code).toBe('annotation_claimed');
    }
    expect((await read(id)).resolutions).toEqual([]);
  });

  test('agents that share a token are told apart by their names', async () => {
    const { id } = await ws.note(site);
    await claim(id, one, { agent: 'A' });
    expect((await patch(id, one, { summary: 'x', agent: 'B' })).body.code).toBe('annotation_claimed');
    expect((await attach(id, one, { agent: 'B' })).body.code).toBe('annotation_claimed');
    expect((await release(id, one, 'B')).body.code).toBe('annotation_claimed');
    expect((await patch(id, one, { summary: 'x', agent: 'A' })).status).toBe(200);
    expect((await release(id, one, 'A')).status).toBe(200);
  });

  test('the site’s MCP token and an API token bind each other', async () => {
    const { id } = await ws.note(site);
    await claim(id, one);
    const client = await connectClient(site.mcp_token);
    for (const [name, args] of [
      ['resolve', { id, summary: 'x' }],
      ['patch_annotation', { id, status: 'blocked' }],
      ['attach_resolution', { annotation_id: id, explanation: 'x' }],
    ] as const) {
      const refused = await callTool(client, name, args);
      expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('code: annotation_claimed')]);
    }
    await release(id, one);
    await callTool(client, 'acknowledge', { id, agent: 'A' });
    expect((await patch(id, one, { summary: 'x' })).status).toBe(409);
    expect((await callTool(client, 'patch_annotation', { id, summary: 'x', agent: 'B' })).isError).toBe(true);
    expect((await callTool(client, 'resolve', { id, summary: 'Fixed.', agent: 'A' })).isError).toBe(false);
  });

  test('a repeated Idempotency-Key gets the first answer, although another agent has the note by now', async () => {
    const site = await ws.site();
    const { id } = await ws.note(site);
    const client = await connectClient(site.mcp_token);
    const sent = { id, summary: 'Bound the handler.', agent: 'first', idempotency_key: 'once' };
    const first = await callTool(client, 'resolve', sent);
    expect(first.isError).toBe(false);
    expect((await callTool(client, 'acknowledge', { id, agent: 'second' })).isError).toBe(false);
    expect((await callTool(client, 'resolve', { ...sent, idempotency_key: 'other' })).text).toContain(
      'annotation_claimed',
    );
    const again = await callTool(client, 'resolve', sent);
    expect([again.isError, again.trusted]).toEqual([false, { ...first.trusted, updated_at: expect.any(String) }]);
  });

  test('of 20 agents that claim at once, one gets the note', async () => {
    const { id } = await ws.note(site);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => claim(id, one, { agent: `a${at}` })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });
});

describe('two agents and a person on one note', () => {
  test('a person takes over from two agents, both agents learn from whom, and the person’s word stays', async () => {
    const { id } = await ws.note(site);
    const client = await connectClient(site.mcp_token);
    const resolveOverMcp = () => callTool(client, 'resolve', { id, summary: 'By A.', agent: 'A' });
    await callTool(client, 'acknowledge', { id, agent: 'A' });
    expect((await patch(id, one, { status: 'resolved', summary: 'By B.' })).body.detail).toContain(
      `Another agent with mcp:${site.id} has claimed`,
    );
    await claim(id, owner, { take_over: true });
    expect((await resolveOverMcp()).text).toContain(owner.user_id);
    expect((await patch(id, one, { status: 'won_t_fix' })).body.detail).toContain(owner.user_id);
    await patch(id, owner, { status: 'blocked', summary: 'Which one?' });
    expect(await read(id)).toMatchObject({ status: 'blocked', summary: 'Which one?', acknowledged_by: owner.user_id });
    await release(id, owner);
    expect((await claim(id, one)).status).toBe(200);
    expect((await resolveOverMcp()).isError).toBe(true);
    expect((await patch(id, one, { status: 'resolved', summary: 'By B.' })).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'resolved', summary: 'By B.', lease_expires_at: null });
  });

  test('a person who claims at the same time as two agents has the note, and only their write counts', async () => {
    const client = await connectClient(site.mcp_token);
    for (let round = 0; round < 5; round += 1) {
      const { id } = await ws.note(site);
      const [byMcp, byToken, byPerson] = await Promise.all([
        callTool(client, 'acknowledge', { id, agent: 'A' }),
        claim(id, one, { agent: 'B' }),
        claim(id, owner, { take_over: true }),
      ]);
      expect(byPerson.status).toBe(200);
      // One agent may have had it before the person took it over.
      expect([byMcp.isError, byToken.status === 409]).toContain(true);
      const [first, second, third] = await Promise.all([
        callTool(client, 'patch_annotation', { id, summary: 'By A.', agent: 'A' }),
        patch(id, one, { summary: 'By B.', agent: 'B' }),
        patch(id, owner, { summary: 'By a person.' }),
      ]);
      expect([first.isError, second.status, third.status]).toEqual([true, 409, 200]);
      expect(await read(id)).toMatchObject({ summary: 'By a person.', acknowledged_by: owner.user_id });
    }
  });
});

test('an agent can’t take over a note: 403', async () => {
  const { id } = await ws.note(site);
  await claim(id, one);
  const { status, body } = await claim(id, other, { take_over: true });
  expect([status, body.code]).toEqual([403, 'takeover_needs_person']);
});

test('an agent name with other characters is a 422', async () => {
  const { id } = await ws.note(site);
  expect((await claim(id, one, { agent: 'a\nb' })).status).toBe(422);
});
