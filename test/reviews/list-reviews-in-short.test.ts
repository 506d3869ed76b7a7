import { expect, test } from '@jest/globals';
import { type Caller, call, newWorkspace } from '../driver.ts';
import { seedReview } from './seed.ts';

/** The essentials of `list-reviews`, which is a proof. */
test('reviews are listed newest first, in pages, by site, and to GUESTs of granted sites only', async () => {
  const ws = await newWorkspace();
  const [shop, blog] = [await ws.site(), await ws.site()];
  const ids: string[] = [];
  for (const site of [shop.id, blog.id, null]) ids.push((await seedReview(ws.id, { site })).id);
  const list = async (query: Record<string, string> = {}, as: Caller = ws.owner) => {
    const { body } = await call('GET', `/api/reviews?${new URLSearchParams(query)}`, { as });
    return { next: body.next_cursor, found: body.items.map(({ id }: { id: string }) => id) };
  };
  const first = await list({ limit: '2' });
  expect(first.found).toEqual([ids[2], ids[1]]);
  expect(await list({ limit: '2', cursor: first.next })).toEqual({ next: null, found: [ids[0]] });
  expect((await list({ widget_site_id: blog.id })).found).toEqual([ids[1]]);
  expect((await list({}, await ws.guest([shop.id]))).found).toEqual([ids[0]]);
});
