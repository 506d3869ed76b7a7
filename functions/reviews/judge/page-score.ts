import * as z from 'zod';

export const Basis = z.enum(['panel', 'people']);

/** With fewer, the choice between the scales costs more than it gains: docs/decisions/0180. */
export const LEAST_RATINGS = 8;
export const LEAST_REVIEWS = 6;

/** Panels' scores are around it, so that level and slope are nearly independent in a fit. */
const CENTER = 3.8;

/** Of the same page: two people who answer alike may share what the panel missed. */
const CORRELATION = 0.5;

/** Before any rating: the panel's own scale, and by how much people may depart from it. */
const LEVEL = { mean: CENTER, variance: 1 };
const SLOPE = { mean: 1, variance: 0.25 };
const NOISE = { variance: 1, weight: 4 };
const ROUNDS = 8;

/** ± this many deviations hold 90%. */
const Z90 = 1.6448536269514722;

/** Translates a panel's score into the rating to expect of people: level + slope × (raw − 3.8). */
export const PageScale = z.object({
  basis: Basis,
  ratings: z.int(),
  reviews: z.int(),
  level: z.number(),
  slope: z.number(),
  /** Of level, of both, and of slope. */
  covariance: z.tuple([z.number(), z.number(), z.number()]),
  /** Variance of a rating around its expectation. */
  noise: z.number(),
});
export type PageScale = z.infer<typeof PageScale>;

/** One person's answer to "How good is this page?" and what the panel gave. */
export interface PageLabel {
  review_id: string;
  raw: number;
  rating: number;
}

/** Weighted sums over ratings y and distances d = raw − 3.8. */
interface Sums {
  n: number;
  d: number;
  dd: number;
  y: number;
  dy: number;
  yy: number;
}

const NOTHING: Sums = { n: 0, d: 0, dd: 0, y: 0, dy: 0, yy: 0 };

const plus = (one: Sums, other: Sums, sign = 1): Sums => ({
  n: one.n + sign * other.n,
  d: one.d + sign * other.d,
  dd: one.dd + sign * other.dd,
  y: one.y + sign * other.y,
  dy: one.dy + sign * other.dy,
  yy: one.yy + sign * other.yy,
});

/** Each of a review's m ratings weighs 1 / (1 + (m − 1) ρ), the inverse of Kish's design effect (1965). */
const weightOf = (count: number): number => 1 / (1 + (count - 1) * CORRELATION);

const sumsOf = (labels: readonly PageLabel[]): Sums =>
  labels.reduce((sums, { raw, rating: y }) => {
    const n = weightOf(labels.length);
    const d = raw - CENTER;
    return plus(sums, { n, d: n * d, dd: n * d * d, y: n * y, dy: n * d * y, yy: n * y * y });
  }, NOTHING);

type Fit = Pick<PageScale, 'level' | 'slope' | 'covariance' | 'noise'>;

/**
 * Bayesian linear regression with a prior on the panel's own scale (Bishop 2006, eq. 3.50 and 3.51):
 * S = (S₀⁻¹ + XᵀX / σ²)⁻¹, m = S (S₀⁻¹ m₀ + Xᵀy / σ²), and σ² by rounds of
 * (ν₀ σ₀² + Σ (yᵢ − xᵢᵀm)² + xᵢᵀ S xᵢ) / (ν₀ + n) (MacKay 1992).
 */
const fit = ({ n, d, dd, y, dy, yy }: Sums): Fit => {
  let noise = NOISE.variance;
  let fitted: Fit = { level: LEVEL.mean, slope: SLOPE.mean, covariance: [LEVEL.variance, 0, SLOPE.variance], noise };
  for (let round = 0; round < ROUNDS; round += 1) {
    const a = 1 / LEVEL.variance + n / noise;
    const b = d / noise;
    const c = 1 / SLOPE.variance + dd / noise;
    const determinant = a * c - b * b;
    const [aa, ab, bb] = [c / determinant, -b / determinant, a / determinant] as const;
    const first = LEVEL.mean / LEVEL.variance + y / noise;
    const second = SLOPE.mean / SLOPE.variance + dy / noise;
    const level = aa * first + ab * second;
    const slope = ab * first + bb * second;
    const missed = yy - 2 * (level * y + slope * dy) + level * level * n + 2 * level * slope * d + slope * slope * dd;
    const trace = aa * n + 2 * ab * d + bb * dd;
    noise = (NOISE.weight * NOISE.variance + Math.max(0, missed) + trace) / (NOISE.weight + n);
    fitted = { level, slope, covariance: [aa, ab, bb], noise };
  }
  return fitted;
};

const onScale = (score: number): number => Math.min(5, Math.max(1, score));

const expected = ({ level, slope }: Fit, raw: number): number => level + slope * (raw - CENTER);

/** Weighted squared error of what `predict` says about a review's ratings. */
const lossOf = (labels: readonly PageLabel[], predict: (raw: number) => number): number =>
  labels.reduce((sum, { raw, rating }) => sum + weightOf(labels.length) * (rating - predict(raw)) ** 2, 0);

/**
 * The scale of all page ratings of one workspace and judge. It counts (`people`) only if it predicts the ratings of
 * each review, fitted without that review, better than the panel's own scores do.
 */
export const fitScale = (labels: readonly PageLabel[]): PageScale => {
  const reviews = [...Map.groupBy(labels, ({ review_id }) => review_id).values()];
  const parts = reviews.map((own) => ({ own, sums: sumsOf(own) }));
  const all = parts.reduce((sums, part) => plus(sums, part.sums), NOTHING);
  const gain = parts.reduce((sum, { own, sums }) => {
    const others = fit(plus(all, sums, -1));
    return sum + lossOf(own, (raw) => raw) - lossOf(own, (raw) => onScale(expected(others, raw)));
  }, 0);
  const isBetter = labels.length >= LEAST_RATINGS && reviews.length >= LEAST_REVIEWS && gain > 0;
  return { basis: isBetter ? 'people' : 'panel', ratings: labels.length, reviews: reviews.length, ...fit(all) };
};

export interface PageScore {
  value: number;
  /** Holds 90 of 100 page ratings; null on the panel's scale. */
  interval: [low: number, high: number] | null;
  raw: number;
  basis: z.infer<typeof Basis>;
  /** Page ratings of this workspace and judge so far. */
  ratings: number;
}

export const pageScore = (raw: number, scale: PageScale | undefined): PageScore => {
  const ratings = scale?.ratings ?? 0;
  if (scale?.basis !== 'people') return { value: raw, interval: null, raw, basis: 'panel', ratings };
  const value = expected(scale, raw);
  const d = raw - CENTER;
  const [aa, ab, bb] = scale.covariance;
  const reach = Z90 * Math.sqrt(aa + 2 * d * ab + d * d * bb + scale.noise);
  return {
    value: onScale(value),
    interval: [onScale(value - reach), onScale(value + reach)],
    raw,
    basis: 'people',
    ratings,
  };
};
