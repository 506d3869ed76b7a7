import { describe, expect, test } from '@jest/globals';
import { openWorld, shuffled } from '../../../bench/eval/world.ts';
import { Calibrator, type Label, RAW } from '../../../functions/reviews/judge/calibration/calibrator.ts';
import { fit } from '../../../functions/reviews/judge/calibration/fit.ts';
import { judgeBy } from '../../../functions/reviews/judge/calibration/judge.ts';
import { dot, inverse, times } from '../../../functions/reviews/judge/calibration/matrix.ts';
import { poolPrior } from '../../../functions/reviews/judge/calibration/prior.ts';
import { calibrate, calibratorFor, crossJudged, refit } from '../../../functions/reviews/judge/calibration/recipe.ts';

const JUDGE = { model: 'simulated', prompt: '1' };
const MADE = { id: 'c1', at: 1000, judge: JUDGE };
const labels = (count: number, seed = 7) => openWorld(seed).items(count);
const ours = (seed = 7) => calibrate(labels(200, seed), RAW, MADE);

/** A finding of a category whose findings people rate by `shift` higher than the others'. */
const ofCategory = (label: Label, category: string, shift: number): Label => ({
  ...label,
  features: { ...label.features, [`category:${category}`]: 1 },
  rating: label.rating + shift,
});

describe('a fit', () => {
  test('an inverse times its matrix is the identity', () => {
    const matrix = [
      [4, 1, 0.5],
      [1, 3, 0.2],
      [0.5, 0.2, 2],
    ];
    const inverted = inverse(matrix);
    for (const [i, row] of matrix.entries())
      for (const [j, value] of times(inverted, row).entries()) expect(value).toBeCloseTo(i === j ? 1 : 0, 12);
    expect(() => inverse([[0]])).toThrow(RangeError);
  });

  test('without a label it is its prior', () => {
    const { means, noise } = fit([], RAW);
    for (const [index, mean] of means.entries()) expect(mean).toBeCloseTo(RAW.means[index]!, 10);
    expect(noise).toBeCloseTo(RAW.noise, 10);
  });

  test('with very many labels it is least squares: its misses are independent of every feature', () => {
    const many = labels(3000);
    const { names, means } = fit(many, RAW);
    const rows = many.map(({ features }) => names.map((name) => features[name] ?? 0));
    for (const column of names.keys()) {
      const sum = rows.reduce((total, row, at) => total + row[column]! * (many[at]!.rating - dot(row, means)), 0);
      expect(Math.abs(sum / many.length)).toBeLessThan(0.01);
    }
  });

  test('a category that people see otherwise gets a level of its own, half way there with few labels', () => {
    const level = (count: number) => {
      const base = labels(600);
      const mixed = base.map((label, index) =>
        index < count ? ofCategory(label, 'legal', 0.8) : ofCategory(label, 'design', 0),
      );
      const { names, means } = fit(mixed, RAW);
      return means[names.indexOf('category:legal')]! - means[names.indexOf('category:design')]!;
    };
    expect(level(300)).toBeGreaterThan(0.6);
    expect(level(15)).toBeGreaterThan(0.1);
    expect(level(15)).toBeLessThan(0.6);
  });
});

describe('a calibrator', () => {
  test('survives JSON and its schema, and judges the same afterwards', () => {
    const made = ours();
    const back = Calibrator.parse(JSON.parse(JSON.stringify(made)));
    expect(back).toEqual(made);
    expect(made).toMatchObject({ id: 'c1', n: 200, fitted_at: 1000, judge: JUDGE, basis: 'workspace' });
    const { features } = labels(1, 8)[0]!;
    expect(judgeBy(back)(features)).toEqual(judgeBy(made)(features));
  });

  test('one whose coefficients do not fit their names is refused', () => {
    expect(Calibrator.safeParse({ ...RAW, means: [1] }).success).toBe(false);
    expect(Calibrator.safeParse({ ...RAW, covariance: [1] }).success).toBe(false);
  });

  test('stays under 40 KB however many dimensions there are', () => {
    const wide = labels(600).map((label, index) => ({
      ...label,
      features: { ...label.features, [`dimension:${index % 30}`]: 0.5, [`persona:${index % 40}`]: 1 },
    }));
    const made = calibrate(wide, RAW, MADE);
    expect(made.names.length).toBe(64);
    expect(JSON.stringify(made).length).toBeLessThan(40_000);
  });

  test('without a label of the judge there is none', () => {
    expect(() => calibrate(labels(20), RAW, { ...MADE, judge: { model: 'other', prompt: '1' } })).toThrow(RangeError);
  });

  test('what is judged without labels is the raw score, says that it is uncalibrated and asks for a person', () => {
    const [item] = labels(1);
    const judged = judgeBy(RAW)(item!.features);
    expect(judged.score).toBeCloseTo(item!.raw, 10);
    expect(judged).toMatchObject({ calibrated: false, needs_human: true });
  });

  test('its probability lies in its interval, its score in the score interval, all on their scales', () => {
    const judge = judgeBy(ours());
    for (const { features } of labels(200, 8)) {
      const { score, score_interval, p_useful, interval } = judge(features);
      expect(interval[0]).toBeLessThan(p_useful);
      expect(interval[1]).toBeGreaterThan(p_useful);
      expect(score).toBeGreaterThanOrEqual(Math.max(1, score_interval[0]));
      expect(score).toBeLessThanOrEqual(Math.min(5, score_interval[1]));
    }
  });
});

