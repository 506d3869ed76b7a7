import { beforeAll, describe, expect, test } from '@jest/globals';
import { keys } from '../../functions/kit/table/keys.ts';
import { type Endpoint, endpoints } from '../../lib/docs/endpoints.ts';
import { callRow, type Ids, newWorld, type World } from '../access/world.ts';
import { type Caller, call, signIn, table } from '../driver.ts';
import { LIST_TOOLS, mcpUrl, post } from '../mcp/connect.ts';
import { png } from '../resolutions/images.ts';
import { evidencePath, upload } from '../resolutions/upload.ts';

const CHALLENGE = 'Bearer error="invalid_token", error_description="workspace deleted"';

/** Documents and addresses without a workspace. */
const STANDS_ALONE = new Set(['discovery', 'mail', 'demo', 'signup']);
/** Public lists leave it out, and its OWNER may still pay; their own tests say so. */
const LISTS_ALL = new Set(['listMarketplacePersonas', 'listShowcase', 'receiveStripeEvent']);
/** A client begins or renews a connection there; its rows of a site are closed like all others. */
const isSignIn = (path: string) => path.startsWith('/oauth/') || path.startsWith('/.well-known/');
/** A person's own, in every workspace. */
const OF_A_MAILBOX = new Set(['getDataPage', 'downloadData', 'eraseData']);
/** The same page for every site. */
const IS_STATIC = new Set(['getTeamModePage']);

const closes = endpoints
  .filter(
    ({ id, area, row }) =>
      !STANDS_ALONE.has(area) &&
      !isSignIn(row.path) &&
      !LISTS_ALL.has(id) &&
      !OF_A_MAILBOX.has(id) &&
      !IS_STATIC.has(id) &&
      row.scope !== 'user' &&
      row.role !== 'admin',
  )
  .map((one) => ({ name: `${one.row.method} ${one.row.path}`, one }));
const ofMembers = closes.filter(({ one }) => one.row.by.includes('session'));
const ofWidgets = closes.filter(({ one }) => one.row.by.includes('widget'));
const ofSecrets = closes.filter(({ one }) => one.row.by.length === 0);

let world: World;
let ids: Ids;
let stranger: Caller;

beforeAll(async () => {
  world = await newWorld();
  ids = await world.ids();
  const after_key = await upload(world.ws.owner, ids.annotation_id!, 'after', png());
  const { body } = await call('POST', evidencePath(ids.annotation_id!), { as: world.ws.owner, body: { after_key } });
  ids.signed = new URL(body.after_url).pathname.slice('/files/'.length);
  stranger = { ...(await signIn()), workspace_id: world.ws.id };
  await table().transact([{ update: keys.workspace(world.ws.id), set: { deleted_at: 1 }, when: [['exists', 'pk']] }]);
});

const isRestorable = ({ row }: Endpoint) => row.while_deleted === true;

describe('a deleted workspace', () => {
  test.each(ofMembers)(
    '$name answers 403 to members, 401 to tokens and 404 to strangers once the workspace is deleted',
    async ({ one }) => {
      for (const who of ['OWNER', 'MEMBER', 'GUEST, granted'] as const) {
        if (who === 'OWNER' && isRestorable(one)) continue;
        expect([who, (await callRow(one, ids, world.callers[who])).status]).toEqual([who, 403]);
      }
      for (const who of ['MEMBER token', 'GUEST token'] as const) {
        const { status, headers } = await callRow(one, ids, world.callers[who]);
        expect([who, status, headers['www-authenticate']]).toEqual([who, 401, CHALLENGE]);
      }
      expect((await callRow(one, ids, stranger)).status).toBe(404);
    },
  );

  test.each(ofWidgets)('$name answers 404 to the widgets of a deleted workspace', async ({ one }) => {
    expect((await callRow(one, ids, world.callers['widget token'])).status).toBe(404);
  });

  test.each(ofSecrets)(
    '$name answers 404 to any holder of the address once the workspace is deleted',
    async ({ one }) => {
      expect((await callRow(one, ids)).status).toBe(404);
    },
  );

  test('the MCP address answers 401 once the workspace is deleted', async () => {
    for (const answer of [
      await post(mcpUrl(world.site.mcp_token), LIST_TOOLS),
      await post(mcpUrl(), LIST_TOOLS, { authorization: `Bearer ${world.site.mcp_token}` }),
    ]) {
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringContaining(CHALLENGE),
      ]);
    }
  });

  test('a restored workspace answers the same requests again', async () => {
    await table().transact([{ update: keys.workspace(world.ws.id), remove: ['deleted_at'] }]);
    const gets = [...ofMembers, ...ofWidgets, ...ofSecrets].filter(({ one }) => one.row.method === 'GET');
    for (const { name, one } of gets) {
      const as = one.row.by.includes('widget') ? world.callers['widget token'] : world.callers.OWNER;
      const { status } = await callRow(one, ids, one.row.by.length > 0 ? as : undefined);
      expect([name, status]).toEqual([name, one.row.redirects ? 302 : 200]);
    }
  });
});

describe('a deleted site', () => {
  const ofSite = closes.filter(({ one }) => /\{(site_id|annotation_id|loader_secret_id|signed)\}/.test(one.row.path));

  test('a deleted site or note is gone on every route that names it, its notes or its files', async () => {
    const here = await newWorld(world.ws);
    const [first, second] = [await here.ids(), await here.ids()];
    const { owner } = here.ws;
    expect((await call('DELETE', `/api/widget/annotations/${first.annotation_id}`, { as: owner })).status).toBe(200);
    const ofNote = ofSite.filter(({ one }) => one.row.path.includes('{annotation_id}'));
    const as = (one: Endpoint) => {
      if (one.row.by.length === 0) return undefined;
      return one.row.by.includes('widget') ? here.callers['widget token'] : owner;
    };
    for (const { name, one } of ofNote)
      expect([name, (await callRow(one, first, as(one))).status]).toEqual([name, 404]);

    expect((await call('DELETE', `/api/widget/sites/${here.site.id}`, { as: owner })).status).toBe(200);
    for (const { name, one } of ofSite) {
      const wanted = one.row.by.includes('widget') ? 401 : 404;
      expect([name, (await callRow(one, second, as(one))).status]).toEqual([name, wanted]);
    }
    for (const { name, one } of ofWidgets) {
      expect([name, (await callRow(one, second, here.callers['widget token'])).status]).toEqual([name, 401]);
    }
    const list = await call('GET', '/api/v1/sites?limit=200', { as: owner });
    expect(list.body.items.map(({ id }: { id: string }) => id)).not.toContain(here.site.id);
    expect((await post(mcpUrl(here.site.mcp_token), LIST_TOOLS)).status).toBe(401);
  });
});
