import { beforeAll, describe, expect, test } from '@jest/globals';
import { packCaptured } from '../../functions/annotations/captured.ts';
import { listKeys } from '../../functions/annotations/store.ts';
import { MAX_THREAD_BYTES } from '../../functions/annotations/thread.ts';
import { MAX_TOKENS } from '../../functions/api-tokens/schema.ts';
import { advance, MINUTE, now } from '../../functions/kit/clock.ts';
import { MAX_ANSWER_BYTES } from '../../functions/kit/http/fit.ts';
import { newId } from '../../functions/kit/ids.ts';
import { type Key, keys, partitions } from '../../functions/kit/table/keys.ts';
import { listingKeys } from '../../functions/personas/listing.ts';
import { isTooLarge, MAX_PERSONAS } from '../../functions/personas/schema.ts';
import { MAX_SITES, MAX_STAKEHOLDERS } from '../../functions/sites/schema.ts';
import { type Endpoint, endpoints } from '../../lib/docs/endpoints.ts';
import { bodyOf, callRow, filled, type Ids, inviteElsewhere, newWorld, teamOf, type World } from '../access/world.ts';
import { largestBody } from '../bounds/shapes.ts';
import { useWeb } from '../demo/web.ts';
import { type Answer, type Caller, call, table } from '../driver.ts';
import { callTool, connectClient } from '../mcp/connect.ts';
import { knowNodesErrors } from '../one-realm.ts';
import { seedPersona, seedReview } from '../reviews/seed.ts';

knowNodesErrors();

const SIGNS = { quotes: '"', NUL: '\u0000', 'four-byte characters': '💥' };
const web = useWeb();

const inChunks = async (rows: readonly (Key & Record<string, unknown>)[]) => {
  for (let start = 0; start < rows.length; start += 20) {
    await Promise.all(rows.slice(start, start + 20).map((row) => table().put(row)));
  }
};
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

/** Everything a workspace can hold, up to its caps, in rows as they are stored. */
const fillWorkspace = async (world: World, ids: Ids, sign: string) => {
  const ws = world.ws.id;
  const site = world.site.id;
  const text = (length: number) => `x${sign.repeat((length - 1) / sign.length)}`;
  const at = now();
  const stamps = { created_at: at, updated_at: at };
  const rowOf = async (key: Key) => ({ ...(await table().get(key)) }) as Record<string, unknown>;

  const siteRow = await rowOf(keys.site(ws, site));
  const wide = { name: text(120), url: `https://shop.example.com/${'\u4e2d'.repeat(2000)}` };
  await inChunks([{ ...siteRow, ...keys.site(ws, site), ...wide }]);
  await inChunks(
    times(MAX_SITES, () => newId()).map((id) => ({ ...siteRow, ...wide, ...keys.site(ws, id), id, widget_hash: id })),
  );

  const derivation = { key_id: 'k1', version: 1 };
  const stakeholders = times(MAX_STAKEHOLDERS - 1, () => newId());
  await inChunks(
    stakeholders.map((id) => ({
      ...keys.stakeholder(ws, site, id),
      ...{ id, site_id: site, name: text(120), email: `${'e'.repeat(300)}@example.com`, derivation, ...stamps },
      auto_fix_default: 'never',
    })),
  );

  const token = await rowOf(keys.apiToken(ws, ids.token_id ?? ''));
  await inChunks(
    times(MAX_TOKENS, () => newId()).map((id) => ({ ...token, ...keys.apiToken(ws, id), id, name: text(80) })),
  );

  const persona = {
    ...{ name: text(120), title: text(200), category: ids.category ?? '', description: text(2000), slug: null },
    evaluation_dimensions: times(12, (n) => ({ name: `${n}`, description: text(200), weight: 1, evidence: text(20) })),
    custom_instructions: null,
    ...stamps,
  };
  const more = text(200);
  while (!isTooLarge(persona)) persona.evaluation_dimensions[0]!.description += more;
  persona.evaluation_dimensions[0]!.description = persona.evaluation_dimensions[0]!.description.slice(0, -more.length);
  const personas = times(MAX_PERSONAS, () => newId());
  await inChunks(personas.map((id) => ({ ...keys.persona(ws, id), ...persona, id })));
  const owned = { ...persona, workspace_id: ws, published_at: at };
  await inChunks(
    personas.map((id) => ({
      ...keys.marketPersona(id),
      ...listingKeys(ws, { id, category: persona.category }),
      ...owned,
      id,
    })),
  );

  await inChunks(
    times(300, () => newId()).map((user) => ({
      ...keys.member(ws, user),
      gsi1pk: partitions.userWorkspaces(user),
      gsi1sk: `WS#${ws}`,
      ...{ workspace_id: ws, user_id: user, name: text(300), email: `${'m'.repeat(300)}@example.com`, role: 'GUEST' },
      site_grants: times(100, () => newId()),
      created_at: at,
    })),
  );

  const panel = times(10, () =>
    seedPersona(
      newId(),
      times(12, (n) => `${n}${text(110)}`),
      { name: text(120) },
    ),
  );
  const review = await seedReview(ws, { site, personas: panel, more: { title: text(200) } });

  // Notes of one stakeholder, each with a thread as large as a thread may be.
  const stakeholder = stakeholders[0] ?? '';
  const note = await rowOf(keys.annotation(ws, ids.annotation_id ?? ''));
  const context = {
    ...{ body: text(10_000), name: text(120), email: null, screenshot_key: null, thumbnail_key: null },
    captured: packCaptured({ page: { url: 'https://shop.example.com/' }, anchor: { kind: 'page' } }),
  };
  const reply = text(10_000);
  const bytes = Buffer.byteLength(JSON.stringify(reply));
  const notes = times(12, () => newId());
  for (const id of notes) {
    const placed = { id, site_id: site, status: 'pending' as const };
    await inChunks([
      {
        ...note,
        ...keys.annotation(ws, id),
        ...listKeys(ws, placed),
        ...placed,
        ...{ stakeholder_id: stakeholder, summary: text(2000) },
      },
      { ...keys.context(ws, id), ...context },
      { ...keys.stakeholderNote(ws, site, stakeholder, id) },
      // Twice as much as people may write: what the service itself adds comes on top.
      ...times(Math.floor((2 * MAX_THREAD_BYTES) / bytes), () => newId()).map((reply_id) => ({
        ...keys.reply(ws, id, reply_id),
        ...{ id: reply_id, annotation_id: id, author: 'owner', author_name: text(120), body: reply, created_at: at },
      })),
    ]);
  }
  return { stakeholder, notes, review_id: review.id };
};

