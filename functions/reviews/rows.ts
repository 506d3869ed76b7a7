import * as z from 'zod';
import { SaidCode } from '../codes/said-code.ts';
import { MINUTE } from '../kit/clock.ts';
import { keys } from '../kit/table/keys.ts';
import { rowsAs } from '../kit/table/rows.ts';
import { Judge } from './judge/calibration/calibrator.ts';
import { Content, Cut, INPUT_TYPES, unpackContent } from './read/content.ts';
import { Tokens } from './run-rows.ts';

export const MAX_PANEL = 10;
export const END_DUE_MS = 20 * MINUTE;

export const InputType = z.enum(INPUT_TYPES);
export const Source = z.enum(['content', 'widget_annotation']);
/** `partial`: some personas failed; `failed`: all of them, or nothing could be read; `not_judged`: nothing was judged or measured. */
export const ReviewStatus = z.enum(['queued', 'running', 'complete', 'partial', 'failed', 'not_judged']);
export type ReviewStatus = z.infer<typeof ReviewStatus>;
/** Of a showcase entry: `pending` waits for an admin. */
export const SHOWCASE_STATES = ['pending', 'approved', 'rejected'] as const;

/** The secret can be derived again; `hash` is compared. */
export const Shared = z.object({
  key_id: z.string(),
  version: z.number(),
  /** Makes each link of a review different from those before it. */
  salt: z.string(),
  hash: z.string(),
  at: z.number(),
  /** Absent if the link doesn't expire. */
  expires_at: z.number().optional(),
});
export type Shared = z.infer<typeof Shared>;

/** Needed before personas can run; on the `REVIEW` row until then. */
export const Input = z.object({
  content: z.instanceof(Uint8Array).optional(),
  url: z.string().optional(),
  upload_key: z.string().optional(),
  upload_type: z.string().optional(),
  transcript_key: z.string().optional(),
  transcript_type: z.string().optional(),
  transcription: z.string().optional(),
  /** No personas were named: the panel is chosen again once the content is known. */
  chooses_panel: z.boolean().optional(),
});
export type Input = z.infer<typeof Input>;

/** The files of an input, so that a review can be repeated while they are kept. */
export const Uploads = Input.pick({ upload_key: true, upload_type: true, transcript_key: true, transcript_type: true });

/** While a page is read: its views are opened, then its text is read. */
export const Progress = z.object({
  step: z.enum(['open', 'read']),
  done: z.number().int(),
  of: z.number().int(),
  /** The windows that are done. */
  views: z.array(z.enum(['wide', 'narrow'])).max(2),
});
export type Progress = z.infer<typeof Progress>;

export const ContentSize = z.object({
  title: z.string().nullable(),
  characters: z.number().int(),
  words: z.number().int(),
  cut: Cut,
  notes: z.array(z.string()),
  /** Of each note. */
  note_codes: z.array(SaidCode),
  pictures: z.array(z.string()),
  /** Names each picture in evidence. */
  picture_elements: z.array(z.string()),
  /** Width and height of each in pixels, 0 if unknown. */
  picture_sizes: z.array(z.array(z.number()).length(2)),
  /** To its reviewers; absent if not. */
  gives_orders: z.boolean().optional(),
});
export type ContentSize = z.infer<typeof ContentSize>;

/** The indexes hold these attributes. */
export const ReviewListRow = z.object({
  id: z.string(),
  title: z.string(),
  input_type: InputType,
  source: Source,
  widget_site_id: z.string().nullable(),
  annotation_id: z.string().nullable(),
  status: ReviewStatus,
  runs_total: z.number().int(),
  runs_done: z.number().int(),
  runs_failed: z.number().int(),
  /** On the panel's scale. */
  score: z.number().nullable(),
  judge: Judge.nullable(),
  created_at: z.number(),
  updated_at: z.number(),
  completed_at: z.number().nullable(),
});
export type ReviewListRow = z.infer<typeof ReviewListRow>;

