import * as z from 'zod';
import { MINUTE } from '../kit/clock.ts';
import { StoredDimensions } from '../personas/schema.ts';
import { Judge } from './judge/calibration/calibrator.ts';
import { PageScale } from './judge/page-score.ts';
import { Content, INPUT_TYPES, SaidCode, unpackContent } from './read/content.ts';

export const MAX_PANEL = 10;
export const END_DUE_MS = 20 * MINUTE;

export const InputType = z.enum(INPUT_TYPES);
export const Source = z.enum(['content', 'widget_annotation']);
/** `partial`: some personas failed; `failed`: all of them, or nothing could be read; `not_judged`: too little was read. */
export const ReviewStatus = z.enum(['queued', 'running', 'complete', 'partial', 'failed', 'not_judged']);
export type ReviewStatus = z.infer<typeof ReviewStatus>;
/** Of a showcase entry: `pending` waits for an admin. */
export const SHOWCASE_STATES = ['pending', 'approved', 'rejected'] as const;
export const RunState = z.enum(['queued', 'running', 'done', 'failed']);

/** The secret can be derived again; `hash` is compared. */
export const Shared = z.object({
  key_id: z.string(),
  version: z.number(),
  /** Makes each link of a review different from those before it; absent in older rows. */
  salt: z.string().optional(),
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
  /** The windows that are done; absent in rows of a moment ago. */
  views: z
    .array(z.enum(['wide', 'narrow']))
    .max(2)
    .default([]),
});
export type Progress = z.infer<typeof Progress>;

export const ContentSize = z.object({
  title: z.string().nullable(),
  characters: z.number().int(),
  words: z.number().int(),
  cut: z.object({ kept: z.number().int(), of: z.number().int() }).nullable(),
  notes: z.array(z.string()),
  /** Of each note; absent in older rows. */
  note_codes: z.array(SaidCode.nullable()).optional(),
  pictures: z.array(z.string()),
  /** Names each picture in evidence; absent in older rows, which have one picture at most. */
  picture_elements: z.array(z.string()).optional(),
  /** Width and height of each in pixels, 0 if unknown; absent in older rows. */
  picture_sizes: z.array(z.array(z.number()).length(2)).optional(),
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
  /** In older rows only: true if ratings of findings moved the score. */
  is_calibrated: z.boolean().optional(),
  /** Absent in lists of older reviews. */
  judge: Judge.nullish(),
  created_at: z.number(),
  updated_at: z.number(),
  completed_at: z.number().nullable(),
});
export type ReviewListRow = z.infer<typeof ReviewListRow>;

export const Tokens = z.object({
  input: z.number(),
  output: z.number(),
  /** Of the input, those that the provider served from its cache. */
  cached: z.number().default(0),
  /** Of the input, those that it wrote into its cache, if it bills them apart. */
  written: z.number().optional(),
});
export type Tokens = z.infer<typeof Tokens>;

/** Whom the content is for and what it is to achieve: given with the review, or inferred from the content. */
export const Brief = z.object({
  goal: z.string(),
  audience: z.string(),
  stage: z.string(),
  inferred: z.array(z.enum(['goal', 'audience', 'stage'])).max(3),
});
export type Brief = z.infer<typeof Brief>;

const Statement = z.object({ text: z.string(), findings: z.array(z.string()) });

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

/** The text stays with its review, so that it is gone with it. */
export const ExampleId = z.object({ review_id: z.string(), finding_id: z.string(), useful: z.boolean() });
export type ExampleId = z.infer<typeof ExampleId>;

