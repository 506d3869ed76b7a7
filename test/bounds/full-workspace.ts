import { beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_TOKENS } from '../../functions/api-tokens/schema.ts';
import { MINUTE } from '../../functions/kit/clock.ts';
import { MAX_ANSWER_BYTES } from '../../functions/kit/http/fit.ts';
import { MAX_PERSONAS } from '../../functions/personas/schema.ts';
import { MAX_STAKEHOLDERS } from '../../functions/sites/schema.ts';
import { type Endpoint, endpoints } from '../../lib/docs/endpoints.ts';
import { advance } from '../../lib/local/clock.ts';
import { bodyOf, callRow, filled, type Ids, inviteElsewhere, newWorld, teamOf, type World } from '../access/world.ts';
import { useWeb } from '../demo/web.ts';
import { type Answer, type Caller, call } from '../driver.ts';
import { callTool, connectClient } from '../mcp/connect.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { fillLists } from './fill-lists.ts';
import { fillWorkspace } from './fill-workspace.ts';
import { largestBody } from './shapes.ts';
import { SIGNS } from './signs.ts';

const web = useWeb();

const callerOf = (world: World, { row }: Endpoint): Caller | undefined => {
  if (row.role === 'admin') return world.admin;
  if (row.by.length === 0) return undefined;
  return row.by.includes('widget') ? world.callers['widget token'] : world.callers.OWNER;
};

/** Lists whose entries name others: uploads, and notes instead of all of them. `fillWorkspace` writes files. */
const IDENTIFIED: Readonly<Record<string, readonly string[]>> = { createAnnotation: ['files'], markOpened: ['notes'] };

/** The largest body that an operation takes: a place that it refuses gets what fits, and what is too much is shortened. */
const sendLargest = async (world: World, one: Endpoint, ids: Ids, sign: string): Promise<Answer> => {
  const base = bodyOf(one, ids);
  const kept = new Set(IDENTIFIED[one.id]);
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

/** They end what others work on or the caller's session, need another caller, or take a form. */
const APART = new Set([
  ...['transferOwner', 'receiveStripeEvent', 'acceptInvitation', 'registerAgent', 'restoreWorkspace'],
  ...['replyToThread', 'confirmFix', 'signOut'],
]);
const writes = endpoints.filter(({ id, row }) => !['GET', 'DELETE'].includes(row.method) && !APART.has(id));
const reads = endpoints.filter(({ row }) => row.method === 'GET');

const isFine = ({ status, bytes }: Answer) => status < 500 && bytes.length <= MAX_ANSWER_BYTES;

/** Fills a workspace with texts made of one sign, and reads it by every route. */
export const describeFullWorkspace = (name: keyof typeof SIGNS) =>
  describe(`a workspace full of ${name}`, () => {
    const sign = SIGNS[name];
    let world: World;
    let ids: Ids;
    let made: Awaited<ReturnType<typeof fillWorkspace>>;
    let lists_filled: Awaited<ReturnType<typeof fillLists>>;

    beforeAll(async () => {
      // The stage would read the megabytes from the stream, and other files read the lists that all workspaces share.
      await useOwnTables();
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
      lists_filled = await fillLists(world, ids, sign, made.review_id);
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
        // Usage has its page inside.
        const { items, next_cursor } = answer.body.rows ?? answer.body;
        found.push(
          ...items.map(
            (item: Record<string, string>) => item.id ?? item.token_id ?? item.user_id ?? item.slug ?? item.actor_id,
          ),
        );
        const { has_more, cursor: next } = answer.body;
        cursor = has_more ? next : (next_cursor ?? null);
      }
      return found;
    };

    const listed = new Map<string, string[]>();
    const lists = reads.filter(({ row }) => row.query && 'cursor' in row.query.shape);
    test.each(lists.map((one) => [one.id, one] as const))('%s gives all there is, page by page', async (__, one) => {
      const as = callerOf(world, one);
      const limit = one.row.query?.shape.limit;
      const isWhole = limit !== undefined;
      const most = [200, 100, 50].find((count) => limit?.safeParse(String(count)).success) ?? 0;
      const large = await everyPage(one, ids, as, most);
      expect(new Set(large).size).toBe(large.length);
      listed.set(one.id, large);
      if (isWhole) expect([...large].sort()).toEqual((await everyPage(one, ids, as, 20)).sort());
    });

    test('lists hold what was put into them', () => {
      expect(listed.get('listStakeholders')?.length).toBeGreaterThanOrEqual(MAX_STAKEHOLDERS);
      expect(listed.get('listApiTokens')?.length).toBeGreaterThanOrEqual(MAX_TOKENS);
      expect(listed.get('listMyPersonas')?.length).toBeGreaterThanOrEqual(MAX_PERSONAS);
      expect(listed.get('listMarketplacePersonas')?.length).toBeGreaterThanOrEqual(MAX_PERSONAS);
      expect(listed.get('listMembers')?.length).toBeGreaterThanOrEqual(300);
      for (const [id, wanted] of Object.entries(lists_filled.held)) {
        expect([id, listed.get(id)]).toEqual([id, expect.arrayContaining(wanted)]);
      }
    });

    test.each(reads.map((one) => [one.id, one] as const))('%s answers', async (__, one) => {
      advance(MINUTE);
      const full = { ...ids, annotation_id: made.notes[0] ?? '', review_id: made.review_id, ...lists_filled.ids };
      const isSame = filled(one.row.path, full) === filled(one.row.path, ids);
      for (const own of isSame ? [ids] : [ids, full]) {
        const ask = () => callRow(one, own, callerOf(world, one));
        let answer = await ask();
        // While the machine is slow, a store may be too busy for one request.
        for (let tries = 1; tries < 3 && answer.status === 503; tries += 1) answer = await ask();
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
