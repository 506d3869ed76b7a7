const { exp, log } = Math;

/** At most 20% of trusted verdicts are contradicted by a person, in 19 of 20 calibrations. */
export const MAX_DISAGREEMENT = 0.2;
export const FAILURE_SHARE = 0.05;

/** P(Binomial(n, p) ≤ k). */
export const binomialCdf = (k: number, n: number, p: number): number => {
  if (p <= 0) return 1;
  if (p >= 1) return k >= n ? 1 : 0;
  const odds = log(p / (1 - p));
  // In logarithms: the first terms of thousands of verdicts are too small for a number.
  let term = n * log(1 - p);
  let sum = exp(term);
  for (let i = 1; i <= k; i += 1) {
    term += log((n - i + 1) / i) + odds;
    sum += exp(term);
  }
  return Math.min(1, sum);
};

/**
 * Whether k disagreements in n show, at level δ, that no more than α disagree: the exact upper bound
 * sup {r: P(Binomial(n, r) ≤ k) ≥ δ} (Clopper and Pearson 1934) lies at or below α just where P(Binomial(n, α) ≤ k) ≤ δ.
 */
export const isAssured = (k: number, n: number, { alpha, delta }: { alpha: number; delta: number }): boolean =>
  binomialCdf(k, n, alpha) <= delta;

export interface Verdict {
  confidence: number;
  agrees: boolean;
  review: string;
  rater: string;
}

/** Disagreements of one review or rater are at least so much alike (intraclass correlation). */
const MIN_ALIKE = 0.05;

/** Sums by group that give the variance of clustered disagreements, one verdict after the other. */
const clustersOf = () => {
  const groups = new Map<string, { count: number; errors: number }>();
  let squares = 0;
  let errorSquares = 0;
  let products = 0;
  return {
    add: (name: string, isError: boolean) => {
      const group = groups.get(name) ?? { count: 0, errors: 0 };
      groups.set(name, group);
      squares -= group.count ** 2;
      errorSquares -= group.errors ** 2;
      products -= group.count * group.errors;
      group.count += 1;
      if (isError) group.errors += 1;
      squares += group.count ** 2;
      errorSquares += group.errors ** 2;
      products += group.count * group.errors;
    },
    /** How many verdicts count as one (design effect: Kish 1965). */
    effect: (errors: number, count: number): number => {
      const rate = errors / count;
      const binomial = count * rate * (1 - rate);
      const seen = binomial > 0 ? (errorSquares - 2 * rate * products + rate ** 2 * squares) / binomial : 1;
      return Math.max(seen, 1 + (squares / count - 1) * MIN_ALIKE);
    },
  };
};

/**
 * The least confidence that may be trusted, by Trust or Escalate (arXiv 2407.18370, section 2.1): thresholds are tested
 * in a fixed sequence, strictest first, and testing stops at the first whose upper bound on disagreement exceeds α;
 * then P(disagreement ≤ α) ≥ 1 − δ without a correction for the number of tests. The sequence depends on confidences
 * only, never on whether people agreed: it begins at the surest third, but at no fewer verdicts than could pass
 * without a single disagreement. Verdicts of one review, or of one rater, are not independent: they count as fewer.
 * Null: nothing may be trusted.
 */
export const trustedFrom = (
  verdicts: readonly Verdict[],
  { alpha = MAX_DISAGREEMENT, delta = FAILURE_SHARE }: { alpha?: number; delta?: number } = {},
): number | null => {
  const sorted = verdicts.toSorted((a, b) => b.confidence - a.confidence);
  const first = Math.max(Math.ceil(Math.log(delta) / Math.log1p(-alpha)), Math.ceil(sorted.length / 3));
  const reviews = clustersOf();
  const raters = clustersOf();
  let errors = 0;
  let trusted: number | null = null;
  for (const [index, { confidence, agrees, review, rater }] of sorted.entries()) {
    if (!agrees) errors += 1;
    reviews.add(review, !agrees);
    raters.add(rater, !agrees);
    const count = index + 1;
    const isTied = sorted[count]?.confidence === confidence;
    if (count < first || isTied) continue;
    const effect = Math.max(reviews.effect(errors, count), raters.effect(errors, count));
    if (!isAssured(Math.ceil(errors / effect), Math.floor(count / effect), { alpha, delta })) return trusted;
    trusted = confidence;
  }
  return trusted;
};
