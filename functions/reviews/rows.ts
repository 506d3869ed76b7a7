import * as z from 'zod';
import { MINUTE } from '../kit/clock.ts';
import { StoredDimensions } from '../personas/schema.ts';
import { Judge } from './judge/calibration/calibrator.ts';
import { INPUT_TYPES, SaidCode, unpackContent } from './read/content.ts';

export const MAX_PANEL = 10;
/** When the job that ends a review is due: long after its last run ends it, as a rule. */
export const END_DUE_MS = 20 * MINUTE;

export const InputType = z.enum(INPUT_TYPES);
export const Source = z.enum(['content', 'widget_annotation']);
/** `partial`: some personas failed; `failed`: all of them, or nothing could be read. */
export const ReviewStatus = z.enum(['queued', 'running', 'complete', 'partial', 'failed']);
export type ReviewStatus = z.infer<typeof ReviewStatus>;
/** Of a showcase entry: waits for an admin, public, or refused. */
export const SHOWCASE_STATES = ['pending', 'approved', 'rejected'] as const;
export const RunState = z.enum(['queued', 'running', 'done', 'failed']);

/** How a secret that can be shown again is derived, and the hash that is compared. */
const Shared = z.object({ key_id: z.string(), version: z.number(), hash: z.string(), at: z.number() });

/** What is still to be read before personas can run; on the `REVIEW` row until it is. */
export const Input = z.object({
  /** Pasted text of a document. */
  content: z.instanceof(Uint8Array).optional(),
  url: z.string().optional(),
  /** Keys of uploads, and their content types. */
  upload_key: z.string().optional(),
  upload_type: z.string().optional(),
  transcript_key: z.string().optional(),
  transcript_type: z.string().optional(),
  /** The job of a transcriber that is at work. */
  transcription: z.string().optional(),
});
export type Input = z.infer<typeof Input>;

/** What is told of the content once it was read. */
const ContentFacts = z.object({
  title: z.string().nullable(),
  characters: z.number().int(),
  words: z.number().int(),
  cut: z.object({ kept: z.number().int(), of: z.number().int() }).nullable(),
  notes: z.array(z.string()),
  /** Of each note; absent in older rows. */
  note_codes: z.array(SaidCode.nullable()).optional(),
  /** Kept objects. */
  pictures: z.array(z.string()),
});
export type ContentFacts = z.infer<typeof ContentFacts>;

/** The `REVIEW` row. */
export const ReviewRow = z.object({
  id: z.string(),
  title: z.string(),
  input_type: InputType,
  source: Source,
  widget_site_id: z.string().nullable(),
  annotation_id: z.string().nullable(),
  url: z.string().nullable(),
  status: ReviewStatus,
  runs_total: z.number().int(),
  runs_done: z.number().int(),
  runs_failed: z.number().int(),
  /** Why nothing could be read, in words for whoever asked. */
  error: z.string().nullable(),
  /** Of each sentence of `error`; absent in older rows. */
  error_codes: z.array(SaidCode).optional(),
  facts: ContentFacts.nullable(),
  /** Set at the end, by what was known of the judge then; a read judges anew. */
  score: z.number().nullable(),
  is_calibrated: z.boolean(),
  judge: Judge.nullable(),
  ai_live: z.boolean().nullable(),
  created_by: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
  completed_at: z.number().nullable(),
  input: Input.optional(),
  /** How often reading the input was tried. */
  attempts: z.number().int().optional(),
  shared: Shared.optional(),
  /** What the workspace paid for it. */
  charged_cents: z.number().int().optional(),
  /** Reserved when it was first submitted to the showcase. */
  showcase_slug: z.string().optional(),
  /** A copy of its entry's, so that a read of the review needs no other row. */
  showcase_state: z.enum([...SHOWCASE_STATES, 'withdrawn']).optional(),
  showcase_note: z.string().nullable().optional(),
});
export type ReviewRow = z.infer<typeof ReviewRow>;

/** What the indexes hold of it. */
export const ReviewListRow = ReviewRow.pick({
  id: true,
  title: true,
  input_type: true,
  source: true,
  widget_site_id: true,
  annotation_id: true,
  status: true,
  runs_total: true,
  runs_done: true,
  runs_failed: true,
  score: true,
  is_calibrated: true,
  created_at: true,
  updated_at: true,
  completed_at: true,
});
export type ReviewListRow = z.infer<typeof ReviewListRow>;

/** The `CONTENT` row. */
export const ContentRow = z.object({ content: z.instanceof(Uint8Array).transform(unpackContent) });

/** A persona as it stood when its review was asked for. Weights sum to 1. */
export const PersonaAsRun = z.object({
  id: z.string(),
  slug: z.string().nullable(),
  name: z.string(),
  title: z.string(),
  category: z.string(),
  description: z.string(),
  evaluation_dimensions: StoredDimensions,
  custom_instructions: z.string().nullable(),
});
export type PersonaAsRun = z.infer<typeof PersonaAsRun>;

/** A `RUN` row. */
export const RunRow = z.object({
  review_id: z.string(),
  persona_id: z.string(),
  /** Its place in the panel, as it was asked for. */
  position: z.number().int(),
  persona: PersonaAsRun,
  state: RunState,
  attempts: z.number().int(),
  /** Who is at work on it, and until when nobody else is. */
  claim: z.string().nullable(),
  claimed_until: z.number().nullable(),
  /** Weighted mean of its dimensions, uncalibrated. */
  score: z.number().nullable(),
  summary: z.string(),
  error: z.string().nullable(),
  error_codes: z.array(SaidCode).optional(),
  judge: Judge.nullable(),
  ai_live: z.boolean().nullable(),
  /** How many usable answers there were. */
  samples: z.number().int(),
  tokens: z.object({ input: z.number(), output: z.number() }).nullable(),
  created_at: z.number(),
  finished_at: z.number().nullable(),
});
export type RunRow = z.infer<typeof RunRow>;

/** A `FINDING` row: what one persona said of one dimension. */
export const FindingRow = z.object({
  id: z.string(),
  persona_id: z.string(),
  category: z.string(),
  dimension: z.string(),
  /** Of the dimension within its persona; they sum to 1. */
  weight: z.number(),
  /** Scores of 1 to 5, one for each usable answer. */
  samples: z.array(z.number()),
  /** Their mean. */
  score: z.number(),
  comment: z.string(),
  suggestion: z.string().nullable(),
  quote: z.string().nullable(),
  /** An element of the content. */
  element: z.string().nullable(),
  /** The quote stands in the content, or the element is one of its own. */
  grounded: z.boolean(),
  created_at: z.number(),
});
export type FindingRow = z.infer<typeof FindingRow>;

/** A `RATING` row. */
export const RatingRow = z.object({
  finding_id: z.string(),
  rater_id: z.string(),
  rating: z.number().int(),
  comment: z.string(),
  rated_at: z.number(),
});
export type RatingRow = z.infer<typeof RatingRow>;

/** A `LABEL` row: a calibration label with the persona that it is of. */
export const LabelRow = z.object({
  finding_id: z.string(),
  persona_id: z.string(),
  features: z.record(z.string(), z.number()),
  rating: z.number().int(),
  rated_at: z.number(),
  judge: Judge,
});
export type LabelRow = z.infer<typeof LabelRow>;
