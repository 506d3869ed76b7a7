import * as z from 'zod';
import { SaidCode } from '../codes/said-code.ts';
import { FACT_STATES, Fact, MAX_PLACES, TOPICS } from '../facts/fact.ts';
import { Id } from '../kit/contract/schema.ts';
import { Interval, Score } from './figures.ts';
import { EFFORTS, EvidenceRow, FindingRow } from './finding-rows.ts';
import { MAX_FACTS } from './read/kept-facts.ts';
import { MAX_PANEL } from './rows.ts';
import { Calibration } from './schema.ts';

export const FeedbackNote = z.object({
  annotation_id: Id,
  site_id: Id,
  review_id: Id,
  feedback_id: Id.meta({ description: 'The leading finding, if the given one repeats another' }),
});

const found = FindingRow.shape;

const ofFeedback = {
  id: Id,
  persona_id: Id.meta({ description: 'Only zeros: a finding of the panel as a whole, about orders to reviewers' }),
  dimension: z.string(),
  score: Score.nullable().meta({ description: "The dimension's score by this persona; null if it is not judged" }),
  kind: found.kind,
  severity: found.severity.meta({
    description: '1 minor, 2 moderate, 3 serious, 4 blocks the goal; null for strengths',
  }),
  evidence: found.evidence,
  comment: found.comment,
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
  seen_in: found.seen_in.meta({ description: 'How many of the answers have it; null if it is in none' }),
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
        reason_code: SaidCode.nullable().default(null).meta({ description: 'Its code; null if it is measured' }),
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
