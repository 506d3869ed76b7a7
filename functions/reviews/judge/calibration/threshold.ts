const { exp, log } = Math;

/** At most 20% of trusted verdicts are contradicted by a person, in 9 of 10 calibrations. */
export const MOST_DISAGREEMENT = 0.2;
export const FAILURE_SHARE = 0.1;

/** P(Binomial(n, p) ≤ k). */
const binomialCdf = (k: number, n: number, p: number): number => {
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

export type Verdict = { confidence: number; agrees: boolean };

/**
 * The least confidence that may be trusted, by Trust or Escalate (arXiv 2407.18370, section 2.1): thresholds are tested
 * in a fixed sequence, strictest first, and testing stops at the first whose upper bound on disagreement exceeds α;
 * then P(disagreement ≤ α) ≥ 1 − δ without a correction for the number of tests. The sequence depends on confidences
 * only, never on whether people agreed: it begins at the surest third, but at no fewer verdicts than could pass
 * without a single disagreement. Null: nothing may be trusted.
 */
export const trustedFrom = (
  verdicts: readonly Verdict[],
  { alpha = MOST_DISAGREEMENT, delta = FAILURE_SHARE }: { alpha?: number; delta?: number } = {},
): number | null => {
  const sorted = verdicts.toSorted((a, b) => b.confidence - a.confidence);
  const first = Math.max(Math.ceil(Math.log(delta) / Math.log1p(-alpha)), Math.ceil(sorted.length / 3));
  let errors = 0;
  let trusted: number | null = null;
  for (const [index, { confidence, agrees }] of sorted.entries()) {
    if (!agrees) errors += 1;
    const count = index + 1;
    const isTied = sorted[count]?.confidence === confidence;
    if (count < first || isTied) continue;
    if (!isAssured(errors, count, { alpha, delta })) return trusted;
    trusted = confidence;
  }
  return trusted;
};
