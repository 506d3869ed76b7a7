import { cholesky, inverseOf, type Matrix, solve, zeros } from './matrix.ts';

const { abs, exp, log, max, min } = Math;

/** Labels as rows of a sparse design matrix: row i has the columns from `starts[i]` to `starts[i + 1]`. */
export interface Design {
  starts: Int32Array;
  columns: Int32Array;
  values: Float64Array;
  /** From 1 to 5. */
  ratings: Uint8Array;
  /** The review's number of each row, from 0. */
  reviews: Int32Array;
  weights: Float64Array;
  reviewCount: number;
}

/**
 * `weight` coefficients of this variance were seen before; `null` keeps the variance as it is. `isAroundMean`: only
 * their differences count, as their mean and the level are one; a single one says nothing.
 */
export interface Variance {
  value: number;
  weight: number | null;
  isAroundMean?: boolean;
}

/** Distances between the cuts 1|2, 2|3, 3|4 and 4|5. The cut 3|4 is 0, so that a coefficient moves the log odds of "useful". */
export type Gaps = readonly [number, number, number];

export interface Problem {
  design: Design;
  /** Prior mean of each coefficient, and the index of its prior variance. */
  means: Float64Array;
  parts: Uint16Array;
  variances: readonly Variance[];
  /** Of the effects of reviews. */
  review: Variance;
  gaps: Gaps;
  /** A solution of nearly the same problem, to begin from; its covariance is kept. */
  start?: Pick<Solution, 'means' | 'gaps' | 'covariance'>;
}

export interface Solution {
  means: Float64Array;
  covariance: Matrix;
  variances: number[];
  review: number;
  gaps: Gaps;
}

const MAX_ROUNDS = 60;
/** In log odds. The solutions for folds begin near their ends. */
const CONVERGED = 5e-3;
const CONVERGED_FOLD = 2e-2;
/** The gaps' prior counts as much as so many labels. */
const GAP_WEIGHT = 4;
const LONGEST_STEP = 2;
/** The inverse that variances need costs as much as four steps. */
const EM_EVERY = 3;

const sigmoid = (x: number): number => 1 / (1 + exp(-x));

/** Sums of one pass over the labels. */
const newSums = (size: number, reviews: number) => ({
  fit: 0,
  gradient: new Float64Array(size),
  hessian: zeros(size),
  pull: new Float64Array(reviews),
  diagonal: new Float64Array(reviews),
  cross: Array.from({ length: reviews }, () => new Float64Array(size)),
  gapPull: new Float64Array(3),
  gapCurve: new Float64Array(3),
});
type Sums = ReturnType<typeof newSums>;

interface Point {
  means: Float64Array;
  effects: Float64Array;
  gaps: Gaps;
}

/**
 * The log likelihood of the cumulative logit model (McCullagh 1980), P(rating ≤ k) = σ(cut_k − η), with its gradient and
 * curvature: ∂/∂η = P(≤ k−1) + P(≤ k) − 1 for a rating k.
 */
const addLabels = (sums: Sums, design: Design, { means, effects, gaps }: Point): void => {
  const { starts, columns, values, ratings, reviews, weights } = design;
  const { gradient, hessian, pull, diagonal, cross, gapPull, gapCurve } = sums;
  const [first, second, third] = gaps;
  const cuts = [-second - first, -second, 0, third];
  for (let row = 0; row < ratings.length; row += 1) {
    const from = starts[row]!;
    const to = starts[row + 1]!;
    const review = reviews[row]!;
    let eta = effects[review]!;
    for (let k = from; k < to; k += 1) eta += values[k]! * means[columns[k]!]!;
    const rating = ratings[row]!;
    const weight = weights[row]!;
    const below = rating > 1 ? sigmoid(cuts[rating - 2]! - eta) : 0;
    const upTo = rating < 5 ? sigmoid(cuts[rating - 1]! - eta) : 1;
    const share = max(upTo - below, 1e-12);
    const lower = below * (1 - below);
    const upper = upTo * (1 - upTo);
    const slope = weight * (below + upTo - 1);
    const curve = weight * (lower + upper);
    sums.fit += weight * log(share);

    // The cuts move with the logarithms of the gaps: 1|2 with the first two, 2|3 with the second, 4|5 with the third.
    const up = upper / share;
    const down = lower / share;
    const steep = weight * (lower * down + upper * up);
    if (rating <= 2) {
      gapPull[0]! += weight * first * (rating === 1 ? -up : down);
      gapCurve[0]! += first * first * (steep + curve);
    }
    if (rating <= 3) {
      gapPull[1]! += weight * second * (rating === 1 ? -up : rating === 2 ? down - up : down);
      gapCurve[1]! += second * second * (steep + curve);
    } else {
      gapPull[2]! += weight * third * (rating === 4 ? up : -down);
      gapCurve[2]! += third * third * (steep + curve);
    }

    pull[review]! += slope;
    diagonal[review]! += curve;
    const line = cross[review]!;
    for (let k = from; k < to; k += 1) {
      const at = columns[k]!;
      const scaled = values[k]! * curve;
      gradient[at]! += values[k]! * slope;
      line[at]! += scaled;
      const target = hessian[at]!;
      for (let j = from; j <= k; j += 1) target[columns[j]!]! += scaled * values[j]!;
    }
  }
};

