import { describe, expect, test } from '@jest/globals';
import { HOUR, now } from '../../functions/kit/clock.ts';
import { scratchKeys } from '../../functions/kit/table/keys.ts';
import { seedAnnotations } from '../annotations/seed.ts';
import { call, newWorkspace, table, type Workspace } from '../driver.ts';
import { connected, revoke } from '../oauth/connect.ts';
import { visit } from '../widget-api/visit.ts';
import { until } from '../workers/until.ts';
import { callTool, connectClient, mcpUrl, post } from './connect.ts';

const WORK = { waiting_for: 'agent', wait_seconds: 25 } as const;

describe('list_annotations with wait_seconds', () => {
  test('answers at once if a note matches, and after the time if none does', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const client = await connectClient(site.mcp_token);
    expect((await callTool(client, 'list_annotations', { ...WORK, wait_seconds: 1 })).trusted.items).toEqual([]);
    const note = await ws.note(site);
    const { trusted } = await callTool(client, 'list_annotations', { status: 'pending', wait_seconds: 25 });
    expect(trusted.items).toMatchObject([{ id: note.id, waiting_for: 'owner' }]);
  });

  test('wakes the agent when the visitor answers its question', async () => {
    const ws = await newWorkspace();
    const [site, other] = [await ws.site(), await ws.site()];
    const client = await connectClient(site.mcp_token);
    const note = await ws.note(site);
    await callTool(client, 'reply', { id: note.id, message: 'Which browser?' });
    await callTool(client, 'patch_annotation', { id: note.id, status: 'blocked' });
    const waiting = callTool(client, 'list_annotations', WORK);
    await ws.note(other);
    await visit(site, 'POST', `notes/${note.id}/replies`, { body: 'Firefox.' }, { notes: [note.note_secret] });
    expect((await waiting).trusted.items).toMatchObject([{ id: note.id, waiting_for: 'agent' }]);
  });

  test('is refused while five requests of the workspace wait', async () => {
    const ws = await newWorkspace();
    const client = await connectClient((await ws.site()).mcp_token);
    const slots = Object.fromEntries([0, 1, 2, 3, 4].map((slot) => [`slot${slot}`, now() + HOUR]));
    await table().put({ ...scratchKeys.waits(ws.id), ...slots }, { in: 'scratch' });
    const { isError, text } = await callTool(client, 'list_annotations', WORK);
    expect(isError).toBe(true);
    expect(text).toContain('code: waits_full');
  });

  test('tells nothing to a token that was rotated meanwhile', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const client = await connectClient(site.mcp_token);
    const waiting = callTool(client, 'list_annotations', { wait_seconds: 25 });
    await call('POST', `/api/widget/sites/${site.id}/secrets/rotate-mcp-token`, { as: ws.owner });
    await ws.note(site);
    const { isError, text } = await waiting;
    expect([isError, text.includes('credential_revoked')]).toEqual([true, true]);
  });

  /** Resolves once the request waits. */
  const startToWait = async (ws: Workspace, access_token: string) => {
    const params = { name: 'list_annotations', arguments: { wait_seconds: 25 } };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const answer = post(mcpUrl(), message, { authorization: `Bearer ${access_token}` });
    await until(() => table().get(scratchKeys.waits(ws.id), { in: 'scratch' }), 'the wait');
    return { text: answer.then((one) => one.text()) };
  };

  test.each(['whose connection ended', 'who was removed', 'who lost the site'])(
    'tells nothing to the client of a member %s meanwhile',
    async (how) => {
      const ws = await newWorkspace();
      const site = await ws.site();
      const guest = await ws.guest([site.id]);
      const { tokens } = await connected(guest, site);
      const { text: waiting } = await startToWait(ws, tokens.access_token);
      const member = `/api/workspaces/${ws.id}/members/${guest.user_id}`;
      if (how === 'whose connection ended') await revoke(tokens.refresh_token);
      else if (how === 'who was removed') await call('DELETE', member, { as: ws.owner });
      else await call('PATCH', member, { as: ws.owner, body: { site_grants: [] } });
      const note = await ws.note(site);
      const text = await waiting;
      expect([text.includes(note.id), text.includes('credential_revoked')]).toEqual([false, true]);
    },
  );

  test('answers the client of a member though the site’s own token was rotated meanwhile', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const { tokens } = await connected(ws.owner, site);
    const { text: waiting } = await startToWait(ws, tokens.access_token);
    await call('POST', `/api/widget/sites/${site.id}/secrets/rotate-mcp-token`, { as: ws.owner });
    const note = await ws.note(site);
    expect(await waiting).toContain(note.id);
  });
});

// Last, because the stage is busy with its notes for a while.
describe('list_annotations with wait_seconds on a site of many notes', () => {
  test('looks behind 1,400 notes of others before it waits, and waits if none there is free', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const [id] = await seedAnnotations(ws.id, site.id, 1450, (at) => ({ auto_fix: at === 0 }));
    const client = await connectClient(site.mcp_token);
    expect((await callTool(client, 'list_annotations', WORK)).trusted.items).toMatchObject([{ id }]);
    await callTool(client, 'acknowledge', { id });
    expect(await table().get(scratchKeys.waits(ws.id), { in: 'scratch' })).toBeUndefined();
    const claiming = callTool(client, 'list_annotations', { claim: true, agent: 'second', wait_seconds: 25 });
    await until(() => table().get(scratchKeys.waits(ws.id), { in: 'scratch' }), 'the wait');
    await callTool(client, 'acknowledge', { id, release: true });
    expect(await claiming).toMatchObject({ trusted: { id }, untrusted: expect.stringContaining('second') });
  });
});
