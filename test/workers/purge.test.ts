import { describe, expect, test } from '@jest/globals';
import { MINUTE, now } from '../../functions/kit/clock.ts';
import { openStorage } from '../../functions/kit/files/storage.ts';
import { newId } from '../../functions/kit/ids.ts';
import {
  annotationPartition,
  type Key,
  keys,
  objects,
  reviewPartition,
  scratchKeys,
} from '../../functions/kit/table/keys.ts';
import { handler as purge } from '../../functions/workers/purge.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, indexesCaughtUp, newWorkspace, table } from '../driver.ts';
import { png } from '../resolutions/images.ts';
import { evidencePath, upload } from '../resolutions/upload.ts';
import { seedReview } from '../reviews/seed.ts';
import { fillSite, remainsOf } from './full-site.ts';
import { batchOf } from './messages.ts';
import { until } from './until.ts';

/** Back at the hour of the stage, which would put off what is due later. */
const lookAgain = async (...looked: Key[]) => {
  advance(4 * MINUTE);
  await indexesCaughtUp();
  for (const key of looked) {
    expect(await purge(batchOf([{ job: 'purge', ...key }]))).toEqual({ batchItemFailures: [] });
  }
  advance(-4 * MINUTE);
};

describe('a deleted site', () => {
  test('is gone at once, and nothing of its 300 notes stays in table or bucket', async () => {
    const ws = await newWorkspace();
    const [site, neighbor] = [await ws.site(), await ws.site({ name: 'Neighbor' })];
    const ids = await fillSite(ws.id, site.id, 300);
    const kept = await ws.note(neighbor);
    const own = (id: string) => call('GET', evidencePath(id), { as: ws.owner });
    expect((await own(ids[0] ?? '')).status).toBe(200);
    const widget = { as: { credential: site.widget_token } };
    await call('GET', '/api/widget/settings', { ...widget, headers: { origin: 'https://stranger.example' } });
    await call('POST', `/w/${site.loader_secret_id}/seen`, {
      body: { url: 'https://shop.example.com/', version: '1' },
    });
    const checked = () => table().query({ in: 'scratch', partition: scratchKeys.seen(site.id).pk, consistent: true });
    expect((await checked()).items).toHaveLength(2);

    expect((await call('DELETE', `/api/widget/sites/${site.id}`, { as: ws.owner })).status).toBe(200);
    for (const id of ids.slice(0, 5)) expect((await own(id)).status).toBe(404);
    expect((await call('GET', `/api/v1/sites/${site.id}`, { as: ws.owner })).status).toBe(404);

    const key = keys.site(ws.id, site.id);
    await until(async () => (await table().get(key))?.looked_at !== undefined, 'the first look');
    await lookAgain(key);
    expect(await table().get(key)).toBeUndefined();
    expect((await checked()).items).toEqual([]);
    const remains = await remainsOf(ws.id, site.id);
    expect(remains.filter((one) => !one.includes(kept.id))).toEqual([]);
    expect((await own(kept.id)).status).toBe(200);
  });
});

describe('a note that was being written while its site was deleted', () => {
  test('is found by the last look, minutes later', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const key = keys.site(ws.id, site.id);
    const job = batchOf([{ job: 'purge', ...key }]);
    expect((await call('DELETE', `/api/widget/sites/${site.id}`, { as: ws.owner })).status).toBe(200);
    await until(async () => (await table().get(key))?.looked_at !== undefined, 'the first look');
    const [late = ''] = await fillSite(ws.id, site.id, 1);
    await purge(job);
    expect(await table().get(keys.annotation(ws.id, late))).toBeDefined();
    await lookAgain(key);
    expect(await remainsOf(ws.id, site.id)).toEqual([]);
  });
});

describe('a deleted annotation', () => {
  test('leaves no row and no image, though one comes late, and its place in its stakeholder’s list goes too', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const [id = ''] = await fillSite(ws.id, site.id, 1);
    const { id: noted } = await ws.note(site);
    const before_key = await upload(ws.owner, noted, 'before', png());
    await call('POST', evidencePath(noted), { as: ws.owner, body: { before_key } });
    for (const one of [id, noted]) {
      expect((await call('DELETE', `/api/widget/annotations/${one}`, { as: ws.owner })).status).toBe(200);
      expect((await call('GET', evidencePath(one), { as: ws.owner })).status).toBe(404);
      const key = keys.annotation(ws.id, one);
      await until(async () => (await table().get(key))?.looked_at !== undefined, 'the first look');
      // A visit that began before the deletion keeps its picture after it.
      await openStorage().keep(`${objects.annotationFolder(ws.id, site.id, one)}late.png`, png(), 'image/png');
      await lookAgain(key);
      const partition = annotationPartition(ws.id, one);
      expect((await table().query({ partition, consistent: true })).items).toEqual([]);
    }
    const remains = await remainsOf(ws.id, site.id);
    expect(remains.filter((one) => one.includes('kept/') || one.includes('NOTE#'))).toEqual([]);
  });

  test('takes its reviews with it, which hold its words, and no others', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const [note, other] = [await ws.note(site), await ws.note(site)];
    const of = (annotation_id: string | null) =>
      seedReview(ws.id, { site: site.id, more: { source: 'widget_annotation', annotation_id } });
    const [own, beside, alone] = [await of(note.id), await of(other.id), await of(null)];
    for (const { id } of [note, other])
      await table().transact([{ update: keys.annotation(ws.id, id), set: { reviewed_at: now() } }]);
    await indexesCaughtUp();
    await call('DELETE', `/api/widget/annotations/${note.id}`, { as: ws.owner });
    const key = keys.annotation(ws.id, note.id);
    await until(async () => (await table().get(key))?.looked_at !== undefined, 'the first look');
    // The first look may come before the index shows the review, which then owes another purge.
    await lookAgain(key, keys.review(ws.id, own.id));
    const partition = reviewPartition(ws.id, own.id);
    expect((await table().query({ partition, consistent: true })).items).toEqual([]);
    for (const { id } of [beside, alone]) {
      expect((await call('GET', `/api/reviews/${id}`, { as: ws.owner })).status).toBe(200);
    }
  });

  test('a stray message leaves an annotation alone that isn’t deleted', async () => {
    const ws = await newWorkspace();
    const { id } = await ws.note(await ws.site());
    const jobs = [keys.annotation(ws.id, id), keys.annotation(ws.id, newId())].map((key) => ({ job: 'purge', ...key }));
    expect(await purge(batchOf(jobs))).toEqual({ batchItemFailures: [] });
    expect((await call('GET', evidencePath(id), { as: ws.owner })).status).toBe(200);
  });
});
