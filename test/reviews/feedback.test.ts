import { describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { keys, reviewPartition, workspacePartition } from '../../functions/kit/table/keys.ts';
import { auditRows } from '../audit.ts';
import { type Caller, call, newWorkspace, table } from '../driver.ts';
import { seedPersona, seedReview } from './seed.ts';

const path = (review: string, finding?: string) =>
  `/api/reviews/${review}/feedback${finding === undefined ? '' : `/${finding}/rate`}`;
const list = (review: string, as: Caller) => call('GET', path(review), { as });
const rate = (review: string, finding: string, as: Caller, body: unknown = { rating: 4 }, headers = {}) =>
  call('POST', path(review, finding), { as, body, headers });

const rowsUnder = async (partition: string, prefix?: string) =>
  (await table().query({ partition, ...(prefix && { sort: ['begins_with', prefix] }), consistent: true })).items;

const reviewed = async (more: Parameters<typeof seedReview>[1] = {}) => {
  const ws = await newWorkspace();
  const review = await seedReview(ws.id, more);
  return { ws, review, first: review.findings[0]?.id ?? '' };
};

describe('the list', () => {
  test('holds every finding with its persona, its evidence and what probably comes of it', async () => {
    const { ws, review } = await reviewed();
    const { status, body } = await list(review.id, ws.owner);
    expect(status).toBe(200);
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(review.findings.map(({ id }) => id));
    expect(body.next_cursor).toBeNull();
    const [one] = body.items;
    expect(one).toMatchObject({
      persona_id: review.findings[0]!.persona_id,
      dimension: 'Clarity',
      quote: 'Our shop sells lamps.',
      grounded: true,
      rating: null,
      rating_comment: '',
      ratings: { count: 0, mean: null },
    });
    expect(one).toMatchObject({ p_useful: null, interval: null });
  });

  test('says plainly that no one rated anything, and gives no number for it', async () => {
    const { ws, review } = await reviewed();
    const { body } = await list(review.id, ws.owner);
    expect(body.calibration).toMatchObject({
      calibrated: false,
      state: 'uncalibrated',
      basis: 'raw',
      labels: 0,
      skill: null,
      fitted_at: null,
    });
    expect(body.calibration.note).toContain('Not calibrated');
    for (const one of body.items) expect(one).toMatchObject({ calibrated: false, needs_human: true });
  });

  test('judges nothing while personas are still at work', async () => {
    const { ws, review } = await reviewed({ status: 'running' });
    const { body } = await list(review.id, ws.owner);
    expect(body.items).toHaveLength(2);
    for (const one of body.items)
      expect(one).toMatchObject({ p_useful: null, interval: null, needs_human: true, calibrated: false });
    expect(body.calibration).toBeNull();
  });

  test('is empty where every persona failed', async () => {
    const { ws, review } = await reviewed({ status: 'failed' });
    expect((await list(review.id, ws.owner)).body).toEqual({ items: [], next_cursor: null, calibration: null });
  });

  test('shows each their own rating and words, and of the others how many and their mean', async () => {
    const { ws, review, first } = await reviewed();
    const member = await ws.member();
    await rate(review.id, first, ws.owner, { rating: 5, comment: 'Just so.' });
    await rate(review.id, first, member, { rating: 2, comment: 'Hardly.' });
    const [own, theirs] = await Promise.all([list(review.id, ws.owner), list(review.id, member)]);
    const ratings = { count: 2, mean: 3.5 };
    expect(own.body.items[0]).toMatchObject({ rating: 5, rating_comment: 'Just so.', ratings });
    expect(theirs.body.items[0]).toMatchObject({ rating: 2, rating_comment: 'Hardly.', ratings });
    expect(own.text).not.toContain('Hardly');
    expect(own.body.items[1]).toMatchObject({ rating: null, ratings: { count: 0, mean: null } });
  });

  test('is 404 for another workspace, an unknown review and a deleted one', async () => {
    const { ws, review } = await reviewed();
    const other = await newWorkspace();
    expect((await list(review.id, other.owner)).status).toBe(404);
    expect((await list(newId(), ws.owner)).status).toBe(404);
    expect((await call('DELETE', `/api/reviews/${review.id}`, { as: ws.owner })).status).toBe(200);
    expect((await list(review.id, ws.owner)).status).toBe(404);
  });
});

describe('the shared list', () => {
  test('shows findings and what stands behind them, but no rating, no rater and no word of theirs', async () => {
    const { ws, review, first } = await reviewed();
    await rate(review.id, first, ws.owner, { rating: 5, comment: 'A secret thought.' });
    const { token } = (await call('POST', `/api/reviews/${review.id}/share`, { as: ws.owner })).body;
    const { status, body, text } = await call('GET', `/api/reviews/shared/${token}/feedback`);
    expect(status).toBe(200);
    expect(body.items).toHaveLength(4);
    for (const one of body.items) expect(Object.keys(one).filter((name) => name.startsWith('rat'))).toEqual([]);
    expect(text).not.toContain('secret');
    expect(text).not.toContain(ws.owner.user_id);
    expect(body.calibration.calibrated).toBe(false);
  });

  test('ends with its review', async () => {
    const { ws, review } = await reviewed();
    const { token } = (await call('POST', `/api/reviews/${review.id}/share`, { as: ws.owner })).body;
    await call('DELETE', `/api/reviews/${review.id}`, { as: ws.owner });
    expect((await call('GET', `/api/reviews/shared/${token}/feedback`)).status).toBe(404);
  });
});

describe('a rating', () => {
  test('answers with the finding as it stands then', async () => {
    const { ws, review, first } = await reviewed();
    const { status, body } = await rate(review.id, first, ws.owner, { rating: 4 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: first, rating: 4, rating_comment: '', ratings: { count: 1, mean: 4 } });
    expect(body.p_useful).toBeNull();
  });

  test('rating a finding again replaces the earlier rating, label included', async () => {
    const { ws, review, first } = await reviewed();
    await rate(review.id, first, ws.owner, { rating: 1, comment: 'No.' });
    const { body } = await rate(review.id, first, ws.owner, { rating: 5 });
    expect(body).toMatchObject({ rating: 5, rating_comment: '', ratings: { count: 1, mean: 5 } });
    expect((await list(review.id, ws.owner)).body.items[0]).toEqual(body);
    const labels = await rowsUnder(workspacePartition(ws.id), 'LABEL#');
    expect(labels.map(({ rating }) => rating)).toEqual([5]);
  });

  test('is kept apart for a session and for each token', async () => {
    const { ws, review, first } = await reviewed();
    const tokens = [await ws.token(), await ws.token('GUEST')];
    for (const as of [ws.owner, ...tokens]) expect((await rate(review.id, first, as)).status).toBe(200);
    expect((await list(review.id, ws.owner)).body.items[0].ratings.count).toBe(3);
  });

  test('leaves a label of numbers: no word of the content, the finding, the comment or the rater', async () => {
    const { ws, review, first } = await reviewed();
    await rate(review.id, first, ws.owner, { rating: 2, comment: 'Far too loud.' });
    const [label, ...more] = await rowsUnder(workspacePartition(ws.id), 'LABEL#');
    expect(more).toEqual([]);
    const { pk, sk, terms, judge, ...rest } = label as Record<string, unknown>;
    expect(rest).toMatchObject({
      review_id: review.id,
      finding_id: first,
      dimension: 'Clarity',
      source: 'rating',
      rating: 2,
    });
    expect(rest.rater).toMatch(/^[0-9a-f]{16}$/);
    for (const value of Object.values(terms as object)) expect(typeof value).toBe('number');
    const text = JSON.stringify(label);
    for (const word of ['loud', 'lamps', 'cost', 'sells']) expect(text).not.toContain(word);
    expect(judge).toEqual(review.review.judge);
    expect([pk, sk]).not.toContain(undefined);
  });

  test('is in the audit log with its write, without its words', async () => {
    const { ws, review, first } = await reviewed();
    await rate(review.id, first, ws.owner, { rating: 2, comment: 'Far too loud.' });
    const entries = await auditRows(ws.id);
    const entry = entries.find(({ action }) => action === 'review.rate');
    expect(entry?.target).toEqual({ review_id: review.id, feedback_id: first, rating: 2 });
    expect(JSON.stringify(entries)).not.toContain('loud');
  });

  test('a rating with an Idempotency-Key is made once, and a late repeat undoes nothing', async () => {
    const { ws, review, first } = await reviewed();
    const key = { 'idempotency-key': newId() };
    await rate(review.id, first, ws.owner, { rating: 1 }, key);
    await rate(review.id, first, ws.owner, { rating: 5 });
    const again = await rate(review.id, first, ws.owner, { rating: 1 }, key);
    expect(again.body).toMatchObject({ rating: 5, ratings: { count: 1 } });
    expect((await list(review.id, ws.owner)).body.items[0].rating).toBe(5);
    expect((await rate(review.id, first, ws.owner, { rating: 2 }, key)).status).toBe(422);
  });

  test('a rating of a GUEST counts on granted sites; elsewhere the review is a 404', async () => {
    const ws = await newWorkspace();
    const [granted, other] = [await ws.site(), await ws.site()];
    const guest = await ws.guest([granted.id]);
    const [seen, hidden, siteless] = await Promise.all(
      [granted.id, other.id, null].map((site) => seedReview(ws.id, { site })),
    );
    expect((await rate(seen!.id, seen!.findings[0]!.id, guest)).status).toBe(200);
    for (const { id, findings } of [hidden!, siteless!]) {
      expect((await rate(id, findings[0]!.id, guest)).status).toBe(404);
      expect((await list(id, guest)).status).toBe(404);
      expect(await rowsUnder(reviewPartition(ws.id, id), 'RATING#')).toEqual([]);
    }
  });

  test('waits for the end of a review, and has no place on one that failed', async () => {
    const { ws, review, first } = await reviewed({ status: 'running' });
    const early = await rate(review.id, first, ws.owner);
    expect(early.status).toBe(409);
    expect(early.body.detail).toContain('still running');
    const failed = await seedReview(ws.id, { status: 'failed' });
    expect((await rate(failed.id, newId(), ws.owner)).status).toBe(409);
    expect(await rowsUnder(workspacePartition(ws.id), 'LABEL#')).toEqual([]);
  });

  test('a rating of a partial review counts like any other', async () => {
    const { ws, review, first } = await reviewed({ status: 'partial' });
    expect((await rate(review.id, first, ws.owner)).body.rating).toBe(4);
  });

  test('is 404 for an unknown finding, one of another review, and for a deleted review', async () => {
    const { ws, review, first } = await reviewed();
    const other = await seedReview(ws.id);
    for (const id of [newId(), 'x', other.findings[0]!.id])
      expect((await rate(review.id, id, ws.owner)).status).toBe(404);
    await call('DELETE', `/api/reviews/${review.id}`, { as: ws.owner });
    expect((await rate(review.id, first, ws.owner)).status).toBe(404);
  });

  test.each([
    ['0', { rating: 0 }],
    ['6', { rating: 6 }],
    ['a fraction', { rating: 2.5 }],
    ['a text', { rating: '4' }],
    ['nothing', {}],
    ['one with 2,001 characters', { rating: 4, comment: 'x'.repeat(2001) }],
  ])('is a whole number of 1 to 5 with few words: %s is 422', async (_, body) => {
    const { ws, review, first } = await reviewed();
    expect((await rate(review.id, first, ws.owner, body)).status).toBe(422);
  });

  test('owes the refit in the same write', async () => {
    const { ws, review, first } = await reviewed({ personas: [seedPersona()] });
    const watched = table().query.bind(table());
    expect((await rate(review.id, first, ws.owner)).status).toBe(200);
    const [row] = (await watched({ partition: workspacePartition(ws.id), sort: ['begins_with', 'CALIBRATOR#'] })).items;
    // The worker may have been as quick as this test.
    expect(row?.job ?? row?.revision).toBeDefined();
    expect(row?.judge).toEqual(review.review.judge);
    expect(await table().get(keys.rating(ws.id, review.id, first, ws.owner.user_id))).toBeDefined();
  });
});