const callerOf = (world: World, { row }: Endpoint): Caller | undefined => {
  if (row.role === 'admin') return world.admin;
  if (row.by.length === 0) return undefined;
  return row.by.includes('widget') ? world.callers['widget token'] : world.callers.OWNER;
};

/** The largest body that an operation takes: a place that it refuses gets what fits, and what is too much is shortened. */
const sendLargest = async (world: World, one: Endpoint, ids: Ids, sign: string): Promise<Answer> => {
  const base = bodyOf(one, ids);
  const kept = new Set<string>();
  let share = 1;
  for (let tries = 0; ; tries += 1) {
    const body = base === undefined ? undefined : largestBody(one.id, base, sign, share, kept);
    const as = callerOf(world, one);
    const headers = one.row.by.includes('widget')
      ? { origin: 'https://shop.example.com', 'x-sidenote-notes': ids.note_secret ?? '' }
      : {};
    const answer = await call(one.row.method, filled(one.row.path, ids), { ...(as && { as }), body, headers });
    if (answer.status !== 422 || tries === 25) {
      if (answer.status === 422) console.error(one.id, answer.text.slice(0, 500));
      return answer;
    }
    const places = (answer.body.detail as { loc: (string | number)[] }[]).map(({ loc: [where, ...path] }) =>
      where === 'body'
        ? path
            .map((part) => (typeof part === 'number' ? '[]' : `.${part}`))
            .join('')
            .slice(1)
        : '',
    );
    for (const place of places.filter(Boolean)) kept.add(place);
    if (places.includes('')) share *= 0.6;
  }
};

/** What ends what others work on, or has a caller of its own. */
const APART = new Set(['transferOwner', 'receiveStripeEvent', 'acceptInvitation', 'registerAgent', 'restoreWorkspace']);
const writes = endpoints.filter(({ id, row }) => !['GET', 'DELETE'].includes(row.method) && !APART.has(id));
const reads = endpoints.filter(({ row }) => row.method === 'GET');

const isFine = ({ status, bytes }: Answer) => status < 500 && bytes.length <= MAX_ANSWER_BYTES;

