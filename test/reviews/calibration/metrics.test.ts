import { describe, expect, test } from '@jest/globals';
import { chanceFrom } from '../../../functions/reviews/judge/calibration/chance.ts';
import {
  areaUnder,
  brier,
  cardOf,
  ece,
  type Pair,
  qwk,
  reliability,
  spearman,
  stricterCard,
  withInterval,
} from '../../../functions/reviews/judge/calibration/metrics.ts';

const pair = (p_useful: number, score: number, rating: number): Pair => ({ p_useful, score, rating });

/** Ratings that are useful with just the probability that was said. */
const perfect = (count: number, seed: number): Pair[] => {
  const chance = chanceFrom(seed);
  return Array.from({ length: count }, () => {
    const p = chance();
    return pair(p, 1 + 4 * p, chance() < p ? 4 : 2);
  });
};

describe('figures', () => {
  test('a worked example of each comes out as it does by hand', () => {
    const pairs = [pair(0.9, 4.2, 5), pair(0.9, 3.9, 2), pair(0.2, 2, 1), pair(0.2, 3.1, 4)];
    expect(ece(pairs)).toBeCloseTo(0.5 * 0.4 + 0.5 * 0.3, 10);
    expect(brier(pairs)).toBeCloseTo((0.01 + 0.81 + 0.04 + 0.64) / 4, 10);
    // Ranks 3, 2, 0, 1 against 3, 1, 0, 2: 1 − 6 × 2 / (4 × 15).
    expect(spearman(pairs)).toBeCloseTo(0.8, 10);
    // Rounded 4, 4, 2, 3 against 5, 2, 1, 4: observed 7/4; expected 45/4 + 46/4 − 2 × 13/4 × 12/4.
    expect(qwk(pairs)).toBeCloseTo(1 - 1.75 / 3.25, 10);
    expect(reliability(pairs)).toEqual([
      { count: 2, said: 0.2, happened: 0.5 },
      { count: 2, said: 0.9, happened: 0.5 },
    ]);
  });

  test('equal scores share their rank, and a score that never varies has no correlation', () => {
    expect(spearman([pair(0, 1, 1), pair(0, 2, 2), pair(0, 2, 2), pair(0, 3, 3)])).toBeCloseTo(1, 10);
    expect(spearman([pair(0, 3, 1), pair(0, 3, 5)])).toBe(0);
  });

  test('agreement that is whole is 1, and one that chance would give is 0', () => {
    expect(qwk([pair(0, 1, 1), pair(0, 5, 5)])).toBe(1);
    expect(qwk([pair(0, 1, 1), pair(0, 1, 5), pair(0, 5, 1), pair(0, 5, 5)])).toBe(0);
  });

  test('a perfect predictor of 1,500 findings has an ECE of about 0.032, and one of 200 far more', () => {
    const mean = (count: number) =>
      Array.from({ length: 40 }, (_, seed) => ece(perfect(count, seed))).reduce((sum, value) => sum + value, 0) / 40;
    expect(mean(1500)).toBeCloseTo(0.032, 2);
    expect(mean(200)).toBeGreaterThan(0.06);
  });

  test('the area under the ROC curve counts ties by half, and is 0.5 for one kind only', () => {
    expect(areaUnder([pair(0.9, 0, 5), pair(0.9, 0, 2), pair(0.2, 0, 1), pair(0.2, 0, 4)])).toBeCloseTo(0.5, 10);
    expect(areaUnder([pair(0.9, 0, 5), pair(0.3, 0, 2), pair(0.2, 0, 1)])).toBe(1);
    expect(areaUnder([pair(0.9, 0, 5), pair(0.3, 0, 4)])).toBe(0.5);
  });
});

describe('intervals', () => {
  test('the same seed gives the same interval, and it holds the figure', () => {
    const pairs = perfect(300, 3);
    const found = withInterval(pairs, brier);
    expect(withInterval(pairs, brier)).toEqual(found);
    expect(withInterval(pairs, brier, { seed: 2 }).interval).not.toEqual(found.interval);
    expect(found.interval[0]).toBeLessThan(found.value);
    expect(found.interval[1]).toBeGreaterThan(found.value);
  });

  test('more labels make an interval narrower', () => {
    const width = (count: number) => {
      const [low, high] = withInterval(perfect(count, 5), spearman).interval;
      return high - low;
    };
    expect(width(800)).toBeLessThan(width(50));
  });
});

describe('the card', () => {
  test('a card of fewer than 30 labels shows their number and no figure', () => {
    expect(cardOf(perfect(29, 1))).toEqual({ n: 29, figures: null });
  });

  test('every figure of a card from 30 labels has an interval that holds it, except the calibration error', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const { n, figures } = cardOf(perfect(30, seed));
      expect(n).toBe(30);
      expect(figures?.ece).toEqual({ value: expect.any(Number) });
      for (const name of ['brier', 'spearman', 'qwk'] as const) {
        const { value = Number.NaN, interval = [] } = figures?.[name] ?? {};
        expect(interval[0]).toBeLessThanOrEqual(value);
        expect(interval[1]).toBeGreaterThanOrEqual(value);
      }
    }
  });

  test('the stricter card of two has the larger errors and the smaller agreement, whichever of them has which', () => {
    const [good, bad] = [
      cardOf(perfect(60, 1)),
      cardOf(perfect(60, 1).map((one) => ({ ...one, p_useful: 0.5, score: 3 }))),
    ];
    const values = (name: 'ece' | 'brier' | 'spearman' | 'qwk') =>
      [good, bad].map(({ figures }) => figures?.[name].value ?? Number.NaN);
    for (const { figures } of [stricterCard(good, bad), stricterCard(bad, good)]) {
      for (const name of ['ece', 'brier'] as const) expect(figures?.[name].value).toBe(Math.max(...values(name)));
      for (const name of ['spearman', 'qwk'] as const) expect(figures?.[name].value).toBe(Math.min(...values(name)));
    }
    expect(stricterCard(good, cardOf([]))).toBe(good);
  });
});