export const ReviewRow = ReviewListRow.extend({
  url: z.string().nullable(),
  error: z.string().nullable(),
  /** Of each sentence of `error`; absent in older rows. */
  error_codes: z.array(SaidCode).optional(),
  facts: ContentSize.nullable(),
  judge: Judge.nullable(),
  ai_live: z.boolean().nullable(),
  /** No model answered; absent if one did. */
  basis: z.literal('facts').optional(),
  /** Too little can be read for personas to judge. */
  facts_only: z.literal(true).optional(),
  /** Rules that passed or failed; absent in older rows, and before the panel begins. */
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
  showcase_slug: z.string().optional(),
  /** A copy, so that a read of the review needs no other row. */
  showcase_state: z.enum([...SHOWCASE_STATES, 'withdrawn']).optional(),
  showcase_note: z.string().nullable().optional(),
});
export type ReviewRow = z.infer<typeof ReviewRow>;

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

const DimensionScoreRow = z.object({
  dimension: z.string(),
  weight: z.number(),
  /** From 1 to 5, one for each answer that gave a score. Empty if it is not judged. */
  samples: z.array(z.number()),
  score: z.number().nullable(),
  /** Why it is not judged. */
  reason: z.string().nullable(),
});
export type DimensionScoreRow = z.infer<typeof DimensionScoreRow>;

/**
 * Why a preference may be noise: it flips with the order of the versions, is slight, quotes neither version, or the
 * scores of both reviews say the opposite.
 */
export const NOISE = ['order', 'slight', 'no_quote', 'scores_differ'] as const;

/** By a persona that didn't know which version is the new one. */
export const BlindDimension = z.object({
  dimension: z.string(),
  better: z.enum(['new', 'previous', 'same']),
  /** 0 the same, 1 slightly, 2 clearly, 3 far better. */
  by: z.number().int(),
  why: z.string(),
  /** As the versions have them; null if they don't. */
  quotes: z.object({ new: z.string().nullable(), previous: z.string().nullable() }),
});

const BlindAnswer = z.object({ new_as: z.enum(['A', 'B']), dimensions: z.array(BlindDimension) });
export type BlindAnswer = z.infer<typeof BlindAnswer>;

export const CutVersion = z.object({ kept: z.number().int(), of: z.number().int() }).nullable();

/** A repeated review's judgment of both versions. */
export const Blind = z.discriminatedUnion('state', [
  z.object({ state: z.literal('unchanged') }),
  z.object({ state: z.literal('failed'), error: SaidCode }),
  z.object({
    state: z.literal('judged'),
    answers: z.array(BlindAnswer),
    /** Characters of each version's text that were shown; null if all. */
    cut: z.object({ new: CutVersion, previous: CutVersion }),
  }),
]);
export type Blind = z.infer<typeof Blind>;

export const RunRow = z.object({
  review_id: z.string(),
  persona_id: z.string(),
  position: z.number().int(),
  persona: PersonaAsRun,
  state: RunState,
  attempts: z.number().int(),
  claim: z.string().nullable(),
  claimed_until: z.number().nullable(),
  /** Weighted mean of the dimensions that it judged, uncalibrated. */
  score: z.number().nullable(),
  /** Older rows have them in their findings: {@link withScores}. */
  scores: z.array(DimensionScoreRow).default([]),
  summary: z.string(),
  error: z.string().nullable(),
  error_codes: z.array(SaidCode).optional(),
  judge: Judge.nullable(),
  ai_live: z.boolean().nullable(),
  /** Usable answers. */
  samples: z.number().int(),
  /** Absent in older rows. */
  samples_asked: z.number().int().optional(),
  tokens: Tokens.nullable(),
  /** Findings over the limit of an answer; absent in older rows. */
  left_out: z.number().int().optional(),
  /** Absent if the review repeats none, or rules answered. */
  blind: Blind.optional(),
  /** Of its tokens; null if the model had no prices. Absent in older rows. */
  cost_microdollars: z.number().int().nullable().optional(),
  /** Of the review's estimate; counts in the month's spend until the run ends. */
  reserved_microdollars: z.number().int().optional(),
  created_at: z.number(),
  finished_at: z.number().nullable(),
});
export type RunRow = z.infer<typeof RunRow>;

