import * as z from 'zod';
import { FACT_STATES, Fact, MAX_PLACES, TOPICS } from '../facts/fact.ts';
import { Id, pageOf, Time } from '../kit/contract/schema.ts';
import { Basis } from './judge/page-score.ts';
import { SaidCode } from './read/content.ts';
import { MAX_FACTS } from './read/kept-facts.ts';
import {
  BlindDimension,
  Brief,
  ContentSize,
  CutVersion,
  EFFORTS,
  EvidenceRow,
  InputType,
  KINDS,
  MAX_PANEL,
  NOISE,
  Progress,
  ReviewStatus,
  RunState,
  SHOWCASE_STATES,
  Source,
  Tokens,
} from './rows.ts';

export { ReviewStatus, RunState };

export const FeedbackNote = z.object({
  annotation_id: Id,
  site_id: Id,
  review_id: Id,
  feedback_id: Id.meta({ description: 'The leading finding, if the given one repeats another' }),
});

const PairOfFaults = z.object({ id: Id, previous_id: Id });

const Moved = z.object({
  persona_id: Id,
  dimension: z.string(),
  from: z.number(),
  to: z.number(),
  noise: z.boolean().meta({ description: 'The answers of both reviews overlap, or are too few to tell' }),
});

const Versions = z.object({
  state: z.enum(['judged', 'unchanged', 'failed']).meta({
    description: 'unchanged: both versions read the same, so nothing was asked and every difference is noise',
  }),
  outcome: z.enum(['better', 'worse', 'unclear']).nullable().meta({
    description: 'Of the new version. unclear: chance is above 0.4, or follows_order',
  }),
  prefer_new: z.number().int().meta({ description: 'Number of personas' }),
  prefer_previous: z.number().int(),
  prefer_neither: z.number().int(),
  chance: z
    .number()
    .nullable()
    .meta({ description: 'How often tossed coins are at least as one-sided as the personas, 0 to 1' }),
  follows_order: z.boolean().meta({
    description: 'Personas that saw the new version as A prefer another version than those that saw it as B',
  }),
  cut: z
    .object({ new: CutVersion, previous: CutVersion })
    .nullable()
    .meta({ description: 'Characters that were shown, of how many; null if all' }),
  personas: z
    .array(
      z.object({
        persona_id: Id,
        new_shown_as: z
          .array(z.enum(['A', 'B']))
          .max(2)
          .meta({
            description: 'The letter of the new version, by lot; a persona alone is asked both ways',
          }),
        prefers: BlindDimension.shape.better.nullable(),
        error: SaidCode.nullable().meta({ description: 'Why it did not answer' }),
        dimensions: z
          .array(
            BlindDimension.extend({
              noise: z.array(z.enum(NOISE)).max(4).meta({
                description:
                  'Why it may be noise. order: it follows the order of the versions; slight: by is 1; no_quote: no quote was found; scores_differ: the scores of both reviews say the opposite',
              }),
            }),
          )
          .max(12),
      }),
    )
    .max(MAX_PANEL),
});

/** At most 10 personas, with five findings for each answer. */
export const Comparison = z.object({
  review_id: Id,
  previous_id: Id,
  fixed: z.array(Id).meta({ description: 'Faults of the previous review whose words are gone' }),
  still: z.array(PairOfFaults).meta({ description: 'Faults that both reviews name' }),
  unnamed: z.array(Id).meta({
    description:
      'Faults of the previous review that this one does not name, although their place is unchanged or unknown',
  }),
  new: z.array(Id).meta({ description: 'Faults that only this review names' }),
  better: z.array(Moved).meta({ description: 'Scores that rose by half a point or more; empty if judge_changed' }),
  worse: z.array(Moved).meta({ description: 'Scores that fell by half a point or more; empty if judge_changed' }),
  judge_changed: z.boolean().meta({ description: 'Another model or prompt answered, so scores are not compared' }),
  reading_changed: z.boolean().meta({
    description: 'One of them was read in a browser and the other from its HTML alone, so no difference counts',
  }),
  facts: z
    .object({
      gone: z.array(Id),
      new: z.array(Id),
      still: z.array(PairOfFaults),
      unknown: z.object({ previous: z.array(Id), current: z.array(Id) }),
    })
    .meta({
      description:
        'Of those, the findings that are facts. unknown: the other review did not measure the rule, or a timing differs by 20% or less',
    }),
  noise: z.number().nullable().meta({
    description: 'Points by which a score of this panel usually differs if it is asked again; null if not known',
  }),
  versions: Versions.nullable().meta({
    description: 'Both versions, judged by personas that did not know which is which; null without a model',
  }),
});

const Score = z.number().meta({ description: '1 to 5' });
const Interval = z.array(z.number()).length(2);