describe.each(Object.entries(SIGNS))('a workspace full of %s', (_, sign) => {
  let world: World;
  let ids: Ids;
  let made: Awaited<ReturnType<typeof fillWorkspace>>;

  beforeAll(async () => {
    world = await newWorld();
    ids = { ...(await world.ids()), page_url: web.fresh('/plain'), ...(await teamOf(world.callers.OWNER)) };
    ids = { ...ids, ws_id: world.ws.id, invitation_token: await inviteElsewhere(world.ws.owner.email) };
  });

  test.each(writes.map((one) => [one.id, one] as const))('%s with the largest body answers', async (__, one) => {
    advance(MINUTE);
    const answer = await sendLargest(world, one, one.id === 'reportShowcaseEntry' ? await world.ids() : ids, sign);
    expect({ ...answer, isFine: isFine(answer) }).toMatchObject({ isFine: true });
    expect(answer.status).not.toBe(422);
  });

  test('can be filled', async () => {
    made = await fillWorkspace(world, ids, sign);
  });

  /** Every page of a list: what is cut from one is on the next. */
  const everyPage = async (one: Endpoint, own: Ids, as: Caller | undefined, limit: number) => {
    const found: string[] = [];
    for (let cursor: string | null = '', pages = 0; cursor !== null; pages += 1) {
      if (pages % 50 === 0) advance(MINUTE);
      const query = new URLSearchParams({ ...(limit && { limit: String(limit) }), ...(cursor && { cursor }) });
      const headers = { origin: 'https://shop.example.com' };
      const path = `${filled(one.row.path, own)}?${query}`;
      const answer = await call('GET', path, { ...(as && { as }), headers });
      expect({ path, status: answer.status, isFine: isFine(answer) }).toMatchObject({ status: 200, isFine: true });
      const { items, next_cursor } = answer.body;
      found.push(...items.map((item: Record<string, string>) => item.id ?? item.token_id ?? item.user_id ?? item.slug));
      cursor = next_cursor ?? null;
    }
    return found;
  };

  const lists = reads.filter(({ row }) => row.query && 'cursor' in row.query.shape && row.path !== '/api/admin/usage');
  test.each(lists.map((one) => [one.id, one] as const))('%s gives all there is, page by page', async (__, one) => {
    const as = callerOf(world, one);
    const isWhole = one.row.query && 'limit' in one.row.query.shape;
    const large = await everyPage(one, ids, as, isWhole ? 200 : 0);
    expect(new Set(large).size).toBe(large.length);
    if (isWhole) expect([...large].sort()).toEqual((await everyPage(one, ids, as, 20)).sort());
  });

  test('lists hold what was put into them', async () => {
    const listed = async (id: string) =>
      everyPage(
        endpoints.find((one) => one.id === id)!,
        ids,
        callerOf(world, endpoints.find((one) => one.id === id)!),
        200,
      );
    expect((await listed('listStakeholders')).length).toBeGreaterThanOrEqual(MAX_STAKEHOLDERS);
    expect((await listed('listApiTokens')).length).toBeGreaterThanOrEqual(MAX_TOKENS);
    expect((await listed('listMyPersonas')).length).toBeGreaterThanOrEqual(MAX_PERSONAS);
    expect((await listed('listMarketplacePersonas')).length).toBeGreaterThanOrEqual(MAX_PERSONAS);
    expect((await listed('listMembers')).length).toBeGreaterThanOrEqual(300);
  });

  test.each(reads.map((one) => [one.id, one] as const))('%s answers', async (__, one) => {
    advance(MINUTE);
    for (const own of [ids, { ...ids, annotation_id: made.notes[0] ?? '', review_id: made.review_id }]) {
      const answer = await callRow(one, own, callerOf(world, one));
      if (!isFine(answer)) console.error(one.id, answer.status, answer.bytes.length, answer.text.slice(0, 300));
      expect(isFine(answer)).toBe(true);
    }
  });

  test('agents read everything over MCP', async () => {
    // Its token was rotated above.
    const { body: secrets } = await call('GET', `/api/widget/sites/${world.site.id}/secrets`, { as: world.ws.owner });
    const client = await connectClient(secrets.mcp_token);
    const [id = ''] = made.notes;
    for (let part = 1, parts = 1; part <= parts; part += Math.ceil(parts / 5)) {
      advance(MINUTE);
      const { isError, trusted } = await callTool(client, 'read_annotation', { id, part });
      expect(isError).toBe(false);
      parts = trusted.parts ?? 1;
    }
    for (const [name, args] of [
      ['list_annotations', { limit: 200 }],
      ['list_resolutions', { annotation_id: id }],
    ] as const) {
      expect((await callTool(client, name, args)).isError).toBe(false);
    }
  });
});
