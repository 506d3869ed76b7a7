import { describe, expect, test } from '@jest/globals';
import { cholesky, inverseOf, solve } from '../../../functions/reviews/judge/calibration/matrix.ts';
import { type Design, type Problem, solveMixed } from '../../../functions/reviews/judge/calibration/mixed-model.ts';

/**
 * Satisfaction of 1,681 householders in Copenhagen (Madsen 1976), as in Venables and Ripley, Modern Applied Statistics
 * with S (2002): low, medium, high; by influence, type of house and contact.
 */
const HOUSING = `21 21 28 34 22 36 10 11 36 61 23 17 43 35 40 26 18 54 13 9 10 8 8 12 6 7 9 18 6 7 15 13 13 7 5 11
14 19 37 17 23 40 3 5 23 78 46 43 48 45 86 15 25 62 20 23 20 10 22 24 7 10 21 57 23 13 31 21 13 5 6 13`
  .split(/\s+/)
  .map(Number);
const COLUMNS = ['level', 'medium', 'high', 'apartment', 'atrium', 'terrace', 'contact'];

interface Row {
  terms: (readonly [number, number])[];
  rating: number;
  review?: number;
  weight?: number;
}

const designOf = (rows: readonly Row[]): Design => {
  const starts = [0];
  for (const { terms } of rows) starts.push((starts.at(-1) ?? 0) + terms.length);
  const reviews = rows.map(({ review }, at) => review ?? at);
  return {
    starts: Int32Array.from(starts),
    columns: Int32Array.from(rows.flatMap(({ terms }) => terms.map(([column]) => column))),
    values: Float64Array.from(rows.flatMap(({ terms }) => terms.map(([, value]) => value))),
    ratings: Uint8Array.from(rows, ({ rating }) => rating),
    reviews: Int32Array.from(reviews),
    weights: Float64Array.from(rows, ({ weight }) => weight ?? 1),
    reviewCount: new Set(reviews).size,
  };
};

/** Ratings 3, 4 and 5 for low, medium and high: the cuts below are out of the way. */
const housing = (): Problem => ({
  design: designOf(
    HOUSING.map((weight, at) => {
      const [sat, influence, type, contact] = [at % 3, Math.floor(at / 3) % 3, Math.floor(at / 9) % 4, at >= 36];
      const shown = [
        0,
        ...(influence > 0 ? [influence] : []),
        ...(type > 0 ? [2 + type] : []),
        ...(contact ? [6] : []),
      ];
      return { terms: shown.map((column) => [column, 1] as const), rating: 3 + sat, weight };
    }),
  ),
  means: new Float64Array(COLUMNS.length),
  parts: new Uint16Array(COLUMNS.length),
  variances: [{ value: 1e6, weight: null }],
  review: { value: 1e-9, weight: null },
  gaps: [1, 60, 1.18684],
});

test('the cumulative logit model gives the published coefficients of the housing data', () => {
  expect(HOUSING.reduce((sum, one) => sum + one)).toBe(1681);
  const { means, covariance, gaps } = solveMixed(housing());
  const published = [0.4961, 0.5664, 1.2888, -0.5724, -0.3662, -1.091, 0.3603];
  for (const [at, value] of published.entries()) expect(means[at]).toBeCloseTo(value, 2);
  expect(gaps[2]).toBeCloseTo(0.6907 + 0.4961, 2);
  // Standard errors, which the fixed cuts make a little smaller for the level only.
  const errors = [0.1047, 0.1271, 0.1192, 0.1552, 0.1515, 0.0955];
  for (const [at, value] of errors.entries())
    expect(Math.sqrt(covariance[at + 1]?.[at + 1] ?? 0)).toBeCloseTo(value, 2);
});