export const CalibrationState = z.enum(['uncalibrated', 'learning', 'calibrated']).meta({
  description:
    'uncalibrated: no ratings from this workspace; learning: not yet better than the base rate; calibrated: better, as held-out reviews show',
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

const ErrorCodes = z
  .array(SaidCode)
  .max(10)
  .default([])
  .meta({ description: 'The code of each sentence of `error`; empty for older ones' });

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
      note_codes: z
        .array(SaidCode.nullable())
        .max(10)
        .default([])
        .meta({ description: 'The code of each note; null or absent for older ones' }),
      picture_urls: z.array(z.string()).meta({ description: 'Signed URLs, valid for 5 minutes' }),
      picture_elements: z
        .array(z.string())
        .max(8)
        .default([])
        .meta({ description: 'The element that names each picture in evidence; empty for older reviews' }),
      picture_sizes: z
        .array(z.array(z.number()).length(2))
        .max(8)
        .default([])
        .meta({ description: 'Width and height of each in pixels, 0 if unknown; empty for older reviews' }),
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

const ofFeedback = {
  id: Id,
  persona_id: Id.meta({ description: 'Only zeros: a finding of the panel as a whole, about orders to reviewers' }),
  dimension: z.string(),
  score: Score.nullable().meta({ description: "The dimension's score by this persona; null if it is not judged" }),
  kind: z.enum(KINDS),
  severity: z
    .number()
    .int()
    .nullable()
    .meta({ description: '1 minor, 2 moderate, 3 serious, 4 blocks the goal; null for strengths and older reviews' }),
  evidence: z.array(EvidenceRow).max(3),
  comment: z.string(),
  fix: z
    .object({
      before: z.string().nullable(),
      after: z.string(),
      effort: z
        .enum(EFFORTS)
        .nullish()
        .transform((effort) => effort ?? null)
        .meta({ description: 'Effort of the change; null if no model gave it' }),
    })
    .nullable()
    .meta({ description: 'One change; before holds the words to replace' }),
  suggestion: z.string().nullable().meta({ description: 'fix.after' }),
  quote: z.string().nullable().meta({ description: 'Of the first evidence' }),
  element: z.string().nullable().meta({ description: 'Of the first evidence' }),
  grounded: z.boolean().meta({ description: 'A quote or an element was found in the content' }),
  seen_in: z
    .object({ samples: z.number().int(), of: z.number().int() })
    .nullable()
    .meta({ description: 'How many of the answers have it; null in older reviews' }),
  persona_ids: z.array(Id).max(MAX_PANEL).meta({ description: 'All personas that say it' }),
  rule: z.string().nullable().default(null).meta({
    description: 'The rule that failed, if it is a fact and not an opinion; then score and p_useful are null',
  }),
  measured: z.string().nullable().default(null).meta({ description: 'Of a fact' }),
  link: z.string().nullable().default(null).meta({ description: 'Of a fact: a page that explains it' }),
  same_as: Id.nullable().meta({ description: 'The leading item that this one repeats' }),
  struck: z
    .object({ quote: z.string(), reason: z.string() })
    .nullable()
    .meta({ description: 'Why the chair strikes it, with the passage that disproves it' }),
  p_useful: z.number().nullable().meta({
    description:
      'Probability that a person of the workspace rates it 4 or 5; null while the review is running, and before anyone rated',
  }),
  interval: Interval.nullable().meta({ description: 'The true probability lies in it in 90 of 100 cases' }),
  needs_human: z.boolean().meta({ description: 'true: not yet shown to agree with human ratings' }),
  calibrated: z.boolean(),
};

export const Feedback = z.object({
  ...ofFeedback,
  annotation_id: Id.nullable().meta({ description: 'The note made from it, or from one that means the same' }),
  rating: z.number().int().nullable().meta({ description: "The caller's own rating" }),
  rating_comment: z.string(),
  ratings: z.object({ count: z.number().int(), mean: z.number().nullable() }),
});

/** At most 10 personas, with five findings for each answer. */
const listOf = <Finding extends z.ZodType>(finding: Finding) =>
  z.object({ items: z.array(finding), next_cursor: z.null(), calibration: Calibration.nullable() });

const FactPlace = z.object({
  selector: z.string().nullable(),
  quote: z.string().nullable(),
  value: z.string().nullable().meta({ description: 'Measured here: "2.9:1", "12 × 9 px", "404"' }),
  element: z.string().nullable().meta({ description: 'The picture that shows it, as in content.picture_elements' }),
  region: EvidenceRow.shape.region.meta({ description: 'x, y, width and height as parts of that picture' }),
});

export const FactList = z.object({
  items: z
    .array(
      z.object({
        rule: z.string().meta({ description: 'Its id; the same in every review' }),
        topic: z.enum(TOPICS),
        state: z.enum(FACT_STATES),
        view: Fact.shape.view.meta({ description: 'wide: 1440 px; narrow: 390 px; null: in every window' }),
        severity: z.number().int().meta({ description: '1 minor, 2 moderate, 3 serious, 4 blocks the goal' }),
        effort: z.enum(EFFORTS),
        fault: z.string().meta({ description: 'The fault, if it failed' }),
        fix: z.string(),
        link: z.string().meta({ description: 'A page that explains it' }),
        measured: z.string().nullable(),
        reason: z.string().nullable().meta({ description: 'Reason for not measuring it' }),
        count: z.number().int().meta({ description: 'Places at which it failed; the first are listed' }),
        places: z.array(FactPlace).max(MAX_PLACES),
        feedback_id: Id.nullable().meta({ description: 'The finding that it became, if it failed' }),
        persona_ids: z.array(Id).max(MAX_PANEL).meta({ description: 'Personas of the panel whose dimensions name it' }),
      }),
    )
    .max(MAX_FACTS),
  failed: z.number().int(),
  passed: z.number().int(),
  not_measured: z.number().int(),
  next_cursor: z.null(),
});

export const FeedbackList = listOf(Feedback);
export const SharedFeedbackList = listOf(z.object(ofFeedback));
