import { beforeAll, describe, expect, test } from '@jest/globals';
import { acknowledgeAnnotation, bindAnnotations } from '../../functions/annotations/operations.ts';
import { REFUSALS } from '../../functions/codes/refusals.ts';
import type { Actor } from '../../functions/kit/actor.ts';
import { MINUTE, now } from '../../functions/kit/clock.ts';
import { Refusal } from '../../functions/kit/errors.ts';
import { bodyOf } from '../../functions/kit/http/refusal-body.ts';
import { newId } from '../../functions/kit/ids.ts';
import { auditRows } from '../audit.ts';
import { call, newWorkspace, table, type Workspace } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;
beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site();
});

const MCP = (): Actor => ({ kind: 'mcp', site_id: site.id });

const contextOf = (actor: Actor, at = now()) =>
  bindAnnotations(table(), {
    actor,
    scope: { workspace_id: ws.id, sites: new Set([site.id]), deleted_sites: new Set() },
    rows: {},
    now: at,
    once: undefined,
    operation_id: 'acknowledge',
    request: { id: 'r', ip: '10.0.0.1', origin: undefined, route_key: '', headers: {}, body: '' },
  });

const acknowledge = async (id: string, agent?: string, { at = now(), actor = MCP() } = {}) => {
  try {
    return { status: 200, body: await acknowledgeAnnotation(contextOf(actor, at), { id, agent }) };
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, detail: bodyOf(error, REFUSALS).detail };
    throw error;
  }
};

const read = async (id: string) => (await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner })).body;

describe('200', () => {
  test('the caller holds the note for 30 minutes without a status change, and list and detail say who and until when', async () => {
    const note = await ws.note(site);
    const at = now();
    const { body } = await acknowledge(note.id, 'claude', { at });
    expect(body).toEqual({
      id: note.id,
      acknowledged_at: at,
      acknowledged_by: `mcp:${site.id} (claude)`,
      lease_expires_at: at + 30 * MINUTE,
    });
    const wanted = {
      status: 'pending',
      acknowledged_at: String(at),
      acknowledged_by: `mcp:${site.id} (claude)`,
      lease_expires_at: String(at + 30 * MINUTE),
    };
    expect(await read(note.id)).toMatchObject(wanted);
    const list = await call('GET', `/api/v1/sites/${site.id}/annotations?limit=1`, { as: ws.owner });
    expect(list.body.items[0]).toMatchObject(wanted);
  });

  test.each([
    ['claude', 'claude'],
    [undefined, undefined],
    ['claude', undefined],
    [undefined, 'claude'],
  ])('an agent that claimed the note as %s renews its lease as %s', async (first, second) => {
    const note = await ws.note(site);
    const at = now();
    await acknowledge(note.id, first, { at });
    const again = await acknowledge(note.id, second, { at: at + 20 * MINUTE });
    expect(again.body?.lease_expires_at).toBe(at + 50 * MINUTE);
  });

  test('another agent can take the note after the lease expires', async () => {
    const note = await ws.note(site);
    const at = now();
    await acknowledge(note.id, 'claude', { at });
    expect((await acknowledge(note.id, 'cursor', { at: at + 30 * MINUTE - 1 })).status).toBe(409);
    expect((await acknowledge(note.id, 'cursor', { at: at + 30 * MINUTE })).status).toBe(200);
    expect((await read(note.id)).acknowledged_by).toBe(`mcp:${site.id} (cursor)`);
  });

  test('exactly one of twenty concurrent agents gets the note', async () => {
    const note = await ws.note(site);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => acknowledge(note.id, `agent ${index}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  test('taking a note writes an audit entry', async () => {
    const note = await ws.note(site);
    await acknowledge(note.id);
    const items = await auditRows(ws.id);
    expect(items.at(-1)).toMatchObject({ action: 'annotation.acknowledge', actor_id: `mcp:${site.id}` });
  });
});

describe('409', () => {
  test('another agent and another credential learn whose credential holds the note and until when', async () => {
    const note = await ws.note(site);
    await acknowledge(note.id, 'claude');
    const others = [
      await acknowledge(note.id, 'cursor'),
      await acknowledge(note.id, 'claude', {
        actor: { kind: 'token', token_id: newId(), role: 'MEMBER', name: 't', maker_id: newId() },
      }),
    ];
    for (const { status, detail } of others) {
      expect(status).toBe(409);
      expect(detail).toMatch(/^Another agent with mcp:\w+ has claimed this annotation until \d{4}-\d\d-\d\dT/);
    }
  });

  test('a lease of one member’s MCP client binds the site’s token and the clients of other members', async () => {
    const note = await ws.note(site);
    const clientOf = (user_id: string): Actor => ({
      kind: 'mcp',
      site_id: site.id,
      member: { user_id, role: 'MEMBER' },
    });
    const [alice, bob] = [newId(), newId()];
    const { body } = await acknowledge(note.id, undefined, { actor: clientOf(alice) });
    expect(body?.acknowledged_by).toBe(`mcp:${site.id}/${alice}`);
    for (const actor of [clientOf(bob), MCP()]) {
      for (const agent of [undefined, 'claude']) {
        expect((await acknowledge(note.id, agent, { actor })).status).toBe(409);
        const release = contextOf(actor).claims.release(note.id, agent);
        await expect(release).rejects.toMatchObject({ code: 'annotation_claimed' });
      }
    }
    expect((await acknowledge(note.id, 'claude', { actor: clientOf(alice) })).status).toBe(200);
  });
});

describe('404', () => {
  test('an unknown note, a deleted note and a note of another site cannot be taken', async () => {
    const [deleted, other] = [await ws.note(site), await ws.note(await ws.site())];
    await call('DELETE', `/api/widget/annotations/${deleted.id}`, { as: ws.owner });
    for (const id of [newId(), deleted.id, other.id]) expect((await acknowledge(id)).status).toBe(404);
    expect((await read(other.id)).acknowledged_by).toBeNull();
  });
});

describe('422', () => {
  test.each(['', 'x'.repeat(81), 'a\nb', '<script>', '\u202eabc'])('the agent name "%s" is refused', async (agent) => {
    const note = await ws.note(site);
    expect((await acknowledge(note.id, agent)).status).toBe(422);
  });
});
