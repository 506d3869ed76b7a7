import { describe, expect, test } from '@jest/globals';
import {
  fitScale,
  LEAST_RATINGS,
  LEAST_REVIEWS,
  type PageLabel,
  pageScore,
} from '../../functions/reviews/judge/page-score.ts';

const one = (review_id: string, raw: number, rating: number): PageLabel => ({ review_id, raw, rating });

/** One rating of each review. */
const rated = (...pairs: [raw: number, rating: number][]): PageLabel[] =>
  pairs.map(([raw, rating], at) => one(`review-${at}`, raw, rating));

const HARSH = rated([2.8, 1], [3, 2], [3.4, 2], [3.8, 3], [4, 3], [4.2, 3], [4.3, 4], [4.6, 4]);

describe('fitScale', () => {
  test("is the panel's own scale without ratings", () => {
    expect(fitScale([])).toEqual({
      basis: 'panel',
      ratings: 0,
      reviews: 0,
      level: 3.8,
      slope: 1,
      covariance: [1, expect.closeTo(0, 12), 0.25],
      noise: expect.any(Number),
    });
  });

  test('has the values computed by hand for eight ratings of 3 where the panel gave 3.8', () => {
    const fit = fitScale(rated(...Array.from({ length: 8 }, (): [number, number] => [3.8, 3])));
    expect(fit.level).toBeCloseTo(3.034732, 6);
    expect(fit.covariance[0]).toBeCloseTo(0.043415, 6);
    expect(fit.slope).toBeCloseTo(1, 12);
    expect(fit.covariance.slice(1)).toEqual([expect.closeTo(0, 12), expect.closeTo(0.25, 12)]);
    expect(fit.noise).toBeCloseTo(0.363081, 6);
  });

  test('has the values computed by hand for eight ratings of different pages', () => {
    const { level, slope, covariance, noise, basis } = fitScale(HARSH);
    expect([level, slope]).toEqual([expect.closeTo(2.854688, 6), expect.closeTo(1.330092, 6)]);
    expect(covariance).toEqual([expect.closeTo(0.054926, 6), expect.closeTo(0.003472, 6), expect.closeTo(0.097966, 6)]);
    expect(noise).toBeCloseTo(0.463841, 6);
    expect(basis).toBe('people');
  });

  test('finds the line of many ratings', () => {
    const line = Array.from({ length: 400 }, (_, at): [number, number] => [2 + (at % 5) * 0.5, 1 + (at % 5)]);
    const { level, slope } = fitScale(rated(...line));
    expect([level, slope]).toEqual([expect.closeTo(4.6, 1), expect.closeTo(2, 1)]);
  });

  test("counts ten people's ratings of one page as fewer than ten pages", () => {
    const crowd = Array.from({ length: 10 }, () => one('review', 3.8, 1));
    const pages = rated(...Array.from({ length: 10 }, (): [number, number] => [3.8, 1]));
    const three = rated(...Array.from({ length: 3 }, (): [number, number] => [3.8, 1]));
    expect(fitScale(crowd).level).toBeGreaterThan(fitScale(pages).level);
    expect(fitScale(crowd).level).toBeGreaterThan(fitScale(three).level);
    expect(fitScale(crowd).covariance[0]).toBeGreaterThan(fitScale(three).covariance[0]);
  });

  test.each([
    ['too few ratings', HARSH.slice(0, LEAST_RATINGS - 1)],
    [
      'too few reviews',
      HARSH.map((label, at) => ({ ...label, raw: 4, rating: 2, review_id: String(at % (LEAST_REVIEWS - 1)) })),
    ],
    ['people who give what the panel gives', rated([1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [2, 2], [3, 3], [4, 4])],
    [
      'people on the same scale who disagree at random',
      rated([3, 2], [3, 4], [4, 5], [4, 3], [3, 2], [3, 4], [4, 3], [4, 5]),
    ],
    [
      'people who are followed only in the reviews that they rated',
      rated([2.8, 4], [3, 2], [3.4, 2], [3.8, 5], [4, 3], [4.2, 3], [4.3, 3], [4.6, 4]),
    ],
  ])("keeps the panel's scale with %s", (_, labels) => {
    expect(fitScale(labels).basis).toBe('panel');
  });

  test('follows people as soon as both least numbers are reached', () => {
    const labels = Array.from({ length: LEAST_RATINGS }, (_, at) => one(String(at % LEAST_REVIEWS), 4, 2));
    expect(fitScale(labels)).toMatchObject({ basis: 'people', ratings: LEAST_RATINGS, reviews: LEAST_REVIEWS });
  });

  test('does not depend on the order of the ratings', () => {
    const { level, slope } = fitScale(HARSH.toReversed());
    expect([level, slope]).toEqual([
      expect.closeTo(fitScale(HARSH).level, 9),
      expect.closeTo(fitScale(HARSH).slope, 9),
    ]);
  });
});

describe('pageScore', () => {
  test("is the panel's score without a scale, and while the scale is the panel's", () => {
    expect(pageScore(3.4, undefined)).toEqual({ value: 3.4, interval: null, raw: 3.4, basis: 'panel', ratings: 0 });
    const few = fitScale(HARSH.slice(0, 5));
    expect(pageScore(3.4, few)).toEqual({ value: 3.4, interval: null, raw: 3.4, basis: 'panel', ratings: 5 });
  });

  test('is the expected rating with its 90% interval on the scale of people', () => {
    expect(pageScore(4.3, fitScale(HARSH))).toEqual({
      value: expect.closeTo(3.519734, 6),
      interval: [expect.closeTo(2.303509, 6), expect.closeTo(4.735958, 6)],
      raw: 4.3,
      basis: 'people',
      ratings: 8,
    });
  });

  test('stays between 1 and 5', () => {
    const steep = fitScale(rated([2, 1], [2.5, 1], [3, 1], [3.5, 3], [4, 5], [4.5, 5], [3.2, 1], [3.9, 5]));
    for (const raw of [1, 5]) {
      const { value, interval } = pageScore(raw, steep);
      for (const bound of [value, ...(interval ?? [])]) expect(bound).toBe(Math.min(5, Math.max(1, bound)));
    }
    expect(pageScore(1, steep).interval?.[0]).toBe(1);
    expect(pageScore(5, steep).interval?.[1]).toBe(5);
  });
});
