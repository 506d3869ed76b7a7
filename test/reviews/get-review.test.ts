import { beforeAll, describe, expect, test } from '@jest/globals';
import { fileUrl } from '../../functions/files/signed-url.ts';
import { openStorage } from '../../functions/kit/files/storage.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys, objects } from '../../functions/kit/table/keys.ts';
import { type Caller, call, newWorkspace, table } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { rowsOf } from './reviewed.ts';
import { seedPersona, seedReview } from './seed.ts';

beforeAll(useOwnTables);

const read = (as: Caller, id: string) => call('GET', `/api/reviews/${id}`, { as });

describe('a review that has ended', () => {
  test('tells each persona in the order of the panel, with the score of each dimension', async () => {
    const ws = await newWorkspace();
    const personas = [seedPersona(newId(), ['B', 'A']), seedPersona(newId(), ['C']), seedPersona(newId(), ['D'])];
    const samples = (persona: number, dimension: number) => [persona + 1, persona + 1 + dimension];
    const { id } = await seedReview(ws.id, { personas, samples });
    const { status, body } = await read(ws.owner, id);
    expect(status).toBe(200);
    const told = body.personas as { persona_id: string; state: string; dimensions: unknown }[];
    expect(told.map(({ persona_id, state }) => [persona_id, state])).toEqual(personas.map((one) => [one.id, 'done']));
    expect(told[0]!.dimensions).toEqual([
      { name: 'B', weight: 0.5, score: 1, not_judged: null, lacks: null },
      { name: 'A', weight: 0.5, score: 1.5, not_judged: null, lacks: null },
    ]);
  });

  test("has a score on the panel's own scale while no one has rated a page", async () => {
    const ws = await newWorkspace();
    const { id } = await seedReview(ws.id);
    const { body } = await read(ws.owner, id);
    const raw = expect.closeTo(11 / 3, 6);
    expect(body.score).toEqual({ value: raw, interval: null, raw, basis: 'panel', ratings: 0 });
    expect(body.page_rating).toEqual({ own: null, count: 0, mean: null });
    expect(body.calibration).toMatchObject({ calibrated: false, labels: 0 });
    expect(body.calibration.note).toContain('Not calibrated');
    expect(body.ai_live).toBe(false);
  });

  test('a review with personas that failed names them with the reason, and scores the others', async () => {
    const ws = await newWorkspace();
    const { id } = await seedReview(ws.id, { status: 'partial' });
    const { body } = await read(ws.owner, id);
    expect(body).toMatchObject({ status: 'partial', runs_done: 2, runs_failed: 1, score: expect.any(Object) });
    expect(body.personas[0]).toMatchObject({ state: 'failed', error: expect.any(String), score: null });
  });

  test('a review that failed as a whole has no score and says why', async () => {
    const ws = await newWorkspace();
    const error = 'The file is no PDF. Upload another.';
    const { id } = await seedReview(ws.id, { status: 'failed', more: { error } });
    const { body } = await read(ws.owner, id);
    expect(body).toMatchObject({ status: 'failed', error, score: null, calibration: null });
  });
});

describe('a review that runs', () => {
  test('shows how far it is and what is there already, and judges nothing yet', async () => {
    const ws = await newWorkspace();
    const { id } = await seedReview(ws.id, { status: 'running' });
    const { body } = await read(ws.owner, id);
    expect(body).toMatchObject({ status: 'running', runs_done: 1, runs_total: 2, score: null, calibration: null });
    expect(body.personas.map(({ state }: { state: string }) => state)).toEqual(['done', 'queued']);
    expect(body.personas[0].dimensions[0].score).toBeCloseTo(11 / 3, 6);
    expect(body.personas[1].dimensions[0].score).toBe(null);
  });
});

describe('its pictures', () => {
  test('open by a signed address while the review stands, and no longer', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const { id, review } = await seedReview(ws.id, { site: site.id });
    const key = `${objects.reviewFolder(ws.id, id)}picture.png`;
    await openStorage().keep(key, Buffer.from('picture'), 'image/png');
    const facts = { ...review.facts, pictures: [key] };
    await table().put({ ...keys.review(ws.id, id), ...(await rowsOf(ws.id, id)).get('REVIEW'), facts });
    const { body } = await read(ws.owner, id);
    const path = new URL(body.content.picture_urls[0]).pathname;
    const opened = await call('GET', path);
    expect(opened.status).toBe(302);
    expect(await (await fetch(opened.headers.location!)).text()).toBe('picture');
    await call('DELETE', `/api/reviews/${id}`, { as: ws.owner });
    expect((await call('GET', path)).status).toBe(404);
  });

  test('close with the site that the review belongs to', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const { id } = await seedReview(ws.id, { site: site.id });
    const { pathname } = new URL(fileUrl(`${objects.reviewFolder(ws.id, id)}picture.png`));
    expect((await call('GET', pathname)).status).toBe(302);
    await call('DELETE', `/api/widget/sites/${site.id}`, { as: ws.owner });
    expect((await call('GET', pathname)).status).toBe(404);
  });
});

describe('a delete', () => {
  test('is at once, for everyone, once; what is left owes its purge', async () => {
    const ws = await newWorkspace();
    const { id } = await seedReview(ws.id);
    const remove = () => call('DELETE', `/api/reviews/${id}`, { as: ws.owner });
    expect((await remove()).body).toEqual({ id, deleted: true });
    expect([(await read(ws.owner, id)).status, (await remove()).status]).toEqual([404, 404]);
    expect((await rowsOf(ws.id, id)).get('REVIEW')).toMatchObject({ job: 'purge', deleted_at: expect.any(Number) });
    const { body } = await call('GET', `/api/workspaces/${ws.id}/audit?action=review.delete`, { as: ws.owner });
    expect(body.items).toMatchObject([{ target: { review_id: id } }]);
  });

  test('is not for GUESTs', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const { id } = await seedReview(ws.id, { site: site.id });
    const answer = await call('DELETE', `/api/reviews/${id}`, { as: await ws.guest([site.id]) });
    expect(answer.status).toBe(403);
  });
});
