import { type Calibrator, firstVariance, unpacked } from './calibrator.ts';
import type { Features } from './features.ts';
import { dot, times } from './matrix.ts';

const { abs, exp, sqrt } = Math;

const COEFFICIENTS = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];

/** P(Z ≤ z) of the standard normal; error below 7.5e-8. Abramowitz and Stegun (1964), 26.2.17. */
export const normalCdf = (z: number): number => {
  const t = 1 / (1 + 0.2316419 * abs(z));
  const series = COEFFICIENTS.reduceRight((sum, coefficient) => (sum + coefficient) * t, 0);
  const tail = (exp((-z * z) / 2) / sqrt(2 * Math.PI)) * series;
  return z >= 0 ? 1 - tail : tail;
};

/** Φ⁻¹(0.95): ± this many deviations hold 90%. */
const Z90 = 1.6448536269514722;

/** Ratings above it round to 4 or 5. */
const USEFUL_FROM = 3.5;

export type Judgement = {
  score: number;
  /** Holds 90 of 100 ratings. */
  score_interval: [low: number, high: number];
  p_useful: number;
  /** Holds, in 90 of 100 cases, the probability that many labels would give. */
  interval: [low: number, high: number];
  needs_human: boolean;
  /** False if no rating of this workspace supports the numbers; show that next to them. */
  calibrated: boolean;
};

const onScale = (score: number): number => Math.min(5, Math.max(1, score));

export const confidenceOf = (p: number): number => Math.max(p, 1 - p);

/**
 * Judges features by a calibrator; the calibrator is unpacked once. With μ = xᵀm and s² = xᵀSx, a rating is
 * N(μ, s² + σ²), so that p = Φ((μ − 3.5) / √(s² + σ²)). Many labels would leave z = (μ − 3.5) / σ; what is not known of
 * μ and of σ gives it the variance s²/σ² + z²/(2ν) (delta method; ν labels behind σ), and p the interval Φ(z ± 1.645 √…).
 */
export const judgeBy = (calibrator: Calibrator): ((features: Features) => Judgement) => {
  const spread = unpacked(calibrator);
  const { names, means, noise, noise_weight, threshold } = calibrator;
  const known = new Set(names);
  /** A feature without a coefficient moves nothing, but it might. */
  const unknown = (features: Features): number =>
    Object.entries(features).reduce(
      (sum, [name, value]) => sum + (known.has(name) ? 0 : value ** 2 * firstVariance(name)),
      0,
    );
  return (features) => {
    const row = names.map((name) => features[name] ?? 0);
    const expected = dot(row, means);
    const doubt = Math.max(0, dot(row, times(spread, row))) + unknown(features);
    const deviation = Math.sqrt(doubt + noise);
    const p = normalCdf((expected - USEFUL_FROM) / deviation);
    const settled = (expected - USEFUL_FROM) / Math.sqrt(noise);
    const reach = Z90 * Math.sqrt(doubt / noise + settled ** 2 / (2 * noise_weight));
    return {
      score: onScale(expected),
      score_interval: [onScale(expected - Z90 * deviation), onScale(expected + Z90 * deviation)],
      p_useful: p,
      interval: [normalCdf(settled - reach), normalCdf(settled + reach)],
      needs_human: threshold === null || confidenceOf(p) < threshold,
      calibrated: calibrator.basis === 'workspace',
    };
  };
};