const emptied = (sums: Sums): Sums => {
  sums.fit = 0;
  for (const line of [...sums.hessian, ...sums.cross]) line.fill(0);
  for (const line of [sums.gradient, sums.pull, sums.diagonal, sums.gapPull, sums.gapCurve]) line.fill(0);
  return sums;
};

/** The columns that the labels of each review have, in order. */
const columnsByReview = ({ starts, columns, reviews, reviewCount }: Design): Int32Array[] => {
  const sets = Array.from({ length: reviewCount }, () => new Set<number>());
  for (const [row, review] of reviews.entries())
    for (let k = starts[row]!; k < starts[row + 1]!; k += 1) sets[review]?.add(columns[k]!);
  return sets.map((set) => Int32Array.from(set).sort());
};

/** Takes the effect of a review out of the equations of the others (Schur complement). */
const eliminate = (
  reduced: Matrix,
  right: Float64Array,
  { line, shown, diagonal, pull }: { line: Float64Array; shown: Int32Array; diagonal: number; pull: number },
): void => {
  for (let a = 0; a < shown.length; a += 1) {
    const i = shown[a]!;
    const factor = line[i]! / diagonal;
    right[i]! -= factor * pull;
    const target = reduced[i]!;
    for (let b = 0; b <= a; b += 1) target[shown[b]!]! -= factor * line[shown[b]!]!;
  }
};

/** xᵀ S x of the columns that x shows. */
const quadratic = (matrix: Matrix, line: Float64Array, shown: Int32Array): number => {
  let sum = 0;
  for (let a = 0; a < shown.length; a += 1) {
    const i = shown[a]!;
    const row = matrix[i]!;
    let part = (line[i]! * row[i]!) / 2;
    for (let b = 0; b < a; b += 1) part += row[shown[b]!]! * line[shown[b]!]!;
    sum += 2 * line[i]! * part;
  }
  return sum;
};

/**
 * The posterior mode of a cumulative logit model with random effects and its Gaussian approximation (Laplace), by
 * Newton's method. Prior variances are estimated on the way by the EM step τ² = (ν τ₀² + Σ (m² + s²)) / (ν + count)
 * (Stiratelli, Laird and Ware 1984), so that effects which the labels don't show shrink to nothing. Effects of reviews
 * are eliminated first: their block of the Hessian is diagonal.
 */