describe('a change of judge', () => {
  const own = ours();
  const prior: Calibrator = { ...own, id: 'p', basis: 'prior', threshold: null };

  test("of model or prompt falls back to the prior, less certain where that is another judge's", () => {
    expect(calibratorFor(JUDGE, own, prior)).toBe(own);
    for (const judge of [
      { ...JUDGE, model: 'next' },
      { ...JUDGE, prompt: '2' },
    ]) {
      const used = calibratorFor(judge, own, prior);
      expect(used).toMatchObject({ id: 'p', basis: 'prior', means: prior.means });
      const { features } = labels(1)[0]!;
      const [now, before] = [judgeBy(used)(features), judgeBy(prior)(features)];
      expect(now.interval[1] - now.interval[0]).toBeGreaterThan(before.interval[1] - before.interval[0]);
      expect(now).toMatchObject({ calibrated: false, needs_human: true });
      expect(calibratorFor(judge, undefined, { ...prior, judge }).covariance).toEqual(prior.covariance);
    }
    expect(calibratorFor(JUDGE)).toBe(RAW);
  });

  test('leaves the ratings of the former judge out of the next fit', () => {
    const next = { ...JUDGE, prompt: '2' };
    const again = labels(60, 9).map((label) => ({ ...label, judge: next }));
    expect(calibrate([...labels(200), ...again], RAW, { ...MADE, judge: next }).n).toBe(60);
  });
});

describe('a refit', () => {
  const made = { id: 'c2', at: 2000, judge: JUDGE };
  const old = labels(60);
  const inUse = calibrate(old, RAW, { ...MADE, at: 59 });

  test('that does no worse on ratings given since replaces what was in use', () => {
    expect(refit(inUse, labels(400), RAW, made)).toMatchObject({ id: 'c2', n: 400, fitted_at: 2000 });
  });

  test('that would judge new ratings worse is dropped', () => {
    const noise = shuffled(labels(260).slice(60), 3).map((label) => ({ ...label, rating: 6 - label.rating }));
    const fine = calibrate(labels(200), RAW, { ...MADE, at: 199 });
    const since = labels(220).slice(200);
    const spoiled = [...noise.map((label) => ({ ...label, rated_at: 0 })), ...since];
    expect(refit(fine, spoiled, RAW, made)).toBe(fine);
  });

  test('waits for five new ratings', () => {
    expect(refit(inUse, labels(64), RAW, made)).toBe(inUse);
    expect(refit(RAW, labels(4), RAW, made)).toBe(RAW);
  });

  test('judges several ratings of one finding by a fit that has seen none of them', () => {
    const twice = labels(50).flatMap((label) => [label, { ...label, rating: 5 }]);
    const checked = crossJudged(twice, RAW);
    expect(checked).toHaveLength(100);
    const byFinding = Map.groupBy(checked, ({ label }) => label.finding_id);
    for (const [first, second] of byFinding.values()) expect(first!.judged).toEqual(second!.judged);
  });
});

describe('a prior', () => {
  const others = [1, 2, 3, 4].map((seed) => ours(seed));
  const pooled = (all: readonly Calibrator[], shared = (name: string) => name.startsWith('dimension:')) =>
    poolPrior(all, { id: 'p', at: 3000, judge: JUDGE, shared });

  test("carries coefficients and a count, and no word that is not the catalogue's", () => {
    const made = pooled(others, (name) => name === 'dimension:d1');
    expect(Calibrator.parse(made)).toMatchObject({ basis: 'prior', n: 800, threshold: null });
    expect(made.names).toEqual(['level', 'overall', 'dimension:d1']);
  });

  test('says nothing that fewer than three workspaces have', () => {
    const rare = others.map((one, index) =>
      index < 2 ? { ...one, names: one.names.map((name) => name.replace('d1', 'd9')) } : one,
    );
    expect(pooled(rare).names).not.toContain('dimension:d9');
    expect(pooled(others.slice(0, 2))).toBe(RAW);
  });

  test("is pooled from one judge's calibrators only, and never from other priors", () => {
    const mixed = others.map((one, index) => (index === 0 ? { ...one, judge: { model: 'next', prompt: '1' } } : one));
    expect(pooled(mixed).n).toBe(600);
    expect(pooled(others.map((one) => ({ ...one, basis: 'prior' as const })))).toBe(RAW);
  });
});
