import { expect, test } from '@jest/globals';
import { type DimensionScore, rawScore, weightedMean } from '../../functions/reviews/judge/panel-score.ts';

const row = (persona_id: string, weight: number, ...samples: number[]): DimensionScore => ({
  persona_id,
  weight,
  samples,
});

const PANEL = [row('a', 3, 4, 4, 5), row('a', 1, 3, 3, 3), row('b', 0.5, 2, 2, 2), row('b', 0.5, 4, 4, 4)];

test('the raw score is the mean over personas of their weighted means of samples', () => {
  expect(rawScore(PANEL)).toBeCloseTo(((3 * (13 / 3) + 3) / 4 + 3) / 2, 12);
});

test('weights that do not sum to 1 are normalized, and weights of 0 count alike', () => {
  const rows = (first: number, second: number) => [
    { weight: first, value: 5 },
    { weight: second, value: 1 },
  ];
  expect(weightedMean(rows(30, 10))).toBe(4);
  expect(weightedMean(rows(0, 0))).toBe(3);
});

test('a persona without samples counts in nothing, and a panel without samples has no score', () => {
  expect(rawScore([...PANEL, row('c', 1)])).toBe(rawScore(PANEL));
  expect(rawScore([row('c', 1)])).toBeUndefined();
});
