import { type Calibrator, kindOf, type Label, MAX_COEFFICIENTS, type Variances } from './calibrator.ts';
import { type Design, type Gaps, type Solution, solveMixed, type Variance } from './mixed-model.ts';
import { SHARED_TERMS } from './terms.ts';

/** A finding's own usefulness, which no term shows, as a share of the variance that the terms leave. */
export const OWN_SHARE = 0.8;
/** A label of this age counts half. */
const HALF_LIFE = 365 * 24 * 3600 * 1000;
/** Of the categories, personas and dimensions with most labels: the others have too few to show one. */
const MAX_SLOPES = 48;
/** Raters beyond it share one effect. */
const MAX_RATERS = 64;

const KINDS = ['level', 'score', 'shared', 'category', 'persona', 'dimension', 'slope', 'rater'] as const;
/** So many coefficients (of reviews: effects) were seen before; the level's variance is given. */
const SEEN: Readonly<Record<keyof Variances, number | null>> = {
  level: null,
  score: 2,
  shared: 4,
  category: 3,
  persona: 3,
  dimension: 3,
  slope: 4,
  rater: 3,
  review: 4,
};

export interface Fitted {
  /** Terms, then raters. */
  names: readonly string[];
  index: ReadonlyMap<string, number>;
  solution: Solution;
  variances: Variances;
}

const countsOf = (values: Iterable<string>): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

const mostFrequent = (counts: ReadonlyMap<string, number>): string[] =>
  [...counts].sort(([a, most], [b, next]) => next - most || (a < b ? -1 : 1)).map(([name]) => name);

/** Shared terms first; effects before slopes, the frequent ones before rare ones. */
const namesOf = (labels: readonly Label[]): string[] => {
  const fixed = new Set<string>(SHARED_TERMS);
  const names = mostFrequent(countsOf(labels.flatMap(({ terms }) => Object.keys(terms))));
  const others = names.filter((name) => !fixed.has(name));
  const isSlope = (name: string) => kindOf(name) === 'slope';
  return [
    ...SHARED_TERMS,
    ...others.filter((name) => !isSlope(name)),
    ...others.filter(isSlope).slice(0, MAX_SLOPES),
  ].slice(0, MAX_COEFFICIENTS);
};

const designOf = (labels: readonly Label[], index: ReadonlyMap<string, number>): Design => {
  const columns: number[] = [];
  const values: number[] = [];
  const starts = [0];
  const reviews = new Map<string, number>();
  const raters = countsOf(labels.map(({ finding_id }) => finding_id));
  const newest = labels.reduce((last, { rated_at }) => Math.max(last, rated_at), 0);
  const put = (name: string, value: number) => {
    const at = index.get(name);
    if (at === undefined || value === 0) return;
    columns.push(at);
    values.push(value);
  };
  const numbers = labels.map(({ review_id, rater, terms }) => {
    for (const [name, value] of Object.entries(terms)) put(name, value);
    put(`rater:${rater}`, 1);
    starts.push(columns.length);
    const known = reviews.get(review_id) ?? reviews.size;
    reviews.set(review_id, known);
    return known;
  });
  return {
    starts: Int32Array.from(starts),
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
    ratings: Uint8Array.from(labels, ({ rating }) => rating),
    reviews: Int32Array.from(numbers),
    // Several ratings of one finding say less than as many findings (design effect: Kish 1965).
    weights: Float64Array.from(labels, ({ finding_id, rated_at }) => {
      const others = (raters.get(finding_id) ?? 1) - 1;
      return 0.5 ** ((newest - rated_at) / HALF_LIFE) / (1 + others * OWN_SHARE);
    }),
    reviewCount: reviews.size,
  };
};

/**
 * Regression of ratings on the terms of findings: a cumulative logit model with partial pooling (Gelman and Hill 2007,
 * ch. 14). Categories, personas, dimensions and their slopes are deviations whose variances come from the labels;
 * reviews and raters have effects of their own in the fit only. `like` takes its variances and begins there.
 */
export const fit = (labels: readonly Label[], prior: Calibrator, like?: Fitted): Fitted => {
  const raters = mostFrequent(countsOf(labels.map(({ rater }) => rater))).slice(0, MAX_RATERS);
  const names = like?.names ?? [...namesOf(labels), ...raters.map((rater) => `rater:${rater}`)];
  const index = like?.index ?? new Map(names.map((name, at) => [name, at]));
  const known = new Map(prior.coefficients.map((one) => [one.name, one]));
  const given = like?.variances ?? prior.variances;
  const variances: Variance[] = KINDS.map((kind) => ({
    value: given[kind],
    weight: like ? null : SEEN[kind],
    isAroundMean: kind === 'rater',
  }));
  const isPooled = prior.basis === 'prior';
  // A term that other workspaces taught has its own variance.
  const parts = names.map((name) => {
    const pooled = isPooled ? known.get(name) : undefined;
    return pooled
      ? variances.push({ value: pooled.variance, weight: null }) - 1
      : KINDS.indexOf(kindOf(name) as 'level');
  });
  const solution = solveMixed({
    design: designOf(labels, index),
    means: Float64Array.from(names, (name) => known.get(name)?.mean ?? 0),
    parts: Uint16Array.from(parts),
    variances,
    review: { value: given.review, weight: like ? null : SEEN.review },
    gaps: prior.gaps,
    ...(like && { start: like.solution }),
  });
  const found = Object.fromEntries(KINDS.map((kind, at) => [kind, solution.variances[at] ?? given[kind]]));
  return { names, index, solution, variances: { ...given, ...found, review: solution.review } };
};

/** To a ten-thousandth of the log odds, without negative zero. */
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4 + 0;

/** Without the raters and reviews: findings of new reviews are judged, for anyone of the workspace. */
export const packed = ({ names, index, solution, variances }: Fitted, labels: readonly Label[]) => {
  const { means, covariance } = solution;
  const kept = names.filter((name) => kindOf(name) !== 'rater');
  const together = kept.map(() => new Set<number>());
  for (const { terms } of labels) {
    const shown = Object.keys(terms).flatMap((name) => index.get(name) ?? []);
    for (const one of shown)
      for (const other of shown)
        if (other >= SHARED_TERMS.length && other < one && one < kept.length) together[one]?.add(other);
  }
  const between = (one: number, other: number) => rounded(covariance[one]?.[other] ?? 0);
  return {
    coefficients: kept.map((name, at) => ({
      name,
      mean: rounded(means[at] ?? 0),
      covariance: SHARED_TERMS.slice(0, at).map((_, other) => between(at, other)),
      variance: between(at, at),
      others: [...(together[at] ?? [])]
        .sort((a, b) => a - b)
        .map((other): [number, number] => [other, between(at, other)]),
    })),
    variances: Object.fromEntries(
      Object.entries(variances).map(([kind, value]) => [kind, Math.max(1e-4, rounded(value))]),
    ) as Variances,
    gaps: solution.gaps.map((gap) => Math.max(1e-4, rounded(gap))) as unknown as [...Gaps],
  };
};
