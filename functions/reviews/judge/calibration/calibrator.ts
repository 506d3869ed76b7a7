import * as z from 'zod';
import { SHARED_TERMS, type Terms } from './terms.ts';

/** Keeps a calibrator's JSON within about 110 KB. */
export const MAX_COEFFICIENTS = 512;

/** Another model or another prompt is another judge. */
export const Judge = z.object({ model: z.string(), prompt: z.string() });
export type Judge = z.infer<typeof Judge>;

/** So is one that sees examples. */
export const withExamples = ({ model, prompt }: Judge, hash: string | null): Judge => {
  const [bare = ''] = prompt.split('+');
  return { model, prompt: hash === null ? bare : `${bare}+${hash}` };
};

const Estimated = z.object({ value: z.number(), interval: z.tuple([z.number(), z.number()]) });

/**
 * `covariance` is that with the shared terms, in their order (of a shared term: up to itself); `others` has those with
 * other coefficients that one finding can show together, by position.
 */
const Coefficient = z.object({
  name: z.string(),
  mean: z.number(),
  covariance: z.array(z.number()),
  variance: z.number(),
  others: z.array(z.tuple([z.int(), z.number()])),
});

/** Prior variances of the coefficients, by kind, on the scale of log odds. */
export const Variances = z.record(
  z.enum(['level', 'score', 'shared', 'category', 'persona', 'dimension', 'slope', 'rater', 'review']),
  z.number().positive(),
);
export type Variances = z.infer<typeof Variances>;

/**
 * A fitted calibrator as plain JSON. It holds numbers and the names of terms, never a text of a review.
 *
 * `basis`: `raw` knows no label, `prior` those of other workspaces, `workspace` its own. `n` labels are in use: those
 * since `since`, if tastes have changed. `threshold` is the least confidence that is trusted; null trusts nothing.
 * `skill` is 1 − log loss / log loss of the base rate on held-out reviews, with its 90% interval.
 */
export const Calibrator = z.object({
  version: z.literal(2),
  id: z.string(),
  basis: z.enum(['raw', 'prior', 'workspace']),
  n: z.int().min(0),
  since: z.int().nullable(),
  fitted_at: z.int().min(0),
  judge: Judge.nullable(),
  coefficients: z.array(Coefficient).max(MAX_COEFFICIENTS),
  variances: Variances,
  gaps: z.tuple([z.number().positive(), z.number().positive(), z.number().positive()]),
  threshold: z.number().min(0.5).max(1).nullable(),
  skill: Estimated.nullable(),
});
export type Calibrator = z.infer<typeof Calibrator>;

export interface Label {
  review_id: string;
  finding_id: string;
  /** Hashed. */
  rater: string;
  terms: Terms;
  /** From 1 to 5. */
  rating: number;
  rated_at: number;
  judge: Judge;
}

export const isUseful = (rating: number): boolean => rating >= 4;

const shared = new Set<string>(SHARED_TERMS);

export const kindOf = (name: string): keyof Variances => {
  if (name === 'level' || name === 'score') return name;
  if (shared.has(name)) return 'shared';
  const [kind] = name.split(':');
  return kind === 'category' || kind === 'persona' || kind === 'dimension' || kind === 'rater' ? kind : 'slope';
};

/** Chosen by held-out log loss in the eval's worlds, where halving or doubling any of them changes it by less than 1%. */
const VARIANCES: Variances = {
  level: 1.5,
  score: 2,
  shared: 0.15,
  category: 0.15,
  persona: 0.15,
  dimension: 0.15,
  slope: 0.1,
  rater: 0.3,
  review: 0.3,
};

/** Without labels nothing is said: p is 0.5, with all doubt. */
export const RAW: Calibrator = {
  version: 2,
  id: 'raw',
  basis: 'raw',
  n: 0,
  since: null,
  fitted_at: 0,
  judge: null,
  coefficients: SHARED_TERMS.map((name, at) => {
    const variance = VARIANCES[kindOf(name)];
    return { name, mean: 0, covariance: SHARED_TERMS.slice(0, at).map(() => 0), variance, others: [] };
  }),
  variances: VARIANCES,
  gaps: [1, 1, 1.3],
  threshold: null,
  skill: null,
};