/** Whom the content is for and what it is to achieve: given with the review, or inferred from the content. */
export const Brief = z.object({
  goal: z.string(),
  audience: z.string(),
  stage: z.string(),
  inferred: z.array(z.enum(['goal', 'audience', 'stage'])).max(3),
});
export type Brief = z.infer<typeof Brief>;

const Statement = z.object({ text: z.string(), findings: z.array(z.string()) });

/** The text stays with its review, so that it is gone with it. */
export const ExampleId = z.object({ review_id: z.string(), finding_id: z.string(), useful: z.boolean() });
export type ExampleId = z.infer<typeof ExampleId>;

/** Findings that mean the same are one, and the most urgent come first. */
export const Conclusion = z.object({
  by: z.enum(['chair', 'rule']),
  /** Why it follows a rule although a model answered, and what was ignored of the chair's answer. */
  notes: z.array(SaidCode),
  verdict: z.array(Statement),
  disagreements: z.array(Statement),
  /** Leading findings, most urgent first. */
  order: z.array(z.string()),
  /** A repeated finding's id, and that of the leading one. */
  same: z.record(z.string(), z.string()),
  /** A finding's id, and what in the content disproves it. */
  struck: z.record(z.string(), z.object({ quote: z.string(), reason: z.string() })),
});
export type Conclusion = z.infer<typeof Conclusion>;

export const ReviewRow = ReviewListRow.extend({
  /** Of the latest “finish”: the runs that it asks again. */
  runs_again: z.number().int().optional(),
  /** Of the latest “finish”: the month in which its costs count. */
  spend_month: z.string().optional(),
  url: z.string().nullable(),
  error: z.string().nullable(),
  /** Of each sentence of `error`. */
  error_codes: z.array(SaidCode).optional(),
  facts: ContentSize.nullable(),
  ai_live: z.boolean().nullable(),
  /** No model answered; absent if one did. */
  basis: z.literal('facts').optional(),
  /** Too little can be read for personas to judge. */
  facts_only: z.literal(true).optional(),
  /** Rules that passed or failed; absent before the panel begins. */
  measured: z.number().int().optional(),
  created_by: z.string(),
  /** Given with the review. */
  goal: z.string().nullable().optional(),
  audience: z.string().nullable().optional(),
  stage: z.string().nullable().optional(),
  brief: Brief.optional(),
  /** A set of examples, and those that the panel sees: none if the review is one without, for comparison. */
  examples: z.object({ hash: z.string(), of: z.array(ExampleId) }).optional(),
  conclusion: Conclusion.optional(),
  /** The content gives orders to its reviewers, and the panel is asked once more without them. */
  asked_again: z.enum(['started', 'done']).optional(),
  /** Of the first and the last call; those of the personas are in their runs. */
  tokens: Tokens.optional(),
  cost_microdollars: z.number().int().nullable().optional(),
  input: Input.optional(),
  uploads: Uploads.optional(),
  /** The review that this one repeats. */
  previous_id: z.string().optional(),
  /** Of the step that the review owes: reading, the brief or the conclusion. */
  attempts: z.number().int().optional(),
  progress: Progress.optional(),
  claimed_until: z.number().optional(),
  shared: Shared.optional(),
  charged_cents: z.number().int().optional(),
  /** How often its failed personas were asked again. */
  finishes: z.number().int().optional(),
  showcase_slug: z.string().optional(),
  /** A copy, so that a read of the review needs no other row. */
  showcase_state: z.enum([...SHOWCASE_STATES, 'withdrawn']).optional(),
  showcase_note: z.string().nullable().optional(),
});
export type ReviewRow = z.infer<typeof ReviewRow>;
export const reviewRows = rowsAs(keys.review, () => ReviewRow);

export const isEnded = ({ status }: Pick<ReviewRow, 'status'>): boolean => status !== 'queued' && status !== 'running';

export interface ReviewIds {
  ws: string;
  review: string;
}

export const ContentRow = z
  .object({
    content: z.instanceof(Uint8Array).transform(unpackContent),
    transcripts: Content.shape.transcripts,
  })
  .transform(({ content, transcripts }) => ({ content: transcripts ? { ...content, transcripts } : content }));
export const contentRows = rowsAs(keys.reviewContent, () => ContentRow);
