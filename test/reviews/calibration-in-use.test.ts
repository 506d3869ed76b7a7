import { describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { judgeKey } from '../../functions/reviews/judge/calibrators.ts';
import type { PersonaAsRun } from '../../functions/reviews/run-rows.ts';
import { call, newWorkspace, table, type Workspace } from '../driver.ts';
import { newPersona } from '../personas/gardener.ts';
import { until } from '../workers/until.ts';
import { areaUnder, openRatedWorld, type RatedFinding } from './rated-world.ts';
import { seedPersona, seedReview } from './seed.ts';

const newJudge = () => ({ model: `seeded-${newId()}`, prompt: 'p1' });

const DIMENSIONS = ['Clarity', 'Trust'];

/** Reviews by two personas of two dimensions each, as the world has them. */
const seedWorld = async (
  ws: Workspace,
  {
    personas,
    reviews,
    judge,
  }: { personas: PersonaAsRun[]; reviews: RatedFinding[][]; judge: { model: string; prompt: string } },
) =>
  Promise.all(
    reviews.map(async (found) => {
      const place = (persona: number, dimension: number) => found[persona * DIMENSIONS.length + dimension]!;
      const samples = (persona: number, dimension: number) => place(persona, dimension).samples;
      const { id, findings } = await seedReview(ws.id, { personas, judge, samples });
      return { id, findings: findings.map((finding, at) => ({ id: finding.id, rating: found[at]!.rating })) };
    }),
  );

const rateAll = async (ws: Workspace, seeded: Awaited<ReturnType<typeof seedWorld>>) => {
  for (const { id, findings } of seeded)
    await Promise.all(
      findings.map(async (finding) => {
        const path = `/api/reviews/${id}/feedback/${finding.id}/rate`;
        const { status } = await call('POST', path, { as: ws.owner, body: { rating: finding.rating } });
        expect(status).toBe(200);
      }),
    );
};

/** Waits until the worker of the shared stage has seen all ratings. */
const settled = (ws: Workspace, judge: { model: string; prompt: string }) =>
  until(async () => {
    const row = await table().get(keys.calibrator(ws.id, judgeKey(judge)));
    return row && row.job === undefined && row.labels_since === 0 && row;
  }, 'the refit');

interface Shown {
  p_useful: number;
  interval: [number, number];
  needs_human: boolean;
  calibrated: boolean;
}

const feedbackOf = async (ws: Workspace, id: string) => {
  const { body } = await call('GET', `/api/reviews/${id}/feedback`, { as: ws.owner });
  return body as { items: Shown[]; calibration: Record<string, unknown> };
};

/** Predictions for new findings, and people's ratings of them. */
const judgedAfresh = async (
  ws: Workspace,
  world: ReturnType<typeof openRatedWorld>,
  judge: { model: string; prompt: string },
) => {
  const reviews = Array.from({ length: 25 }, () => world.review(4));
  const personas = [seedPersona(undefined, DIMENSIONS), seedPersona(undefined, DIMENSIONS)];
  const seeded = await seedWorld(ws, { personas, reviews, judge });
  const lists = await Promise.all(seeded.map(({ id }) => feedbackOf(ws, id)));
  return lists.flatMap(({ items }, review) =>
    items.map((shown, at) => ({ ...shown, rating: seeded[review]!.findings[at]!.rating })),
  );
};

const MIN_LEARNT = 40;

/**
 * Rates until a fit that has seen most of it is in use: one that is no better than the one before does not replace it,
 * which is left to chance where the first came after a few ratings. Gives the first of the reviews.
 */
const rateUntilLearnt = async (
  ws: Workspace,
  judge: { model: string; prompt: string },
  reviewsOf: (count: number) => RatedFinding[][],
) => {
  const personas = [seedPersona(undefined, DIMENSIONS), seedPersona(undefined, DIMENSIONS)];
  const rateMore = async (count: number) => {
    const seeded = await seedWorld(ws, { personas, judge, reviews: reviewsOf(count) });
    await rateAll(ws, seeded);
    await settled(ws, judge);
    return seeded[0]!.id;
  };
  const first = await rateMore(15);
  for (let more = 0; more < 8; more += 1) {
    const { calibration } = await feedbackOf(ws, first);
    if (Number(calibration.labels) >= MIN_LEARNT) return first;
    await rateMore(5);
  }
  throw new Error(`No fit has taken in ${MIN_LEARNT} ratings.`);
};

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** How far useful findings score above the rest. */
const told = (fresh: (Shown & { rating: number })[]) => {
  const [good, bad] = [true, false].map((is) => fresh.filter(({ rating }) => rating >= 4 === is));
  return mean(good!.map((one) => one.p_useful)) - mean(bad!.map((one) => one.p_useful));
};

describe('ratings of a workspace', () => {
  test('calibrate its scores: fresh findings get the probability that its people give them', async () => {
    const ws = await newWorkspace();
    const judge = newJudge();
    const world = openRatedWorld(7);
    const reviewsOf = (count: number) => Array.from({ length: count }, () => world.review(4));
    const unrated = await seedWorld(ws, {
      personas: [seedPersona(undefined, DIMENSIONS)],
      judge,
      reviews: [world.review(2)],
    });
    const before = await feedbackOf(ws, unrated[0]!.id);
    expect(before.calibration).toMatchObject({ calibrated: false, basis: 'raw' });

    const first = await rateUntilLearnt(ws, judge, reviewsOf);

    const after = await feedbackOf(ws, first);
    expect(after.calibration).toMatchObject({ calibrated: true, basis: 'workspace', model: judge.model });
    expect(after.calibration.note).toContain('Calibrated on');
    const fresh = await judgedAfresh(ws, world, judge);
    const useful = fresh.map(({ p_useful, rating }) => ({ p: p_useful, useful: rating >= 4 }));
    expect(areaUnder(useful)).toBeGreaterThan(0.8);
    expect(told(fresh)).toBeGreaterThan(0.2);
    const said = mean(useful.map(({ p }) => p));
    const happened = mean(useful.map((one) => Number(one.useful)));
    expect(Math.abs(said - happened)).toBeLessThan(0.12);
    for (const { interval, p_useful, calibrated } of fresh) {
      expect(calibrated).toBe(true);
      expect(interval[0]).toBeLessThanOrEqual(p_useful);
      expect(interval[1]).toBeGreaterThanOrEqual(p_useful);
    }
    const review = (await call('GET', `/api/reviews/${first}`, { as: ws.owner })).body;
    expect(review.calibration).toEqual(after.calibration);
    // Ratings of findings say nothing about the page.
    expect(review.score).toMatchObject({ value: review.score.raw, basis: 'panel' });
  });

  test('shuffled ratings teach nothing: no finding ranks above another, and each needs a person', async () => {
    const ws = await newWorkspace();
    const judge = newJudge();
    const world = openRatedWorld(7);
    const shuffledOf = (count: number) => {
      const reviews = Array.from({ length: count }, () => world.review(4));
      const ratings = world.shuffled(reviews.flat().map(({ rating }) => rating));
      return reviews.map((found, review) => found.map((one, at) => ({ ...one, rating: ratings[review * 4 + at]! })));
    };
    await rateUntilLearnt(ws, judge, shuffledOf);
    const fresh = await judgedAfresh(ws, world, judge);
    // Which findings are held out follows from their ids, so it is not the same number each time.
    expect(Math.abs(told(fresh))).toBeLessThan(0.2);
    expect(fresh.every(({ needs_human }) => needs_human)).toBe(true);
  });
});

describe('the card of a persona', () => {
  test('counts ratings, shows figures with their intervals from 30 on, also in the marketplace, and never on a clone', async () => {
    const ws = await newWorkspace();
    const judge = newJudge();
    const category = `c-${newId()}`;
    const shown = await newPersona(ws, { category });
    const publish = () => call('POST', `/api/personas/${shown.id}/publish`, { as: ws.owner });
    const listed = async () => (await call('GET', `/api/marketplace/personas?category=${category}`)).body.items[0];
    expect((await publish()).body.calibration).toEqual({ labels: 0, figures: null });

    const personas = [seedPersona(shown.id, DIMENSIONS, { category }), seedPersona(undefined, DIMENSIONS)];
    const world = openRatedWorld(3);
    const seeded = await seedWorld(ws, { personas, judge, reviews: Array.from({ length: 16 }, () => world.review(4)) });
    const ofShown = seeded.map(({ id, findings }) => ({ id, findings: findings.slice(0, 2) }));
    const read = async () => (await call('GET', `/api/personas/${shown.id}`, { as: ws.owner })).body.calibration;

    await rateAll(ws, ofShown.slice(0, 14));
    await settled(ws, judge);
    expect(await read()).toEqual({ labels: 28, figures: null });
    expect((await listed()).calibration).toEqual({ labels: 28, figures: null });

    await rateAll(ws, ofShown.slice(14));
    await settled(ws, judge);
    const card = await read();
    expect(card.labels).toBe(32);
    expect(Object.keys(card.figures).sort()).toEqual(['brier', 'ece', 'qwk', 'spearman']);
    expect(card.figures.ece).toEqual({ value: expect.any(Number) });
    for (const name of ['brier', 'qwk', 'spearman']) {
      const [low, high] = card.figures[name].interval;
      expect(high - low).toBeGreaterThan(0);
    }
    expect((await listed()).calibration).toEqual(card);
    const { items } = (await call('GET', '/api/personas/mine', { as: ws.owner })).body;
    expect(items.find(({ id }: { id: string }) => id === shown.id).calibration).toEqual(card);
    expect((await publish()).body.calibration).toEqual(card);

    const other = await newWorkspace();
    const clone = (await call('POST', `/api/personas/${shown.id}/clone`, { as: other.owner })).body;
    expect(clone.calibration).toEqual({ labels: 0, figures: null });
    expect((await call('GET', `/api/personas/${clone.id}`, { as: other.owner })).body.calibration.labels).toBe(0);
  });
});
