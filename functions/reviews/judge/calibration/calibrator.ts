import * as z from 'zod';
import { CENTRE } from './features.ts';

/** Keeps a calibrator's JSON within about 20 KB. */
export const MOST_NAMES = 64;

/** Another model or another prompt is another judge. */
export const Judge = z.object({ model: z.string(), prompt: z.string() });
export type Judge = z.infer<typeof Judge>;

/**
 * A fitted calibrator as plain JSON. It holds numbers and the names of features, never a text of a review.
 *
 * `basis`: `raw` knows no label, `prior` those of other workspaces, `workspace` its own. `covariance` is the lower
 * triangle by rows. `noise` is the residual variance of a rating, worth `noise_weight` labels. `threshold` is the
 * least confidence that is trusted; null trusts nothing.
 */
export const Calibrator = z
  .object({
    version: z.literal(1),
    id: z.string(),
    basis: z.enum(['raw', 'prior', 'workspace']),
    n: z.int().min(0),
    fitted_at: z.int().min(0),
    judge: Judge.nullable(),
    names: z.array(z.string()).max(MOST_NAMES),
    means: z.array(z.number()),
    covariance: z.array(z.number()),
    noise: z.number().positive(),
    noise_weight: z.number().positive(),
    threshold: z.number().min(0.5).max(1).nullable(),
  })
  .refine(
    ({ names, means, covariance }) =>
      means.length === names.length && covariance.length === (names.length * (names.length + 1)) / 2,
    'The coefficients do not fit their names.',
  );
export type Calibrator = z.infer<typeof Calibrator>;

/** From 1 to 5. `finding_id` keeps several ratings of one finding together. */
export type Label = {
  finding_id: string;
  features: Readonly<Record<string, number>>;
  rating: number;
  rated_at: number;
  judge: Judge;
};

export const isUseful = (rating: number): boolean => rating >= 4;

/** Before any label: the deeper the feature, the harder it is shrunk. */
export const firstVariance = (name: string): number => {
  if (name === 'level') return 1;
  if (name === 'overall') return 1;
  return name.startsWith('category') || name.startsWith('persona') ? 0.05 : 0.1;
};

/** The lower triangle by rows, six digits each. */
export const packed = (matrix: readonly (readonly number[])[]): number[] =>
  matrix.flatMap((row, index) => row.slice(0, index + 1).map((value) => Number(value.toPrecision(6))));

export const unpacked = ({ names, covariance }: Calibrator): number[][] =>
  names.map((_, row) =>
    names.map((__, column) => {
      const [low, high] = row < column ? [row, column] : [column, row];
      return covariance[(high * (high + 1)) / 2 + low] ?? 0;
    }),
  );

/** Without labels, the raw score has little certainty. */
export const RAW: Calibrator = {
  version: 1,
  id: 'raw',
  basis: 'raw',
  n: 0,
  fitted_at: 0,
  judge: null,
  names: ['level', 'overall'],
  means: [CENTRE, 1],
  covariance: [firstVariance('level'), 0, firstVariance('overall')],
  noise: 1,
  noise_weight: 4,
  threshold: null,
};
