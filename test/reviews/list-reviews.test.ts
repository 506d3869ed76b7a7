import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { type Caller, call, newWorkspace, type Workspace } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { bytesOf, create } from './reviewed.ts';
import { seedReview } from './seed.ts';

beforeAll(useOwnTables);

const list = (as: Caller, query: Record<string, string> = {}) =>
  call('GET', `/api/reviews?${new URLSearchParams(query)}`, { as });
const idsIn = async (as: Caller, query: Record<string, string> = {}) =>
  ((await list(as, query)).body.items as { id: string }[]).map(({ id }) => id);

/** Reviews of two sites and of none, in the order in which they were made. */
const reviewed = async () => {
  const ws = await newWorkspace();
  const [shop, blog] = [await ws.site(), await ws.site()];
  const ids: string[] = [];
  for (const site of [shop.id, blog.id, null, shop.id, null]) ids.push((await seedReview(ws.id, { site })).id);
  return { ws, shop, blog, ids, guest: await ws.guest([shop.id]) };
};

describe('200', () => {
  test('reviews are listed newest first, each with its progress and its score', async () => {
    const { ws, ids } = await reviewed();
    const { body: made } = await create(ws.owner);
    const { body } = await list(ws.owner);
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([made.id, ...ids.toReversed()]);
    expect(body.items[0]).toMatchObject({ title: 'Shop', status: 'queued', runs_done: 0, runs_total: 5, score: null });
    expect(body.items[1]).toMatchObject({
      status: 'complete',
      runs_done: 2,
      runs_total: 2,
      score: 3.7,
      basis: 'panel',
    });
    expect(body.items[0].created_at).toBe(made.created_at);
  });

  test('pages of two hold each review once', async () => {
    const { ws, ids } = await reviewed();
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null; pages += 1) {
      expect(pages).toBeLessThan(4);
      const { body } = await list(ws.owner, { limit: '2', ...(cursor && { cursor }) });
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(ids.toReversed());
  });

  test('the list of a site has only its reviews', async () => {
    const { ws, shop, blog, ids } = await reviewed();
    expect(await idsIn(ws.owner, { widget_site_id: shop.id })).toEqual([ids[3], ids[0]]);
    expect(await idsIn(ws.owner, { widget_site_id: blog.id })).toEqual([ids[1]]);
    const empty = await ws.site();
    expect((await list(ws.owner, { widget_site_id: empty.id })).body).toEqual({ items: [], next_cursor: null });
  });

  test('the list of an annotation has only its reviews, with its site or without, as far as the caller sees it', async () => {
    const { ws, shop, blog, guest } = await reviewed();
    const annotation_id = newId();
    const { id } = await seedReview(ws.id, { site: blog.id, more: { annotation_id } });
    await seedReview(ws.id, { site: blog.id, more: { annotation_id: newId() } });
    expect(await idsIn(ws.owner, { annotation_id })).toEqual([id]);
    expect(await idsIn(ws.owner, { annotation_id, widget_site_id: blog.id })).toEqual([id]);
    expect(await idsIn(ws.owner, { annotation_id, widget_site_id: shop.id })).toEqual([]);
    expect(await idsIn(guest, { annotation_id })).toEqual([]);
    expect(await idsIn(ws.owner, { annotation_id: 'nonsense' })).toEqual([]);
  });

  test('a GUEST lists the reviews of granted sites, none without a site, and reads no other', async () => {
    const { ws, ids, guest, shop } = await reviewed();
    expect(await idsIn(guest)).toEqual([ids[3], ids[0]]);
    expect(await idsIn(guest, { widget_site_id: shop.id })).toEqual([ids[3], ids[0]]);
    expect(await idsIn(await ws.guest([]))).toEqual([]);
    expect(await idsIn(await ws.token('GUEST'))).toEqual(ids.toReversed());
    const random = bytesOf(await call('GET', `/api/reviews/${newId()}`, { as: guest }));
    for (const id of [ids[1], ids[2]]) {
      expect(bytesOf(await call('GET', `/api/reviews/${id}`, { as: guest }))).toEqual(random);
    }
    expect((await call('GET', `/api/reviews/${ids[0]}`, { as: guest })).status).toBe(200);
  });

  test('a deleted review, and those of a removed site, are gone from every list at once', async () => {
    const { ws, shop, ids, guest } = await reviewed();
    await call('DELETE', `/api/reviews/${ids[4]}`, { as: ws.owner });
    await call('DELETE', `/api/widget/sites/${shop.id}`, { as: ws.owner });
    expect(await idsIn(ws.owner)).toEqual([ids[2], ids[1]]);
    expect(await idsIn(guest)).toEqual([]);
    expect((await call('GET', `/api/reviews/${ids[0]}`, { as: ws.owner })).status).toBe(404);
  });
});

describe('400', () => {
  test('a cursor of another site, of all sites or of another workspace is a 400', async () => {
    const [{ ws, shop, blog }, other] = await Promise.all([reviewed(), newWorkspace()]);
    const { body } = await list(ws.owner, { limit: '1', widget_site_id: shop.id });
    const cursor = body.next_cursor as string;
    expect((await list(ws.owner, { limit: '1', widget_site_id: shop.id, cursor })).status).toBe(200);
    const wrong = [
      list(ws.owner, { cursor }),
      list(ws.owner, { cursor, widget_site_id: blog.id }),
      list(other.owner, { cursor }),
      list(ws.owner, { cursor: `${cursor}x`, widget_site_id: shop.id }),
    ];
    expect((await Promise.all(wrong)).map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  });
});

describe('404', () => {
  const unknown = async (as: Caller, ws: Workspace, ungranted: string[]) => {
    const removed = await ws.site();
    await seedReview(ws.id, { site: removed.id });
    await call('DELETE', `/api/widget/sites/${removed.id}`, { as: ws.owner });
    const foreign = await (await newWorkspace()).site();
    const random = bytesOf(await list(as, { widget_site_id: newId() }));
    expect(random.status).toBe(404);
    for (const widget_site_id of [removed.id, foreign.id, 'x', ...ungranted]) {
      expect(bytesOf(await list(as, { widget_site_id }))).toEqual(random);
    }
  };

  test('a site that is removed, foreign or malformed answers as one that does not exist', async () => {
    const { ws } = await reviewed();
    await unknown(ws.owner, ws, []);
  });

  test('a site that a GUEST was not granted answers as an unknown one', async () => {
    const { ws, guest, blog } = await reviewed();
    await unknown(guest, ws, [blog.id]);
  });
});
