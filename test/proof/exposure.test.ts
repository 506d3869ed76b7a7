import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { endpoints } from '../../lib/docs/endpoints.ts';
import {
  bodyOf,
  callRow,
  filled,
  type Ids,
  inviteElsewhere,
  newWorld,
  pageHeaders,
  teamOf,
  type World,
} from '../access/world.ts';
import { useWeb } from '../demo/web.ts';
import { call, signIn } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

const INTERNAL =
  /^(pk|sk|gsi\dpk|gsi\dsk|due_pk|due_at|job|ttl|.*_hash|derivations?|key_id|note_key_id|deleted_at|mcp_version)$/;
const SECRET = /^(mcp_token|widget_token|loader_secret_id)$/;
/** Its members learn until when they may restore it. */
const showsDeletion = (area: string, name: string) => area === 'workspaces' && name === 'deleted_at';
const SHOWS_SECRETS = new Set(['getSiteSecrets', 'rotateMcpToken', 'getIdentitySecret', 'rotateIdentitySecret']);

const namesIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    Array.isArray(value) ? namesIn(inner) : [name, ...namesIn(inner)],
  );
};

const answering = endpoints
  .filter(({ row }) => row.response && row.method !== 'DELETE')
  .map((one) => ({ name: `${one.row.method} ${one.row.path}`, one }));

const web = useWeb();
let world: World;
let ids: Ids;

beforeAll(async () => {
  world = await newWorld();
  ids = { ...(await world.ids()), page_url: web.fresh('/plain') };
});

const callerOf = (one: (typeof answering)[number]['one']) => {
  if (one.id === 'signOut') return signIn();
  if (one.row.role === 'admin') return world.admin;
  return one.row.by.includes('widget') ? world.callers['widget token'] : world.callers.OWNER;
};

const USES_UP = new Set(['reportShowcaseEntry', 'approveShowcase', 'rejectShowcase', 'decideApproval']);

/** Objects that a call uses up are created for each call. */
const ownIds = async (one: (typeof answering)[number]['one']): Promise<Ids> => {
  if (one.id === 'acceptInvitation') return { ...ids, invitation_token: await inviteElsewhere(world.ws.owner.email) };
  if (USES_UP.has(one.id)) return world.ids();
  if (one.id === 'confirmNote') {
    const path = `/api/v1/annotations/${ids.annotation_id}`;
    await call('PATCH', path, { as: world.callers.OWNER, body: { status: 'resolved' } });
  }
  return one.id === 'transferOwner' ? { ...ids, ...(await teamOf(world.callers.OWNER)) } : ids;
};

describe('the fields of answers', () => {
  test.each(answering)('$name shows no row, hash, key or secret', async ({ one }) => {
    const { status, body } = await callRow(one, await ownIds(one), await callerOf(one));
    expect(status).toBe(200);
    const names = namesIn(body);
    expect(names.filter((name) => INTERNAL.test(name) && !showsDeletion(one.area, name))).toEqual([]);
    expect(names.filter((name) => SECRET.test(name) && !SHOWS_SECRETS.has(one.id))).toEqual([]);
  });
});

describe('unrequested fields', () => {
  // A page is checked once an hour, and was above.
  const writing = answering.filter(({ one }) => one.row.body && one.id !== 'checkAnchors');

  test.each(writing)('$name ignores unrequested fields or refuses them', async ({ one }) => {
    const own = await ownIds(one);
    const given = bodyOf(one, own) as Record<string, unknown>;
    const extra = {
      id: newId(),
      workspace_id: newId(),
      site_id: newId(),
      annotation_id: newId(),
      role: 'OWNER',
      status: 'resolved',
      auto_fix: true,
      actor_id: 'somebody',
      actor_kind: 'human',
      author: 'owner',
      notification_status: 'sent',
      is_default: true,
      wallet_balance_cents: 999,
      token_hash: 'x',
      created_at: '1',
      created_by: newId(),
    };
    const unasked = Object.entries(extra).filter(
      ([name]) => !(name in ((one.row.body as { shape?: object }).shape ?? {})),
    );
    const sent = `{"__proto__":{"role":"OWNER","admin":true},"constructor":{"prototype":{"admin":true}},${JSON.stringify({ ...Object.fromEntries(unasked), ...given }).slice(1)}`;
    const as = await callerOf(one);
    const { status, body } = await call(one.row.method, filled(one.row.path, own), {
      as,
      body: sent,
      headers: pageHeaders(one, ids, as),
    });
    expect(({} as Record<string, unknown>).admin).toBe(undefined);
    if (status === 422) {
      for (const { code } of body.detail) expect(code).toMatch(/^unknown_fields?$/);
      return;
    }
    expect(status).toBe(200);
    const plain = await callRow(one, await ownIds(one), await callerOf(one));
    // Fields that nothing reads are named.
    const names = Object.keys(body).filter((name) => name !== 'warnings');
    expect(names.sort()).toEqual(Object.keys(plain.body).sort());
    // Values that a session has by right (a human, an owner) prove nothing either way.
    const byRight = new Set(['actor_kind', 'author', 'role', ...(one.id === 'confirmNote' ? ['status'] : [])]);
    expect(unasked.filter(([name, value]) => !byRight.has(name) && name in body && body[name] === value)).toEqual([]);
  });

  test('a token writes as an agent, whatever author it names', async () => {
    const as = world.callers['MEMBER token'];
    const reply = await call('POST', `/api/v1/annotations/${ids.annotation_id}/replies`, {
      as,
      body: { body: 'Hi', author: 'owner' },
    });
    expect(reply.body.author).toBe('agent');
    const body = { explanation: 'Done' };
    const resolution = await call('POST', `/api/v1/annotations/${ids.annotation_id}/resolutions`, { as, body });
    expect(resolution.body).toMatchObject({
      actor_kind: 'agent',
      actor_id: `token:${world.callers['MEMBER token'].token_id}`,
    });
  });

  test('an anonymous visitor cannot authorize a change', async () => {
    const note = await world.ws.note(world.site, { auto_fix: true });
    const { body } = await call('GET', `/api/v1/annotations/${note.id}`, { as: world.ws.owner });
    expect({ sent: note.auto_fix, stored: body.auto_fix }).toEqual({ sent: false, stored: false });
  });
});
