import { type Calibrator, firstVariance, type Label, MOST_NAMES, packed, unpacked } from './calibrator.ts';
import { dot, inverse, times } from './matrix.ts';

/** A feature with fewer labels gets no coefficient. */
const LEAST_SEEN = 15;
const ROUNDS = 8;

type Fitted = Pick<Calibrator, 'names' | 'means' | 'covariance' | 'noise' | 'noise_weight' | 'n'>;

const namesOf = (labels: readonly Label[], prior: Calibrator): string[] => {
  const seen = new Map<string, number>();
  for (const { features } of labels)
    for (const name of Object.keys(features)) seen.set(name, (seen.get(name) ?? 0) + 1);
  const known = new Set(prior.names);
  const fresh = [...seen].filter(([name, count]) => count >= LEAST_SEEN && !known.has(name));
  fresh.sort(([a, most], [b, next]) => next - most || (a < b ? -1 : 1));
  return [...prior.names, ...fresh.map(([name]) => name)].slice(0, MOST_NAMES);
};

const priorPrecision = (names: readonly string[], prior: Calibrator): number[][] => {
  const known = inverse(unpacked(prior));
  return names.map((name, row) =>
    names.map((_, column) => known[row]?.[column] ?? (row === column ? 1 / firstVariance(name) : 0)),
  );
};

/**
 * Ridge regression of ratings on features, shrunk towards a prior instead of towards zero: the posterior of Bayesian
 * linear regression (Bishop 2006, eq. 3.50 and 3.51),
 *
 *   S = (S₀⁻¹ + XᵀX / σ²)⁻¹,  m = S (S₀⁻¹ m₀ + Xᵀy / σ²),
 *
 * with the noise found beside it, by rounds of σ² = (ν₀ σ₀² + Σ (yᵢ − xᵢᵀm)² + xᵢᵀ S xᵢ) / (ν₀ + n) (MacKay 1992; the
 * trace term keeps few labels from looking exact). Categories and personas are deviations with small prior variances in
 * the same fit: shrinkage global → category and persona → workspace (Gelman and Hill 2007, ch. 12).
 */
export const fit = (labels: readonly Label[], prior: Calibrator): Fitted => {
  const names = namesOf(labels, prior);
  const before = priorPrecision(names, prior);
  const first = names.map((_, index) => prior.means[index] ?? 0);
  const pull = times(before, first);
  const gram = names.map(() => new Array<number>(names.length).fill(0));
  const sums = new Array<number>(names.length).fill(0);
  let squares = 0;
  for (const { features, rating } of labels) {
    // A label shows few of all names, so that most products are 0.
    const shown = names.flatMap((name, at) => (features[name] ? [{ at, value: features[name] }] : []));
    for (const { at, value } of shown) {
      sums[at] = (sums[at] ?? 0) + value * rating;
      const line = gram[at] ?? [];
      for (const other of shown) line[other.at] = (line[other.at] ?? 0) + value * other.value;
    }
    squares += rating * rating;
  }
  let noise = prior.noise;
  let spread: number[][] = [];
  let means = first;
  for (let round = 0; round < ROUNDS; round += 1) {
    const held = noise;
    spread = inverse(before.map((line, i) => line.map((value, j) => value + (gram[i]?.[j] ?? 0) / held)));
    means = times(
      spread,
      pull.map((value, i) => value + (sums[i] ?? 0) / held),
    );
    // Σ (yᵢ − xᵢᵀm)² = yᵀy − 2 mᵀXᵀy + mᵀXᵀX m, and Σ xᵢᵀ S xᵢ = tr(S XᵀX): no label is looked at twice.
    const missed = squares - 2 * dot(means, sums) + dot(means, times(gram, means));
    const trace = gram.reduce((sum, line, i) => sum + dot(line, spread[i] ?? []), 0);
    const lost = Math.max(0, missed) + trace;
    noise = (prior.noise_weight * prior.noise + lost) / (prior.noise_weight + labels.length);
  }
  return {
    n: labels.length,
    names,
    means,
    covariance: packed(spread),
    noise,
    noise_weight: prior.noise_weight + labels.length,
  };
};