export const solveMixed = ({
  design,
  means: prior,
  parts,
  variances: given,
  review,
  gaps: usual,
  start,
}: Problem): Solution => {
  const size = prior.length;
  const { reviewCount } = design;
  const isEstimated = review.weight !== null || given.some(({ weight }) => weight !== null);
  const variances = given.map(({ value }) => value);
  let reviewVariance = review.value;
  let point: Point = {
    means: Float64Array.from(start?.means ?? prior),
    effects: new Float64Array(reviewCount),
    gaps: start?.gaps ?? usual,
  };
  let last: Point | undefined;
  let lastFit = 0;
  let covariance: Matrix = start?.covariance ?? [];
  let lower: Matrix = [];

  const penalty = ({ means, effects, gaps }: Point): number => {
    let sum = 0;
    for (let i = 0; i < size; i += 1) sum += (means[i]! - prior[i]!) ** 2 / variances[parts[i]!]!;
    for (const effect of effects) sum += effect ** 2 / reviewVariance;
    for (const [at, gap] of gaps.entries()) sum += GAP_WEIGHT * log(gap / usual[at]!) ** 2;
    return sum / 2;
  };

  const shown = columnsByReview(design);
  const sums = newSums(size, reviewCount);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    emptied(sums);
    addLabels(sums, design, point);
    if (last && sums.fit - penalty(point) < lastFit - penalty(last) - 1e-9) {
      const [a, b] = [point, last];
      const half = (x: Float64Array, y: Float64Array) => x.map((value, i) => (value + y[i]!) / 2);
      point = {
        means: half(a.means, b.means),
        effects: half(a.effects, b.effects),
        gaps: [0, 1, 2].map((i) => Math.sqrt(a.gaps[i]! * b.gaps[i]!)) as unknown as Gaps,
      };
      continue;
    }
    last = point;
    lastFit = sums.fit;

    const { gradient, hessian, pull, diagonal, cross, gapPull, gapCurve } = sums;
    const reduced = zeros(size);
    const right = new Float64Array(size);
    for (let i = 0; i < size; i += 1) {
      const precision = 1 / variances[parts[i]!]!;
      right[i] = gradient[i]! - (point.means[i]! - prior[i]!) * precision;
      for (let j = 0; j < i; j += 1) reduced[i]![j] = hessian[i]![j]! + hessian[j]![i]!;
      reduced[i]![i] = hessian[i]![i]! + precision;
    }
    for (let r = 0; r < reviewCount; r += 1) {
      pull[r]! -= point.effects[r]! / reviewVariance;
      diagonal[r]! += 1 / reviewVariance;
      eliminate(reduced, right, { line: cross[r]!, shown: shown[r]!, diagonal: diagonal[r]!, pull: pull[r]! });
    }
    lower = cholesky(reduced);
    const step = solve(lower, right);
    const longest = step.reduce((most, value) => max(most, abs(value)), 0);
    const length = min(1, LONGEST_STEP / longest);
    let moved = length * longest;
    const { means, effects, gaps } = point;
    point = {
      means: means.map((value, i) => value + length * step[i]!),
      effects: effects.map((value, r) => {
        let rest = pull[r]!;
        for (const i of shown[r]!) rest -= cross[r]![i]! * step[i]!;
        return value + (length * rest) / diagonal[r]!;
      }),
      gaps: gaps.map((gap, at) => {
        const slope = gapPull[at]! - GAP_WEIGHT * log(gap / usual[at]!);
        const by = max(-0.5, min(0.5, slope / (gapCurve[at]! + GAP_WEIGHT)));
        moved = max(moved, abs(by));
        return gap * exp(by);
      }) as unknown as Gaps,
    };
    if (!isEstimated && moved < (start ? CONVERGED_FOLD : CONVERGED)) break;
    const isLast = round === MAX_ROUNDS - 1;
    if (!isEstimated || (round % EM_EVERY !== EM_EVERY - 1 && !isLast)) continue;
    covariance = inverseOf(lower);

    const renewed = (part: number, { value, weight, isAroundMean }: Variance): number => {
      if (weight === null) return value;
      let sum = weight * value;
      let count = weight;
      const all: number[] = [];
      for (let i = 0; i < size; i += 1) {
        if (parts[i] !== part) continue;
        sum += (point.means[i]! - prior[i]!) ** 2 + covariance[i]![i]!;
        count += 1;
        all.push(i);
      }
      if (!isAroundMean || all.length === 0) return sum / count;
      let [total, doubt] = [0, 0];
      for (const i of all) {
        total += point.means[i]! - prior[i]!;
        for (const j of all) doubt += covariance[max(i, j)]![min(i, j)]!;
      }
      return (sum - (total ** 2 + doubt) / all.length) / (count - 1);
    };
    let changed = 0;
    for (const [part, variance] of given.entries()) {
      const next = renewed(part, variance);
      changed = max(changed, abs(log(next / variances[part]!)));
      variances[part] = next;
    }
    if (review.weight !== null) {
      let sum = review.weight * review.value;
      for (let r = 0; r < reviewCount; r += 1) {
        const doubt = 1 / diagonal[r]! + quadratic(covariance, cross[r]!, shown[r]!) / diagonal[r]! ** 2;
        sum += point.effects[r]! ** 2 + doubt;
      }
      const next = sum / (review.weight + reviewCount);
      changed = max(changed, abs(log(next / reviewVariance)));
      reviewVariance = next;
    }
    if (isLast || (moved < 0.02 && changed < 0.05)) break;
  }
  if (covariance.length === 0) covariance = inverseOf(lower);
  return { means: point.means, covariance, variances, review: reviewVariance, gaps: point.gaps };
};
