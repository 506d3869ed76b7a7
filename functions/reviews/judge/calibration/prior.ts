import { type Calibrator, type Judge, kindOf, MAX_COEFFICIENTS, RAW } from './calibrator.ts';
import { SHARED_TERMS } from './terms.ts';

/** A coefficient that fewer workspaces have stays with them. */
export const MIN_WORKSPACES = 3;

interface Entry {
  mean: number;
  variance: number;
  weight: number;
}

const sharedTerms = new Set<string>(SHARED_TERMS);

const summed = (name: string, entries: readonly Entry[]) => {
  const total = entries.reduce((sum, { weight }) => sum + weight, 0);
  const weighted = (of: (entry: Entry) => number) =>
    entries.reduce((sum, entry) => sum + entry.weight * of(entry), 0) / total;
  const mean = weighted((entry) => entry.mean);
  const variance = weighted((entry) => (entry.mean - mean) ** 2) + weighted((entry) => entry.variance);
  return { name, mean, variance: variance * (1 + 1 / entries.length), error: variance / entries.length };
};

/**
 * The prior for a workspace without labels, pooled from others' calibrators of one judge: coefficients only. A name
 * that is not in `shared` (the catalog's; a custom persona's own words) is left out, as is one that fewer than
 * three workspaces have.
 *
 * Mean: over workspaces, weighted by n / (n + 50). Variance: of the coefficients around it plus their mean posterior
 * variance, so that the prior is rather too wide (DerSimonian and Laird 1986 subtract it instead). The means of
 * deviations are shrunk together by 1 − 1/F, F = mean of m² / (variance / workspaces): where they differ from 0 no more
 * than chance would have it, none is passed on (empirical Bayes: Efron and Morris 1973).
 */
export const poolPrior = (
  calibrators: readonly Calibrator[],
  { id, at, judge, shared }: { id: string; at: number; judge: Judge; shared: (name: string) => boolean },
): Calibrator => {
  const fitted = calibrators.filter(
    ({ basis, judge: by }) => basis === 'workspace' && by?.model === judge.model && by.prompt === judge.prompt,
  );
  if (fitted.length < MIN_WORKSPACES) return RAW;
  const found = new Map<string, Entry[]>();
  for (const { coefficients, n } of fitted)
    for (const { name, mean, variance } of coefficients)
      found.set(name, [...(found.get(name) ?? []), { mean, variance, weight: n / (n + 50) }]);
  const all = [...found]
    .filter(([name, entries]) => entries.length >= MIN_WORKSPACES && (sharedTerms.has(name) || shared(name)))
    .map(([name, entries]) => summed(name, entries))
    .sort((a, b) => Number(sharedTerms.has(b.name)) - Number(sharedTerms.has(a.name)))
    .slice(0, MAX_COEFFICIENTS);
  const deviations = all.filter(({ name }) => !sharedTerms.has(name));
  const excess = deviations.reduce((sum, { mean, error }) => sum + mean ** 2 / error, 0) / deviations.length;
  const kept = excess > 1 ? 1 - 1 / excess : 0;
  const n = fitted.reduce((sum, calibrator) => sum + calibrator.n, 0);
  const mean = (of: (calibrator: Calibrator) => number) =>
    fitted.reduce((sum, calibrator) => sum + calibrator.n * of(calibrator), 0) / n;
  const gap = (at: 0 | 1 | 2) => Math.exp(mean(({ gaps }) => Math.log(gaps[at])));
  return {
    ...RAW,
    id,
    basis: 'prior',
    n,
    fitted_at: at,
    judge,
    coefficients: all.map(({ name, mean: value, variance }, at) => ({
      name,
      mean: sharedTerms.has(name) ? value : value * kept,
      covariance: SHARED_TERMS.slice(0, at).map(() => 0),
      variance: Math.min(variance, RAW.variances[kindOf(name)] * 2),
      others: [],
    })),
    gaps: [gap(0), gap(1), gap(2)],
  };
};
