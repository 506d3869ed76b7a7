import * as z from 'zod';
import { SaidCode } from '../codes/said-code.ts';
import { Id, pageOf, Time } from '../kit/contract/schema.ts';
import { Interval, Score } from './figures.ts';
import { Basis } from './judge/page-score.ts';
import { Brief, ContentSize, InputType, Progress, ReviewStatus, SHOWCASE_STATES, Source } from './rows.ts';
import { Lacks, RunState, Tokens } from './run-rows.ts';

export { ReviewStatus, RunState };

export const CalibrationState = z.enum(['uncalibrated', 'learning', 'calibrated']).meta({
  description:
    'uncalibrated: fewer than five ratings from this workspace; learning: not yet better than the base rate; calibrated: better, as held-out reviews show',
});

export const CalibrationSkill = z.object({ value: z.number(), interval: Interval }).nullable().meta({
  description:
    '1 − log loss / log loss of the base rate on held-out reviews, with its 90% interval; null with few ratings',
});

export const Calibration = z.object({
  calibrated: z.boolean().meta({ description: 'state is calibrated' }),
  state: CalibrationState.default('uncalibrated'),
  basis: z.enum(['raw', 'prior', 'workspace']),
  calibrator_id: z.string(),
  labels: z.number().int().meta({ description: 'Number of ratings it was fitted on' }),
  since: Time.nullable().default(null).meta({ description: 'Ratings before it no longer count: taste has changed' }),
  skill: CalibrationSkill.default(null),
  fitted_at: Time.nullable(),
  model: z.string().nullable(),
  other_judge: z
    .boolean()
    .default(false)
    .meta({ description: "Its ratings are of another model or prompt than the review's" }),
  note: z.string().meta({ description: 'Explanation in a sentence' }),
});

const ScoreBasis = Basis.meta({
  description: "panel: the panel's own scale; people: calibrated by the workspace's page ratings",
});

export const OverallScore = z.object({
  value: Score.meta({ description: "raw on the panel's scale; else the page rating to expect from people, 1 to 5" }),
  interval: Interval.nullable().meta({ description: "90% of page ratings fall in it; null on the panel's scale" }),
  raw: Score.meta({ description: "Average of the personas' weighted scores, as the model gave them" }),
  basis: ScoreBasis,
  ratings: z.number().int().meta({ description: 'Page ratings so far of reviews by the same model and prompt' }),
});

const ErrorCodes = z.array(SaidCode).max(10).default([]).meta({ description: 'The code of each sentence of `error`' });

const PersonaResult = z.object({
  persona_id: Id,
  slug: z.string().nullable(),
  name: z.string(),
  title: z.string(),
  category: z.string(),
  state: RunState,
  score: Score.nullable().meta({ description: 'Weighted mean of its dimensions, uncalibrated' }),
  summary: z.string(),
  error: z.string().nullable(),
  error_codes: ErrorCodes,
  samples: z.number().int().meta({ description: 'Usable answers' }),
  samples_asked: z.number().int().meta({ description: 'Answers asked for; with fewer samples, some were lost' }),
  left_out: z.number().int().default(0).meta({ description: 'Findings over the limit of five an answer' }),
  dimensions: z.array(
    z.object({
      name: z.string(),
      weight: z.number(),
      score: Score.nullable(),
      not_judged: z.string().nullable().meta({ description: 'Why it has no score, such as "no picture"' }),
      lacks: Lacks.nullable().default(null).meta({
        description:
          'The form of the content that it would need, or `answer` if the persona gave none without orders to reviewers; null if a model said why',
      }),
    }),
  ),
  finished_at: Time.nullable(),
});

const ofReview = {
  id: Id,
  title: z.string(),
  input_type: InputType,
  source: Source,
  widget_site_id: Id.nullable(),
  annotation_id: Id.nullable(),
  status: ReviewStatus,
  runs_done: z.number().int().meta({ description: 'Finished runs, including failed ones' }),
  runs_failed: z.number().int(),
  runs_total: z.number().int(),
  created_at: Time,
  updated_at: Time,
  completed_at: Time.nullable(),
};

