import { expect, test } from '@jest/globals';
import {
  CENTRE,
  type DimensionScore,
  featuresOf,
  rawScore,
  weightedMean,
} from '../../../functions/reviews/judge/calibration/features.ts';

const row = (persona_id: string, dimension: string, weight: number, ...samples: number[]): DimensionScore => ({
  persona_id,
  category: 'design',
  dimension,
  weight,
  samples,
});

const PANEL = [
  row('a', 'clarity', 3, 4, 4, 5),
  row('a', 'contrast', 1, 3, 3, 3),
  row('b', 'clarity', 0.5, 2, 2, 2),
  row('b', 'speed', 0.5, 4, 4, 4),
];
const A = (3 * (13 / 3) + 3) / 4;
const RAW_SCORE = (A + 3) / 2;

test('the raw score is the mean over personas of their weighted means of samples', () => {
  expect(rawScore(PANEL)).toBeCloseTo(RAW_SCORE, 12);
});

test('weights that sum to something else than 1 are normalised, and none at all count alike', () => {
  expect(
    weightedMean([
      { weight: 30, value: 5 },
      { weight: 10, value: 1 },
    ]),
  ).toBe(4);
  expect(
    weightedMean([
      { weight: 0, value: 5 },
      { weight: 0, value: 1 },
    ]),
  ).toBe(3);
});

test('a whole panel is seen by its level and by what each dimension has more or less', () => {
  const features = featuresOf(PANEL);
  expect(Object.keys(features)).toEqual([
    'level',
    'overall',
    'dimension:clarity',
    'dimension:contrast',
    'dimension:speed',
  ]);
  expect(features.overall).toBeCloseTo(RAW_SCORE - CENTRE, 12);
  expect(features['dimension:clarity']).toBeCloseTo((13 / 3 + 2) / 2 - RAW_SCORE, 12);
});

test('a finding is seen by its own score, its category and its persona too', () => {
  const features = featuresOf(PANEL, { persona_id: 'b', dimension: 'speed' });
  expect(features).toMatchObject({ 'category:design': 1, 'persona:b': 1 });
  expect(features.own).toBeCloseTo(4 - RAW_SCORE, 12);
  expect(features['category-slope:design']).toBe(features.overall);
});

test('a persona that failed counts as absent, and a panel without a score has none', () => {
  expect(rawScore([...PANEL, row('c', 'speed', 1)])).toBe(rawScore(PANEL));
  expect(rawScore([row('c', 'speed', 1)])).toBeUndefined();
  expect(() => featuresOf([])).toThrow(RangeError);
});
