import { describe, expect, test } from '@jest/globals';
import { claimNext } from '../../functions/mcp/claim-next.ts';
import type { ToolCall } from '../../functions/mcp/tool.ts';
import { type Caller, call, callOf, newWorkspace, table, type Workspace } from '../driver.ts';
import { callTool, connectClient } from './connect.ts';

const allow = (ws: Workspace, id: string) =>
  call('POST', `/api/widget/annotations/${id}/approval`, { as: ws.owner, body: { decision: 'approve' } });

/** A site with notes that wait for an agent, oldest first. */
const siteWith = async (count: number) => {
  const ws = await newWorkspace();
  const site = await ws.site();
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const { id } = await ws.note(site);
    await allow(ws, id);
    ids.push(id);
  }
  return { ws, site, ids, client: await connectClient(site.mcp_token) };
};

describe('list_annotations with claim', () => {
  test('claims the oldest note that waits for an agent, and reads it', async () => {
    const { site, ids, ws, client } = await siteWith(2);
    await ws.note(site);
    const { trusted, untrusted } = await callTool(client, 'list_annotations', { claim: true, agent: 'claude' });
    expect(trusted).toMatchObject({
      id: ids[0],
      held_by: `mcp:${site.id}`,
      unattended_edits: { allowed: true },
    });
    expect(untrusted).toContain('The button does nothing');
    expect(untrusted).toMatch(/agent that claimed it last\W+claude/);
    const note = await call('GET', `/api/v1/annotations/${ids[0]}`, { as: ws.owner });
    expect(note.body.acknowledged_by).toBe(`mcp:${site.id} (claude)`);
  });

  test('gives the next one each time, none twice, and says when there is none', async () => {
    const { ids, client } = await siteWith(3);
    const claimed = [];
    for (let at = 0; at < 4; at += 1)
      claimed.push((await callTool(client, 'list_annotations', { claim: true })).trusted);
    expect(claimed.slice(0, 3).map(({ id }) => id)).toEqual(ids);
    expect(claimed[3]).toEqual({ claimed: null });
  });

  test('takes priority first, then the nearest due date, then age', async () => {
    const { ws, ids, client } = await siteWith(5);
    const [, low, later, soon, urgent] = ids;
    const plan = (id: string | undefined, body: object) =>
      call('PATCH', `/api/v1/annotations/${id}`, { as: ws.owner, body });
    await plan(low, { priority: 'low' });
    await plan(later, { due_on: '2027-03-01' });
    await plan(soon, { due_on: '2027-02-01' });
    await plan(urgent, { priority: 'urgent' });
    const claimed = [];
    for (let at = 0; at < 5; at += 1)
      claimed.push((await callTool(client, 'list_annotations', { claim: true })).trusted.id);
    expect(claimed).toEqual([urgent, low, soon, later, ids[0]]);
  });

  test('looks at the whole queue, whatever the limit', async () => {
    const { ws, ids, client } = await siteWith(3);
    await call('PATCH', `/api/v1/annotations/${ids[2]}`, { as: ws.owner, body: { priority: 'urgent' } });
    const claimed = [];
    for (let at = 0; at < 3; at += 1)
      claimed.push((await callTool(client, 'list_annotations', { claim: true, limit: 1 })).trusted.id);
    expect(claimed).toEqual([ids[2], ids[0], ids[1]]);
  });

  test('gives ten agents that ask at once ten different notes, with or without names', async () => {
    const { ids, client } = await siteWith(10);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        callTool(client, 'list_annotations', { claim: true, ...(at % 2 && { agent: `a${at}` }) }),
      ),
    );
    // Each loser of a race tries the next note, within a bound.
    expect(answers.map(({ trusted }) => trusted.id).sort()).toEqual([...ids].sort());
  });

  test('gives each of 16 agents that ask at once a note if there are enough', async () => {
    const { ids, client } = await siteWith(16);
    const answers = await Promise.all(
      ids.map((_, at) => callTool(client, 'list_annotations', { claim: true, agent: `a${at}` })),
    );
    expect(answers.map(({ trusted }) => trusted.id).sort()).toEqual([...ids].sort());
  });

  test('leaves notes alone that wait for others, and takes a filter', async () => {
    const { ws, site, client } = await siteWith(0);
    await ws.note(site, { kind: 'copy' });
    const { id } = await ws.note(site, { kind: 'bug' });
    expect((await callTool(client, 'list_annotations', { claim: true })).trusted).toEqual({ claimed: null });
    await allow(ws, id);
    expect((await callTool(client, 'list_annotations', { claim: true, kind: 'copy' })).trusted.claimed).toBeNull();
    expect((await callTool(client, 'list_annotations', { claim: true, kind: 'bug' })).trusted.id).toBe(id);
  });

  test('waits for a note that a person allows meanwhile', async () => {
    const { ws, site, client } = await siteWith(0);
    const { id } = await ws.note(site);
    const waiting = callTool(client, 'list_annotations', { claim: true, wait_seconds: 25 });
    await allow(ws, id);
    expect((await waiting).trusted.id).toBe(id);
  });

  test('answers a cursor if four pages hold no free note, and goes on from there', async () => {
    const { ws, site, ids, client } = await siteWith(2);
    const queue = `/api/v1/sites/${site.id}/annotations?status=pending&waiting_for=agent&order=oldest&limit=1`;
    const { next_cursor } = (await call('GET', queue, { as: ws.owner })).body;
    const empty = { items: [], next_cursor, untrusted: [] };
    const asked: string[] = [];
    const more = async (cursor: string) => {
      asked.push(cursor);
      return empty;
    };
    const caller = { ...(await callOf(ws.owner, ws.id)), table: table() } as unknown as ToolCall;
    expect(await claimNext(caller, empty, more, undefined)).toEqual({ next_cursor });
    expect(asked).toHaveLength(3);
    const { trusted } = await callTool(client, 'list_annotations', { claim: true, cursor: next_cursor });
    expect(trusted.id).toBe(ids[1]);
  });

  test('waits for a note that another agent holds and releases meanwhile', async () => {
    const { ids, client } = await siteWith(1);
    const [id] = ids;
    await callTool(client, 'acknowledge', { id, agent: 'first' });
    const waiting = callTool(client, 'list_annotations', { claim: true, agent: 'second', wait_seconds: 25 });
    await callTool(client, 'acknowledge', { id, agent: 'first', release: true });
    expect(await waiting).toMatchObject({ trusted: { id }, untrusted: expect.stringContaining('second') });
  });

  test('respects a lease of an API token', async () => {
    const { ws, ids, client } = await siteWith(1);
    const token: Caller = await ws.token();
    await call('POST', `/api/v1/annotations/${ids[0]}/claim`, { as: token });
    expect((await callTool(client, 'list_annotations', { claim: true })).trusted).toEqual({ claimed: null });
  });
});