export const ReviewListItem = z.object({
  ...ofReview,
  score: Score.nullable().meta({ description: "As the review's score.value; null until it has ended" }),
  basis: z
    .enum([...Basis.options, 'facts'])
    .nullable()
    .meta({
      description: "panel: the panel's own scale; people: calibrated by page ratings; facts: measured, without a score",
    }),
});
export const ReviewPage = pageOf(ReviewListItem);

const Statement = z.object({ text: z.string(), feedback_ids: z.array(Id).max(20) });
/** Ten personas, nine answers each and one without orders to reviewers, five findings an answer; and the panel's own. */
const MAX_FINDINGS = 501;

const reported = {
  error: z.string().nullable(),
  error_codes: ErrorCodes,
  ai_live: z.boolean().nullable().meta({ description: 'false: no AI model answered' }),
  basis: z
    .enum(['facts', 'model'])
    .default('model')
    .meta({ description: 'facts: no model answered, so all findings are measured and there is no score' }),
  url: z.string().nullable(),
  content: ContentSize.omit({ note_codes: true, pictures: true, gives_orders: true })
    .extend({
      note_codes: z.array(SaidCode.nullable()).max(10).default([]).meta({ description: 'The code of each note' }),
      picture_urls: z.array(z.string()).meta({ description: 'Signed URLs, valid for 5 minutes' }),
      picture_elements: z
        .array(z.string())
        .max(8)
        .default([])
        .meta({ description: 'The element that names each picture in evidence' }),
      picture_sizes: z
        .array(z.array(z.number()).length(2))
        .max(8)
        .default([])
        .meta({ description: 'Width and height of each in pixels, 0 if unknown' }),
    })
    .nullable(),
  score: OverallScore.nullable(),
  calibration: Calibration.nullable(),
  personas: z.array(PersonaResult),
  brief: Brief.nullable().meta({ description: 'The purpose that the content was judged by' }),
  conclusion: z
    .object({
      by: z.enum(['chair', 'rule']).meta({ description: 'chair: a closing model call; rule: by severity and reach' }),
      notes: z.array(SaidCode).max(5),
      verdict: z.array(Statement).max(3).meta({ description: 'Up to three sentences' }),
      disagreements: z.array(Statement).max(5),
      order: z.array(Id).max(MAX_FINDINGS).meta({ description: 'Faults to fix, most urgent first' }),
    })
    .nullable(),
  model: z.string().nullable().meta({ description: 'Provider and model that answered' }),
  tokens: Tokens.nullable().meta({ description: 'Of all model calls; null if the model counts none' }),
};

export const Share = z.object({
  token: z.string(),
  url: z.string().meta({ description: "The shared review's URL" }),
  shared_at: Time,
  expires_at: Time.nullable().meta({ description: 'When the link stops working; null if it never expires' }),
});

export const ShowcaseState = z.object({
  slug: z.string(),
  state: z.enum(SHOWCASE_STATES),
  note: z.string().nullable().meta({ description: "The admin's note on the decision" }),
  url: z.string().meta({ description: 'Its public page, available while approved' }),
});

export const Review = z.object({
  ...ofReview,
  ...reported,
  created_by: z.string(),
  cost_cents: z.number().nullable().meta({
    description: 'Of all model calls so far, in cents with fractions; null if the model has no prices, and for GUESTs',
  }),
  estimate: z
    .object({ tokens: z.number().int(), cents: z.number().nullable() })
    .nullable()
    .meta({ description: 'Of a review by a model, until it ends; null for GUESTs' }),
  progress: Progress.nullable().meta({ description: 'Of reading a page: views that were opened; null otherwise' }),
  can_finish: z.boolean().meta({ description: 'Some personas failed, and the stage has a model to ask them again' }),
  previous_id: Id.nullable().meta({ description: 'The review that this one repeats; compare answers what changed' }),
  share: Share.nullable().meta({ description: 'Only for MEMBERs and OWNERs; null if not shared, or no longer' }),
  showcase: ShowcaseState.nullable().meta({ description: 'null if never submitted, or withdrawn' }),
  page_rating: z
    .object({
      own: z.number().int().nullable().meta({ description: "The caller's own" }),
      count: z.number().int(),
      mean: z.number().nullable(),
    })
    .meta({ description: 'Answers to "How good is this page?"' }),
});

export const SharedReview = z.object({ ...ofReview, ...reported }).omit({ widget_site_id: true, annotation_id: true });