/** x, y, width and height as parts of a picture, 0 to 1. */
const Region = z.array(z.number()).length(4);

export const EvidenceRow = z.object({
  quote: z.string().nullable(),
  element: z.string().nullable(),
  region: Region.nullable(),
  /** The content has the quote or the element. */
  grounded: z.boolean(),
  /** Of a fact: the element on the page. */
  selector: z.string().optional(),
  /** Of a fact: measured there. */
  value: z.string().optional(),
});
export type Evidence = z.infer<typeof EvidenceRow>;

export const KINDS = ['fault', 'strength'] as const;
export const EFFORTS = ['small', 'medium', 'large'] as const;

/** From this score on, a finding of an older review is a strength. */
const OLDER_STRENGTH = 4;

const OlderFinding = z
  .object({
    id: z.string(),
    persona_id: z.string(),
    dimension: z.string(),
    weight: z.number(),
    samples: z.array(z.number()),
    score: z.number(),
    comment: z.string(),
    suggestion: z.string().nullable(),
    quote: z.string().nullable(),
    element: z.string().nullable(),
    grounded: z.boolean(),
    created_at: z.number(),
    annotation_id: z.string().optional(),
    rule: z.undefined().optional(),
    measured: z.undefined().optional(),
  })
  .transform(({ weight, samples, score, suggestion, quote, element, grounded, ...kept }) => ({
    ...kept,
    kind: score >= OLDER_STRENGTH ? ('strength' as const) : ('fault' as const),
    severity: null,
    evidence: quote || element ? [{ quote, element, region: null, grounded }] : [],
    fix: suggestion ? { before: null, after: suggestion, effort: null } : null,
    seen_in: null,
    position: 0,
    older: { weight, samples, score },
  }));

export const FindingRow = z.union([
  OlderFinding,
  z.object({
    id: z.string(),
    persona_id: z.string(),
    dimension: z.string(),
    kind: z.enum(KINDS),
    /** 1 minor, 2 moderate, 3 serious, 4 blocks the goal; null for strengths and findings of older reviews. */
    severity: z.number().int().nullable(),
    evidence: z.array(EvidenceRow).max(3),
    comment: z.string(),
    /** Older rows, and rules, have no effort. */
    fix: z.object({ before: z.string().nullable(), after: z.string(), effort: z.enum(EFFORTS).nullish() }).nullable(),
    /** How many of the answers have it; null in older reviews. */
    seen_in: z.object({ samples: z.number().int(), of: z.number().int() }).nullable(),
    /** Within its run, the weightiest first. */
    position: z.number().int().default(0),
    created_at: z.number(),
    /** The note that was made from it. */
    annotation_id: z.string().optional(),
    /** The rule that failed, if it is a fact, and what was measured. */
    rule: z.string().optional(),
    measured: z.string().nullish(),
    older: z.undefined().optional(),
  }),
]);
export type FindingRow = z.infer<typeof FindingRow>;

/** In older reviews, each finding was a dimension's score with its reason. */
export const withScores = (run: RunRow, findings: readonly FindingRow[]): RunRow => {
  if (run.scores.length > 0) return run;
  const scores = findings.flatMap(({ persona_id, dimension, older }) =>
    older && persona_id === run.persona_id ? [{ dimension, ...older, reason: null }] : [],
  );
  return { ...run, scores };
};

export const RatingRow = z.object({
  finding_id: z.string(),
  rater_id: z.string(),
  rating: z.number().int(),
  comment: z.string(),
  rated_at: z.number(),
});
export type RatingRow = z.infer<typeof RatingRow>;

export const PageRatingRow = z.object({ rater_id: z.string(), rating: z.number().int(), rated_at: z.number() });
export type PageRatingRow = z.infer<typeof PageRatingRow>;

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

/**
 * A rating, or the outcome of a fix, as calibration sees it: numbers, and where they come from. Older labels have other
 * terms and don't parse.
 */
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
