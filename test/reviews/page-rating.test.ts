import { describe, expect, jest, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { workspacePartition } from '../../functions/kit/table/keys.ts';
import { Table } from '../../functions/kit/table/table.ts';
import { LEAST_RATINGS } from '../../functions/reviews/judge/page-score.ts';
import { auditRows } from '../audit.ts';
import { type Caller, call, newWorkspace, table, type Workspace } from '../driver.ts';
import { showcased } from '../showcase/showcased.ts';
import { seedReview } from './seed.ts';

const read = async (as: Caller, id: string) => (await call('GET', `/api/reviews/${id}`, { as })).body;
const rate = (as: Caller, id: string, rating: unknown = 4, headers = {}) =>
  call('PUT', `/api/reviews/${id}/page-rating`, { as, body: { rating }, headers });
const rowsIn = async (ws: Workspace, prefix: string) =>
  (await table().query({ partition: workspacePartition(ws.id), sort: ['begins_with', prefix], consistent: true }))
    .items;

/** Reviews that the panel scored 4, of pages that the OWNER finds bad. */
const HARSH = { samples: () => [4], more: { score: 4 } };
const ratedHarshly = async (ws: Workspace, more: Parameters<typeof seedReview>[1] = {}) => {
  const ids: string[] = [];
  for (let made = 0; made < LEAST_RATINGS; made += 1) {
    const { id } = await seedReview(ws.id, { ...HARSH, ...more });
    expect((await rate(ws.owner, id, 2)).status).toBe(200);
    ids.push(id);
  }
  return ids;
};

describe('a page rating', () => {
  test('is answered with the review, shown to its rater, and counted for the others', async () => {
    const ws = await newWorkspace();
    const member = await ws.member();
    const { id } = await seedReview(ws.id);
    const { status, body } = await rate(ws.owner, id, 5);
    expect([status, body.page_rating]).toEqual([200, { own: 5, count: 1, mean: 5 }]);
    expect(body.score).toMatchObject({ basis: 'panel', interval: null, ratings: 1 });
    expect(body).toEqual(await read(ws.owner, id));
    expect((await read(member, id)).page_rating).toEqual({ own: null, count: 1, mean: 5 });
  });

  test('replaces the earlier one of the same person, label included', async () => {
    const ws = await newWorkspace();
    const member = await ws.member();
    const { id } = await seedReview(ws.id);
    await rate(ws.owner, id, 1);
    await rate(member, id, 4);
    const { body } = await rate(ws.owner, id, 3);
    expect(body.page_rating).toEqual({ own: 3, count: 2, mean: 3.5 });
    expect(body.score.ratings).toBe(2);
    const labels = await rowsIn(ws, 'PAGE_LABEL#');
    expect(labels.map(({ rating }) => rating).sort()).toEqual([3, 4]);
  });

  test('leaves a label that knows its review, score, judge and time, and no person', async () => {
    const ws = await newWorkspace();
    const { id, review } = await seedReview(ws.id);
    await rate(ws.owner, id, 2);
    const [label] = await rowsIn(ws, 'PAGE_LABEL#');
    const { pk: _, sk: __, ...kept } = label!;
    expect(kept).toEqual({
      review_id: id,
      rater: expect.stringMatching(/^[0-9a-f]{16}$/),
      raw: expect.closeTo(11 / 3, 6),
      rating: 2,
      rated_at: expect.any(Number),
      judge: review.judge,
    });
    expect(JSON.stringify(label)).not.toContain(ws.owner.user_id);
  });

  test('is in the audit log', async () => {
    const ws = await newWorkspace();
    const { id } = await seedReview(ws.id);
    await rate(ws.owner, id, 2);
    const items = await auditRows(ws.id);
    expect(items.find(({ action }) => action === 'review.rate_page')?.target).toEqual({ review_id: id, rating: 2 });
  });

  test('page ratings of many people at once all count, each once', async () => {
    const ws = await newWorkspace();
    const raters = [ws.owner, ...(await Promise.all([ws.member(), ws.member(), ws.token(), ws.token('MEMBER')]))];
    const { id } = await seedReview(ws.id);
    const answers = await Promise.all(raters.map((as, at) => rate(as, id, 1 + at)));
    expect(answers.map(({ status }) => status)).toEqual(raters.map(() => 200));
    const { page_rating, score } = await read(ws.owner, id);
    expect(page_rating).toEqual({ own: 1, count: 5, mean: 3 });
    expect(score.ratings).toBe(5);
  });

  test('counts one that was written while its scale was read', async () => {
    const ws = await newWorkspace();
    const [other, { id }] = await Promise.all([ws.member(), seedReview(ws.id)]);
    const get = Table.prototype.get;
    let isHeld = false;
    const spy = jest.spyOn(Table.prototype, 'get').mockImplementation(async function (this: Table, key, options) {
      if (!isHeld && key.sk.startsWith('PAGE_SCALE#')) {
        isHeld = true;
        await rate(other, id, 2);
      }
      return get.call(this, key, options);
    });
    const { body } = await rate(ws.owner, id, 4);
    spy.mockRestore();
    expect(isHeld).toBe(true);
    expect(body.score.ratings).toBe(2);
  });

  test('a page rating of a GUEST counts on granted sites; elsewhere the review is a 404', async () => {
    const ws = await newWorkspace();
    const [granted, other] = [await ws.site(), await ws.site()];
    const guest = await ws.guest([granted.id]);
    const [seen, hidden, siteless] = await Promise.all(
      [granted.id, other.id, null].map((site) => seedReview(ws.id, { site })),
    );
    expect((await rate(guest, seen!.id)).status).toBe(200);
    for (const { id } of [hidden!, siteless!]) expect((await rate(guest, id)).status).toBe(404);
    expect(await rowsIn(ws, 'PAGE_LABEL#')).toHaveLength(1);
  });

  test('waits for the end of a review, and has no place on one that failed', async () => {
    const ws = await newWorkspace();
    const [running, failed] = [
      await seedReview(ws.id, { status: 'running' }),
      await seedReview(ws.id, { status: 'failed' }),
    ];
    expect((await rate(ws.owner, running.id)).body).toMatchObject({ code: 'review_running' });
    expect((await rate(ws.owner, failed.id)).body).toMatchObject({ code: 'review_failed' });
    expect(await rowsIn(ws, 'PAGE_')).toEqual([]);
  });

  test('is a 409 that says so on a review without a score, such as one of facts', async () => {
    const ws = await newWorkspace();
    const { id } = await seedReview(ws.id, { personas: [] });
    expect(await rate(ws.owner, id)).toMatchObject({ status: 409, body: { code: 'review_unscored' } });
    expect(await rowsIn(ws, 'PAGE_')).toEqual([]);
  });

  test('is 404 for another workspace, an unknown review and a deleted one', async () => {
    const ws = await newWorkspace();
    const other = await newWorkspace();
    const { id } = await seedReview(ws.id);
    expect((await rate(other.owner, id)).status).toBe(404);
    expect((await rate(ws.owner, newId())).status).toBe(404);
    await call('DELETE', `/api/reviews/${id}`, { as: ws.owner });
    expect((await rate(ws.owner, id)).status).toBe(404);
  });

  test.each([0, 6, 2.5, '4', null, undefined])('is a whole number of 1 to 5: %p is 422', async (rating) => {
    const ws = await newWorkspace();
    const { id } = await seedReview(ws.id);
    const { status } = await call('PUT', `/api/reviews/${id}/page-rating`, { as: ws.owner, body: { rating } });
    expect(status).toBe(422);
  });
});

describe('a withdrawn page rating', () => {
  const withdraw = (as: Caller, id: string) => call('DELETE', `/api/reviews/${id}/page-rating`, { as });

  test('is gone with its label, and no longer counts in the scale', async () => {
    const ws = await newWorkspace();
    const member = await ws.member();
    const [id = ''] = await ratedHarshly(ws);
    await rate(member, id, 3);
    const { status, body } = await withdraw(ws.owner, id);
    expect([status, body.page_rating]).toEqual([200, { own: null, count: 1, mean: 3 }]);
    expect(body).toEqual(await read(ws.owner, id));
    expect(body.score.ratings).toBe(LEAST_RATINGS);
    expect((await withdraw(member, id)).body.score).toMatchObject({ basis: 'panel', ratings: LEAST_RATINGS - 1 });
    expect(await rowsIn(ws, 'PAGE_LABEL#')).toHaveLength(LEAST_RATINGS - 1);
    const items = await auditRows(ws.id);
    const withdrawn = items.filter(({ action }) => action === 'review.withdraw_page_rating');
    expect(withdrawn.map(({ target }) => target)).toEqual([{ review_id: id }, { review_id: id }]);
  });

  test('is gone also while failed personas of the review run again', async () => {
    const ws = await newWorkspace();
    const { id } = await seedReview(ws.id, { status: 'partial' });
    expect((await rate(ws.owner, id, 2)).status).toBe(200);
    expect((await call('POST', `/api/reviews/${id}/finish`, { as: ws.owner })).body.status).toBe('running');
    const { status, body } = await withdraw(ws.owner, id);
    expect([status, body.page_rating]).toEqual([200, { own: null, count: 0, mean: null }]);
    expect(await rowsIn(ws, 'PAGE_LABEL#')).toEqual([]);
  });

  test('withdrawing a page rating that was never given changes nothing, including the rating of another member', async () => {
    const ws = await newWorkspace();
    const member = await ws.member();
    const { id } = await seedReview(ws.id);
    await rate(ws.owner, id, 2);
    const before = await read(member, id);
    const { status, body } = await withdraw(member, id);
    expect([status, body]).toEqual([200, before]);
    expect(await rowsIn(ws, 'PAGE_LABEL#')).toHaveLength(1);
  });

  test('is 404 for another workspace and a deleted review', async () => {
    const [ws, other] = [await newWorkspace(), await newWorkspace()];
    const { id } = await seedReview(ws.id);
    await rate(ws.owner, id, 2);
    expect((await withdraw(other.owner, id)).status).toBe(404);
    await call('DELETE', `/api/reviews/${id}`, { as: ws.owner });
    expect((await withdraw(ws.owner, id)).status).toBe(404);
  });
});

describe('the score of a review', () => {
  test('is on the scale of people once their page ratings predict better than the panel, everywhere alike', async () => {
    const ws = await newWorkspace();
    const [id = ''] = await ratedHarshly(ws);
    const { score } = await read(ws.owner, id);
    expect(score).toMatchObject({ raw: 4, basis: 'people', ratings: LEAST_RATINGS });
    expect(score.value).toBeLessThan(2.5);
    expect(score.interval[0]).toBeLessThan(score.value);
    expect(score.interval[1]).toBeGreaterThan(score.value);

    const listed = (await call('GET', '/api/reviews', { as: ws.owner })).body.items;
    for (const one of listed) expect(one).toMatchObject({ score: score.value, basis: 'people' });
    const { token } = (await call('POST', `/api/reviews/${id}/share`, { as: ws.owner })).body;
    const shared = (await call('GET', `/api/reviews/shared/${token}`)).body;
    expect(shared.score).toEqual(score);
    expect(shared).not.toHaveProperty('page_rating');
    const { text } = await call('GET', `/api/reviews/${id}/markdown`, { as: ws.owner });
    expect(text).toContain(`## Score: ${score.value.toFixed(1)} of 5, on the team's scale`);
    expect(text).toContain('The personas gave **4.0**, good: details are left.');
    const entry = await showcased(ws, 'approved', HARSH);
    const [card] = (await call('GET', '/api/showcase')).body.items.filter(
      ({ slug }: { slug: string }) => slug === entry.slug,
    );
    expect(card).toMatchObject({ score: score.value, basis: 'people' });
    expect((await call('GET', `/api/showcase/${entry.slug}`)).body.review.score).toEqual(score);
  });

  test('is not moved by ratings of findings', async () => {
    const ws = await newWorkspace();
    const { id, findings } = await seedReview(ws.id, HARSH);
    const before = (await read(ws.owner, id)).score;
    for (const finding of findings)
      await call('POST', `/api/reviews/${id}/feedback/${finding.id}/rate`, { as: ws.owner, body: { rating: 1 } });
    expect((await read(ws.owner, id)).score).toEqual(before);
    expect(await rowsIn(ws, 'PAGE_')).toEqual([]);
  });

  test('the score of another judge, and of another workspace, stays on the panel’s scale', async () => {
    const ws = await newWorkspace();
    const neighbor = await newWorkspace();
    const theirs = await seedReview(neighbor.id, HARSH);
    const before = await read(neighbor.owner, theirs.id);
    await ratedHarshly(ws);
    const other = await seedReview(ws.id, { ...HARSH, judge: { model: 'seeded-2', prompt: 'seeded' } });
    expect((await read(ws.owner, other.id)).score).toMatchObject({ value: 4, basis: 'panel', ratings: 0 });
    expect(await read(neighbor.owner, theirs.id)).toEqual(before);
  });

  test('keeps what deleted reviews taught', async () => {
    const ws = await newWorkspace();
    const ids = await ratedHarshly(ws);
    const { id } = await seedReview(ws.id, HARSH);
    for (const gone of ids) await call('DELETE', `/api/reviews/${gone}`, { as: ws.owner });
    expect((await read(ws.owner, id)).score).toMatchObject({ basis: 'people', ratings: LEAST_RATINGS });
  });
});
