import { type Calibrator, kindOf } from './calibrator.ts';
import { OWN_SHARE } from './fit.ts';
import { SHARED_TERMS, type Terms } from './terms.ts';

const { exp, max, min, PI, sqrt } = Math;

/** Φ⁻¹(0.95): ± this many deviations hold 90%. */
const Z90 = 1.6448536269514722;
/** Variance of the standard logistic distribution. */
const LOGISTIC = PI ** 2 / 3;

const sigmoid = (x: number): number => 1 / (1 + exp(-x));

/** E σ(x), x ~ N(mean, variance), to about 0.01 (MacKay 1992). */
const meanSigmoid = (mean: number, variance: number): number => sigmoid(mean / sqrt(1 + (PI / 8) * variance));

export interface Judgement {
  /** Probability that a person of the workspace finds it useful. */
  p_useful: number;
  /** Holds that probability in 90 of 100 cases. */
  interval: [low: number, high: number];
  needs_human: boolean;
  /** The expected rating, 1 to 5. */
  rating: number;
}

export const confidenceOf = (p: number): number => max(p, 1 - p);

/**
 * Judges the terms of a finding; the calibrator is unpacked once. With the log odds N(μ, s²), s² from the
 * coefficients, the review and the rater who will rate, p = E σ. A finding's own probability scatters around it by
 * what no term shows: {@link OWN_SHARE} of the logistic variance.
 */
export const judgeBy = (calibrator: Calibrator): ((terms: Terms) => Judgement) => {
  const { coefficients, variances, gaps, threshold } = calibrator;
  const index = new Map(coefficients.map(({ name }, at) => [name, at]));
  const others = coefficients.map((one) => new Map(one.others));
  const sharedCount = SHARED_TERMS.length;
  const covarianceOf = (one: number, other: number): number => {
    const [high, low] = one > other ? [one, other] : [other, one];
    if (high === low) return coefficients[high]?.variance ?? 0;
    return (low < sharedCount ? coefficients[high]?.covariance[low] : others[high]?.get(low)) ?? 0;
  };
  return (terms) => {
    let mean = 0;
    let doubt = 0;
    const shown: { at: number; value: number }[] = [];
    for (const [name, value] of Object.entries(terms)) {
      const at = index.get(name);
      // A term without a coefficient moves nothing, but it might.
      if (at === undefined) doubt += value ** 2 * variances[kindOf(name)];
      else if (value !== 0) shown.push({ at, value });
    }
    for (const [position, { at, value }] of shown.entries()) {
      mean += value * (coefficients[at]?.mean ?? 0);
      doubt += value ** 2 * covarianceOf(at, at);
      for (let before = 0; before < position; before += 1) {
        const other = shown[before];
        if (other) doubt += 2 * value * other.value * covarianceOf(at, other.at);
      }
    }
    const spread = max(0, doubt) + variances.review;
    const all = spread + variances.rater;
    const p = meanSigmoid(mean, all);
    const reach = Z90 * sqrt(spread + OWN_SHARE * LOGISTIC);
    const within = sqrt(1 - OWN_SHARE + (PI / 8) * variances.rater);
    const cuts = [-gaps[1] - gaps[0], -gaps[1], 0, gaps[2]];
    return {
      p_useful: p,
      interval: [min(p, sigmoid((mean - reach) / within)), max(p, sigmoid((mean + reach) / within))],
      needs_human: threshold === null || confidenceOf(p) < threshold,
      rating: cuts.reduce((sum, cut) => sum + meanSigmoid(mean - cut, all), 1),
    };
  };
};
