import type { Label } from './calibrator.ts';
import type { Fitted } from './fit.ts';
import type { Checked } from './folds.ts';
import { cholesky, solve, zeros } from './matrix.ts';
import { lossesOf } from './skill.ts';

/** Terms that a change of taste moves. */
const WATCHED = ['level', 'score', 'extreme', 'strength', 'severity'] as const;
const TRIM = 0.05;
const MIN_REVIEWS = 20;
/** Exceeded in 5 of 100 cases without a change: 12,000 Brownian bridges of five dimensions, trimmed by 5%. */
const CRITICAL = 19.1;

interface Reviewed<Of> {
  all: Of[];
  at: number;
}

const byTime = <Of>(all: readonly Of[], labelOf: (one: Of) => Label): Reviewed<Of>[] =>
  [...Map.groupBy(all, (one) => labelOf(one).review_id).values()]
    .map((group) => ({ all: group, at: Math.min(...group.map((one) => labelOf(one).rated_at)) }))
    .sort((a, b) => a.at - b.at);

/** In nats: e⁶ to one that the base rate is right about the newest reviews, and not the fit. */
const MAX_REGRET = 6;
const MIN_NEWEST = 3;

/**
 * When the fit began to lose to the base rate, if it does: the newest reviews with the largest sum of log losses above
 * the base rate's. It notices a change sooner than {@link changeOf}, which has to know it from the labels before.
 */
export const lossesSince = (checked: readonly Checked[]): number | undefined => {
  const reviews = byTime(checked, ({ label }) => label);
  let regret = 0;
  let best = { regret: MAX_REGRET, at: undefined as number | undefined };
  for (const [position, { all, at }] of reviews.toReversed().entries()) {
    const { model, base } = lossesOf(all);
    regret += model - base;
    if (position + 1 >= MIN_NEWEST && position + 1 < reviews.length && regret > best.regret) best = { regret, at };
  }
  return best.at;
};

/**
 * When the people's taste changed, if it did: the supremum of the Lagrange multiplier statistic of a break at each
 * review (Andrews 1993), from the scores of the likelihood summed by review, so that a review's own mood doesn't look
 * like a change. Returns the time of the first label after it.
 */
export const changeOf = (labels: readonly Label[], { names, index, solution }: Fitted): number | undefined => {
  const reviews = byTime(labels, (label) => label);
  if (reviews.length < MIN_REVIEWS) return undefined;
  const { means, gaps } = solution;
  const cuts = [-gaps[1] - gaps[0], -gaps[1], 0, gaps[2]];
  const cdf = (cut: number | undefined, eta: number) => 1 / (1 + Math.exp(eta - (cut ?? 0)));
  const slopeOf = ({ terms, rater, rating }: Label): number => {
    let eta = means[index.get(`rater:${rater}`) ?? names.length] ?? 0;
    for (const [name, value] of Object.entries(terms)) eta += value * (means[index.get(name) ?? names.length] ?? 0);
    return (rating > 1 ? cdf(cuts[rating - 2], eta) : 0) + (rating < 5 ? cdf(cuts[rating - 1], eta) : 1) - 1;
  };
  const scores = reviews.map(({ all }) => {
    const sum = new Float64Array(WATCHED.length);
    for (const label of all) {
      const slope = slopeOf(label);
      for (const [k, name] of WATCHED.entries()) sum[k] = (sum[k] ?? 0) + slope * (label.terms[name] ?? 0);
    }
    return sum;
  });
  const size = WATCHED.length;
  const mean = Float64Array.from(
    WATCHED,
    (_, k) => scores.reduce((sum, one) => sum + (one[k] ?? 0), 0) / scores.length,
  );
  const spread = zeros(size);
  for (const one of scores)
    for (let i = 0; i < size; i += 1)
      for (let j = 0; j <= i; j += 1) spread[i]![j]! += (one[i]! - mean[i]!) * (one[j]! - mean[j]!);
  for (let i = 0; i < size; i += 1) spread[i]![i]! += 1e-6 + 1e-3 * spread[i]![i]!;
  const lower = cholesky(spread);
  const passed = new Float64Array(size);
  let best = { value: CRITICAL, at: undefined as number | undefined };
  for (const [position, one] of scores.entries()) {
    for (let k = 0; k < size; k += 1) passed[k]! += one[k]! - mean[k]!;
    const share = (position + 1) / scores.length;
    if (share < TRIM || share > 1 - TRIM) continue;
    const solved = solve(lower, passed);
    const value = passed.reduce((sum, each, k) => sum + each * solved[k]!, 0) / (share * (1 - share));
    if (value > best.value) best = { value, at: reviews[position + 1]?.at };
  }
  return best.at;
};
