import { expect, test } from '@jest/globals';
import { chanceFrom } from '../../../functions/reviews/judge/calibration/chance.ts';
import { isAssured, trustedFrom, type Verdict } from '../../../functions/reviews/judge/calibration/threshold.ts';

const PROMISE = { alpha: 0.2, delta: 0.1 };

/** Each of another review and rater. */
const apart = (verdicts: readonly Pick<Verdict, 'confidence' | 'agrees'>[]): Verdict[] =>
  verdicts.map((one, at) => ({ ...one, review: String(at), rater: String(at) }));

/** Agreement is as likely as the verdict is confident. */
const verdicts = (count: number, seed: number): Verdict[] => {
  const chance = chanceFrom(seed);
  const drawn = Array.from({ length: count }, () => {
    const confidence = 0.5 + chance() / 2;
    return { confidence, agrees: chance() < confidence };
  });
  return apart(drawn);
};

test('eleven verdicts without a disagreement are the least that assure 80 % at δ = 0.1', () => {
  expect(isAssured(0, 10, PROMISE)).toBe(false);
  expect(isAssured(0, 11, PROMISE)).toBe(true);
  expect(isAssured(1, 17, PROMISE)).toBe(false);
  expect(isAssured(1, 18, PROMISE)).toBe(true);
  // Φ((1940 − 2000) / 40) is 0.067 and Φ((1960 − 2000) / 40) is 0.16.
  expect(isAssured(1940, 10_000, PROMISE)).toBe(true);
  expect(isAssured(1960, 10_000, PROMISE)).toBe(false);
});

test('with too few labels nothing is trusted', () => {
  const agreeing = (count: number) => apart(Array.from({ length: count }, () => ({ confidence: 0.9, agrees: true })));
  expect(trustedFrom([])).toBeNull();
  expect(trustedFrom(agreeing(10), PROMISE)).toBeNull();
  expect(trustedFrom(agreeing(11), PROMISE)).toBe(0.9);
  expect(trustedFrom(agreeing(13))).toBeNull();
  expect(trustedFrom(agreeing(14))).toBe(0.9);
});

test('verdicts of equal confidence are trusted together or not at all', () => {
  const tied = apart(Array.from({ length: 40 }, (_, index) => ({ confidence: 0.8, agrees: index < 20 })));
  expect(trustedFrom(tied)).toBeNull();
});

test('testing stops at the first threshold that fails, however well later ones would do', () => {
  // 40 of the surest third disagree, and a tenth of all.
  const verdictsOf = (errors: number) =>
    apart(Array.from({ length: 420 }, (_, at) => ({ confidence: 0.99 - at / 1000, agrees: at >= errors })));
  expect(trustedFrom(verdictsOf(40))).toBeNull();
  expect(trustedFrom(verdictsOf(15))).toBeCloseTo(0.99 - 0.419, 10);
});

test('of 400 calibrations no more than δ break the promise', () => {
  let broken = 0;
  for (let seed = 1; seed <= 400; seed += 1) {
    const from = trustedFrom(verdicts(200, seed));
    // Above a threshold t the mean confidence is (1 + t) / 2, so that disagreement is (1 − t) / 2.
    if (from !== null && (1 - from) / 2 > PROMISE.alpha) broken += 1;
  }
  expect(broken / 400).toBeLessThanOrEqual(PROMISE.delta);
});

test('verdicts of one review or rater count as fewer, though all agree', () => {
  const agreeing = apart(Array.from({ length: 40 }, () => ({ confidence: 0.9, agrees: true })));
  expect(trustedFrom(agreeing)).toBe(0.9);
  for (const by of ['review', 'rater'])
    expect(trustedFrom(agreeing.map((one) => ({ ...one, [by]: 'one' })))).toBeNull();
});

test('disagreements that come together, in one review or from one rater, count as fewer verdicts', () => {
  const drawn = Array.from({ length: 200 }, (_, at) => ({ confidence: 0.9, agrees: at % 20 >= 2 }));
  const grouped = (by: 'review' | 'rater', groupOf: (at: number) => number) =>
    apart(drawn).map((one, at) => ({ ...one, [by]: `group ${groupOf(at)}` }));
  for (const by of ['review', 'rater'] as const) {
    expect(trustedFrom(grouped(by, (at) => Math.floor(at / 20)))).toBe(0.9);
    expect(trustedFrom(grouped(by, (at) => at % 20))).toBeNull();
  }
});