describe('variances', () => {
  /** 40 groups of 20 ratings whose log odds scatter by `deviation`. */
  const grouped = (deviation: number): Problem => ({
    design: designOf(
      Array.from({ length: 40 }, (_, group) => {
        const z = ((group * 17) % 40) / 39 - 0.5;
        const useful = 20 / (1 + Math.exp(-z * deviation * 3.4));
        return Array.from({ length: 20 }, (_, at) => ({
          terms: [
            [0, 1],
            [1 + group, 1],
          ] as const,
          rating: at < Math.round(useful) ? 4 : 3,
          review: group * 20 + at,
        }));
      })
        .flat()
        .map((row) => ({ ...row, terms: [...row.terms] })),
    ),
    means: new Float64Array(41),
    parts: Uint16Array.from({ length: 41 }, (_, at) => (at === 0 ? 0 : 1)),
    variances: [
      { value: 2, weight: null },
      { value: 0.2, weight: 2 },
    ],
    review: { value: 1e-6, weight: null },
    gaps: [1, 1, 1.3],
  });

  test('variances of groups that differ are found, and of groups that are alike shrink', () => {
    const found = (deviation: number) => solveMixed(grouped(deviation)).variances[1] ?? 0;
    expect(found(1)).toBeGreaterThan(0.5);
    expect(found(1)).toBeLessThan(1.5);
    expect(found(0)).toBeLessThan(0.08);
  });
});

test('variances count what a few ratings of each leave in doubt', () => {
  const groups = Array.from({ length: 80 }, (_, group) => {
    const odds = Math.exp(3.4 * (((group * 17) % 80) / 79 - 0.5));
    return Array.from({ length: 20 }, (_, at) => ({ group, rating: (at + 0.5) / 20 < odds / (1 + odds) ? 4 : 3 }));
  }).flat();
  const solved = (by: 'review' | 'coefficient') =>
    solveMixed({
      design: designOf(
        groups.map(({ group, rating }, row) => ({
          terms: by === 'review' ? [[0, 1]] : [[0, 1] as const, [1 + group, 1] as const],
          rating,
          review: by === 'review' ? group : row,
        })),
      ),
      means: new Float64Array(81),
      parts: Uint16Array.from({ length: 81 }, (_, at) => Math.min(at, 1)),
      variances: [
        { value: 2, weight: null },
        { value: 0.3, weight: by === 'review' ? null : 4 },
      ],
      review: by === 'review' ? { value: 0.3, weight: 4 } : { value: 1e-6, weight: null },
      gaps: [1, 1, 1.3],
    });
  for (const found of [solved('review').review, solved('coefficient').variances[1]]) expect(found).toBeGreaterThan(0.4);
});

test('an effect of reviews takes up what a review has in common, and leaves doubt about the level', () => {
  const reviews = Array.from({ length: 12 }, (_, review) =>
    Array.from({ length: 10 }, () => ({ terms: [[0, 1]] as [number, number][], rating: review % 2 ? 5 : 2, review })),
  ).flat();
  const solved = (variance: number) =>
    solveMixed({
      design: designOf(reviews),
      means: new Float64Array(1),
      parts: new Uint16Array(1),
      variances: [{ value: 2, weight: null }],
      review: { value: variance, weight: variance > 0.1 ? 4 : null },
      gaps: [1, 1, 1.3],
    });
  expect(solved(0.3).review).toBeGreaterThan(2);
  expect(solved(0.3).covariance[0]?.[0]).toBeGreaterThan(3 * (solved(1e-6).covariance[0]?.[0] ?? 1));
});

test('a matrix is factored, solved and inverted, and refused if it is not positive definite', () => {
  const matrix = [
    [4, 1, 0.5],
    [1, 3, 0.2],
    [0.5, 0.2, 2],
  ].map((row) => Float64Array.from(row));
  const lower = cholesky(matrix);
  const solved = solve(lower, Float64Array.from([1, 2, 3]));
  const inverse = inverseOf(lower);
  for (const [i, row] of matrix.entries()) {
    expect(row.reduce((sum, value, j) => sum + value * solved[j]!, 0)).toBeCloseTo(i + 1, 12);
    for (const j of matrix.keys())
      expect(row.reduce((sum, value, k) => sum + value * inverse[k]![j]!, 0)).toBeCloseTo(i === j ? 1 : 0, 12);
  }
  expect(() => cholesky([Float64Array.from([0])])).toThrow(RangeError);
});
