import { beforeAll, describe, expect, test } from '@jest/globals';
import { MINUTE, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys, objects, scratchKeys } from '../../functions/kit/table/keys.ts';
import type { Item } from '../../functions/kit/table/table.ts';
import { owed } from '../../functions/owed/jobs.ts';
import { handler as purge } from '../../functions/workers/purge.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, indexesCaughtUp, newWorkspace, table } from '../driver.ts';
import { seedReview } from '../reviews/seed.ts';
import { fillReview, keepObject } from './full-review.ts';
import { runFor, shotDownAfter } from './interrupted.ts';
import { batchOf } from './messages.ts';
import { useOwnTables } from './own-tables.ts';
import { everywhere } from './remains.ts';

beforeAll(useOwnTables);

const messageOf = (key: { pk: string; sk: string }) => batchOf([{ job: 'purge', ...key }]);
const marked = (ws: string, review: string) => ({
  deleted_at: now(),
  ...owed('purge', keys.review(ws, review), now()),
});

const markReview = async (ws: string, review: string) => {
  await table().transact([{ update: keys.review(ws, review), set: marked(ws, review) }]);
  return messageOf(keys.review(ws, review));
};

/** A site whose deletion was asked for, as the API leaves it, and the message that its write sends. */
const deletedSite = async (ws: string) => {
  const site = newId();
  const key = keys.site(ws, site);
  await table().put({ ...keys.workspace(ws), id: ws, deleted_sites: new Set([site]) });
  await table().put({ ...key, id: site, deleted_at: now(), ...owed('purge', key, now()) });
  return { site, message: messageOf(key) };
};

describe('a deleted review', () => {
  test('leaves no row and no object; what others have stays, labels without a word too', async () => {
    const [ws, neighbor] = [newId(), newId()];
    const [id, other] = [await fillReview(ws, undefined, { personas: 10, findings: 120 }), await fillReview(ws)];
    const foreign = await fillReview(neighbor);
    const label = keys.label(ws, 'judge', newId(), newId());
    await table().put({ ...label, rating: 5 });
    const [before, beside] = [await everywhere(other), await everywhere(foreign)];
    expect((await everywhere(id)).length).toBe(255);

    const message = await markReview(ws, id);
    expect(await purge(message)).toEqual({ batchItemFailures: [] });
    expect(await everywhere(id)).toEqual([]);
    expect([await everywhere(other), await everywhere(foreign)]).toEqual([before, beside]);
    expect(await table().get(label)).toBeDefined();
    expect(await purge(message)).toEqual({ batchItemFailures: [] });
  });

  test('a review deleted through the API is gone at once, and only its audit entries stay', async () => {
    const ws = await newWorkspace();
    const { id } = await seedReview(ws.id);
    await keepObject(`${objects.reviewFolder(ws.id, id)}picture.png`);
    expect((await call('DELETE', `/api/reviews/${id}`, { as: ws.owner })).status).toBe(200);
    expect((await call('GET', `/api/reviews/${id}`, { as: ws.owner })).status).toBe(404);
    await purge(messageOf(keys.review(ws.id, id)));
    const remains = await everywhere(id);
    expect(remains.filter((key) => !key.includes('#AUDIT#'))).toEqual([]);
  });

  test('keeps its own row to the last, however often its removal breaks off', async () => {
    const ws = newId();
    const id = await fillReview(ws);
    const message = await markReview(ws, id);
    const isThere = async () => (await table().get(keys.review(ws, id))) !== undefined;

    expect(await purge(message, runFor(1))).toEqual({ batchItemFailures: [] });
    expect(await isThere()).toBe(true);
    const { due_at, wait_seconds } = ((await table().get(keys.review(ws, id))) ?? {}) as Item;
    expect([typeof due_at, wait_seconds]).toEqual(['number', 0]);
    for (const requests of [0, 1]) {
      const { batchItemFailures } = await shotDownAfter(requests, () => purge(message));
      expect([batchItemFailures.length, await isThere()]).toEqual([1, true]);
    }
    await Promise.all([purge(message), purge(message), purge(message)]);
    expect(await everywhere(id)).toEqual([]);
  });

  test('a review that was deleted while it was read is purged once more after its reader has ended', async () => {
    const ws = newId();
    const id = await fillReview(ws, undefined, { row: { status: 'queued', input: { url: 'https://shop.example' } } });
    const message = await markReview(ws, id);
    await purge(message);
    await keepObject(`${objects.reviewFolder(ws, id)}late.png`);
    await purge(message);
    expect(await everywhere(id)).toHaveLength(2);
    advance(4 * MINUTE);
    await purge(message);
    advance(-4 * MINUTE);
    expect(await everywhere(id)).toEqual([]);
  });

  test('a stray message leaves a review alone that no one deleted', async () => {
    const ws = newId();
    const id = await fillReview(ws);
    const before = await everywhere(id);
    expect(await purge(messageOf(keys.review(ws, id)))).toEqual({ batchItemFailures: [] });
    expect(await everywhere(id)).toEqual(before);
  });
});

describe('a deleted site', () => {
  test('takes its reviews with it, those of its notes too; those of other sites and without a site stay', async () => {
    const ws = newId();
    const { site, message } = await deletedSite(ws);
    const own = await Promise.all(Array.from({ length: 23 }, () => fillReview(ws, site)));
    const ofNote = await fillReview(ws, site, { row: { source: 'widget_annotation', annotation_id: newId() } });
    const others = [await fillReview(ws, newId()), await fillReview(ws), await fillReview(newId(), newId())];
    const before = await Promise.all(others.map(everywhere));

    await purge(message, runFor(3));
    await shotDownAfter(3, () => purge(message));
    expect((await Promise.all(own.map(everywhere))).flat()).not.toEqual([]);
    await purge(message);
    advance(4 * MINUTE);
    await indexesCaughtUp();
    await purge(message);
    advance(-4 * MINUTE);
    expect(await everywhere(site)).toEqual([]);
    for (const id of [...own, ofNote]) expect(await everywhere(id)).toEqual([]);
    expect(await Promise.all(others.map(everywhere))).toEqual(before);
    expect(await table().get(scratchKeys.seen(site), { in: 'scratch' })).toBeUndefined();
  });

  test('need not wait for a review that is being read: that one is gone at once, and removed when its reader has ended', async () => {
    const ws = newId();
    const { site, message } = await deletedSite(ws);
    const input = { url: 'https://shop.example' };
    const job = { job: 'extract-review', due_at: now(), due_pk: 'DUE#0' };
    const id = await fillReview(ws, site, { row: { status: 'queued', input, ...job } });
    await purge(message);
    advance(4 * MINUTE);
    await indexesCaughtUp();
    await purge(message);
    expect(await table().get(keys.site(ws, site))).toBeUndefined();
    expect(await table().get(keys.review(ws, id))).toMatchObject({ job: 'purge', deleted_at: expect.any(Number) });

    const own = messageOf(keys.review(ws, id));
    await purge(own);
    await keepObject(`${objects.reviewFolder(ws, id)}late.png`);
    advance(4 * MINUTE);
    await purge(own);
    advance(-8 * MINUTE);
    expect(await everywhere(id)).toEqual([]);
  });
});
