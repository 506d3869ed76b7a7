import * as z from 'zod';
import { keys } from '../kit/table/keys.ts';
import { rowsAs } from '../kit/table/rows.ts';
import { Judge } from './judge/calibration/calibrator.ts';
import { PageScale } from './judge/page-score.ts';
import { ExampleId } from './rows.ts';

export const RatingRow = z.object({
  finding_id: z.string(),
  rater_id: z.string(),
  rating: z.number().int(),
  comment: z.string(),
  rated_at: z.number(),
});
export type RatingRow = z.infer<typeof RatingRow>;
export const ratingRows = rowsAs(keys.rating, () => RatingRow);

export const PageRatingRow = z.object({
  rater_id: z.string(),
  rating: z.number().int(),
  rated_at: z.number(),
  /** Whose scale it is in. */
  judge: Judge,
});
export type PageRatingRow = z.infer<typeof PageRatingRow>;
export const pageRatingRows = rowsAs(keys.pageRating, () => PageRatingRow);

export const PageLabelRow = z.object({
  review_id: z.string(),
  /** A hash of the workspace and the person or token. */
  rater: z.string(),
  /** The panel's score when it was rated. */
  raw: z.number(),
  rating: z.number().int(),
  rated_at: z.number(),
  judge: Judge,
});
export type PageLabelRow = z.infer<typeof PageLabelRow>;

/** `revision` changes with each page rating. */
export const PageScaleRow = z.object({ judge: Judge, scale: PageScale, revision: z.string(), fitted_at: z.number() });
export type PageScaleRow = z.infer<typeof PageScaleRow>;

/** A rating, or the outcome of a fix, as calibration sees it: numbers, and where they come from. */
export const LabelRow = z.object({
  review_id: z.string(),
  finding_id: z.string(),
  persona_id: z.string(),
  dimension: z.string(),
  /** Hashed, so that a person is another rater in another workspace. */
  rater: z.string(),
  source: z.enum(['rating', 'outcome']),
  terms: z.record(z.string(), z.number()),
  rating: z.number().int(),
  rated_at: z.number(),
  judge: Judge,
  /** The set of examples that its review was with, or without for comparison. */
  trial: z.string().optional(),
});
export type LabelRow = z.infer<typeof LabelRow>;

export const ExampleSetRow = z.object({
  /** Without examples. */
  judge: Judge,
  state: z.enum(['trying', 'kept', 'dropped']),
  hash: z.string(),
  /** Of the examples' reviews: members of other sites may not see them. */
  site: z.string().nullable(),
  of: z.array(ExampleId),
  looks: z.int(),
  decided_at: z.number().nullable(),
  /** Hashes that aren't tried again. */
  dropped: z.array(z.string()),
  revision: z.string(),
});
export type ExampleSetRow = z.infer<typeof ExampleSetRow>;
