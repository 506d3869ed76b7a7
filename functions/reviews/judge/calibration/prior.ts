import { type Calibrator, firstVariance, type Judge, MOST_NAMES, packed, RAW, unpacked } from './calibrator.ts';

/** A coefficient that fewer workspaces have stays with them. */
export const LEAST_WORKSPACES = 3;

type Entry = { mean: number; variance: number; weight: number };

const isBasic = (name: string): boolean => RAW.names.includes(name);

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
  if (fitted.length < LEAST_WORKSPACES) return RAW;
  const found = new Map<string, Entry[]>();
  for (const calibrator of fitted) {
    const spread = unpacked(calibrator);
    for (const [index, name] of calibrator.names.entries()) {
      const entry = {
        mean: calibrator.means[index] ?? 0,
        variance: spread[index]?.[index] ?? firstVariance(name),
        weight: calibrator.n / (calibrator.n + 50),
      };
      found.set(name, [...(found.get(name) ?? []), entry]);
    }
  }
  const all = [...found]
    .filter(([name, entries]) => entries.length >= LEAST_WORKSPACES && (isBasic(name) || shared(name)))
    .slice(0, MOST_NAMES)
    .map(([name, entries]) => summed(name, entries));
  const deviations = all.filter(({ name }) => !isBasic(name));
  const excess = deviations.reduce((sum, { mean, error }) => sum + mean ** 2 / error, 0) / deviations.length;
  const kept = excess > 1 ? 1 - 1 / excess : 0;
  const pooled = all.map((one) => (isBasic(one.name) ? one : { ...one, mean: one.mean * kept }));
  const n = fitted.reduce((sum, calibrator) => sum + calibrator.n, 0);
  return {
    version: 1,
    id,
    basis: 'prior',
    n,
    fitted_at: at,
    judge,
    names: pooled.map(({ name }) => name),
    means: pooled.map(({ mean }) => mean),
    covariance: packed(pooled.map(({ variance }, row) => pooled.map((_, column) => (row === column ? variance : 0)))),
    noise: fitted.reduce((sum, calibrator) => sum + calibrator.n * calibrator.noise, 0) / n,
    noise_weight: 30,
    threshold: null,
  };
};
