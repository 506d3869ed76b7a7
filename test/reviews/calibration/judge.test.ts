import { describe, expect, test } from '@jest/globals';
import { type Calibrator, RAW } from '../../../functions/reviews/judge/calibration/calibrator.ts';
import { chanceFrom } from '../../../functions/reviews/judge/calibration/chance.ts';
import { judgeBy } from '../../../functions/reviews/judge/calibration/judge.ts';

const NONE = 1e-9;

/** Log odds of `mean` for each finding, with doubt about the coefficient, the review and the rater. */
const known = (mean: number, { level = NONE, review = NONE, rater = NONE } = {}): Calibrator => ({
  ...RAW,
  variances: { ...RAW.variances, review, rater },
  coefficients: RAW.coefficients.map((one) => (one.name === 'level' ? { ...one, mean, variance: level } : one)),
});
const judged = (calibrator: Calibrator) => judgeBy(calibrator)({ level: 1 });

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** The same share of N(0, 1) around each point. */
const NORMAL = Array.from({ length: 2001 }, (_, at) => (at - 1000) / 200).map((z) => ({
  z,
  weight: Math.exp(-z * z * 0.5) / 200 / Math.sqrt(2 * Math.PI),
}));
const meanOver = (of: (z: number) => number): number => NORMAL.reduce((sum, { z, weight }) => sum + weight * of(z), 0);

describe('p_useful', () => {
  test.each([-2, -0.5, 0, 1, 2.5])('is that of log odds of %p if nothing is in doubt', (mean) => {
    expect(judged(known(mean)).p_useful).toBeCloseTo(sigmoid(mean), 6);
  });

  test.each(['level', 'review', 'rater'])('is the mean over what is not known of the %s', (name) => {
    const p = meanOver((z) => sigmoid(1.5 + Math.sqrt(3) * z));
    expect(Math.abs(judged(known(1.5, { [name]: 3 })).p_useful - p)).toBeLessThan(0.02);
  });

  test('knows that the doubts about two coefficients cancel out', () => {
    const [level, score, ...others] = known(1, { level: 4 }).coefficients;
    const opposed = { ...score!, variance: 4, covariance: [-4] };
    const calibrator = { ...known(1), coefficients: [level!, opposed, ...others] };
    expect(judgeBy(calibrator)({ level: 1, score: 1 }).p_useful).toBeCloseTo(sigmoid(1), 6);
    expect(judgeBy(calibrator)({ level: 1, score: -1 }).p_useful).toBeLessThan(0.62);
  });
});

test.each([
  { level: 0.5, review: 0.3, rater: 0.5 },
  { level: 0.1, review: 1.5, rater: 0.1 },
  { level: 0.1, review: 0.1, rater: 1.5 },
])("the interval holds a finding's own probability in 90 of 100 cases: $level, $review, $rater", (doubts) => {
  const { interval } = judged(known(0.7, doubts));
  const chance = chanceFrom(5);
  const normal = () => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  // Four fifths of what terms leave is the finding's own; a rating scatters by the rest.
  const left = Math.PI ** 2 / 3;
  let held = 0;
  for (let draw = 0; draw < 2000; draw += 1) {
    const own = 0.7 + Math.sqrt(doubts.level + doubts.review + 0.8 * left) * normal();
    // Of N(0, 1): 1.7 of its deviations are one of the logistic distribution's.
    const p = sigmoid((1.7 * own) / Math.sqrt(doubts.rater + 0.2 * left));
    if (interval[0] <= p && p <= interval[1]) held += 1;
  }
  expect(held / 2000).toBeGreaterThan(0.86);
  expect(held / 2000).toBeLessThan(0.94);
});
