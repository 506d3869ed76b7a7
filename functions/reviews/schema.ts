import * as z from 'zod';
import { anyText, Id, PageQuery, pageOf, Time, writtenText } from '../kit/schema.ts';
import { StoredDimensions } from '../personas/schema.ts';
import { Judge } from './calibration/calibrator.ts';
import { INPUT_TYPES, unpackContent } from './content.ts';
import { UPLOAD_KINDS } from './uploads.ts';

export const MAX_PANEL = 10;

const InputType = z.enum(INPUT_TYPES);
const Source = z.enum(['content', 'widget_annotation']);
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

const HttpUrl = anyText(2048).refine(
  (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
  'Must be an http or https address.',
);

const PersonaIds = z
  .array(z.string().max(40))
  .min(1)
  .max(MAX_PANEL)
  .refine((ids) => new Set(ids).size === ids.length, 'Name each persona once.')
  .meta({ description: 'At most 10; absent: five defaults that suit the content' });

const oneOf = ['content', 'url', 'upload_key'] as const;
/** What each type is made of. */
const TAKES: Record<z.infer<typeof InputType>, readonly (typeof oneOf)[number][]> = {
  text: ['content'],
  document: ['content', 'upload_key'],
  site: ['url'],
  pdf: ['upload_key'],
  image: ['upload_key'],
  audio: ['upload_key'],
  video: ['upload_key'],
};

export const ReviewCreate = z
  .object({
    title: writtenText(200),
    input_type: InputType,
    content: writtenText(200_000).nullish().meta({ description: 'For text and document: the text itself' }),
    url: HttpUrl.nullish().meta({ description: 'For site: a public address' }),
    upload_key: z.string().max(512).nullish().meta({ description: 'For files: the key of an upload' }),
    transcript_key: z
      .string()
      .max(512)
      .nullish()
      .meta({ description: 'For audio and video: the key of an uploaded transcript (WebVTT, SubRip or plain text)' }),
    persona_ids: PersonaIds.nullish(),
    widget_site_id: z.string().max(40).nullish().meta({ description: 'The site that it belongs to' }),
  })
  .check(({ value, issues }) => {
    const { input_type } = value;
    const takes = TAKES[input_type];
    const given = oneOf.filter((field) => typeof value[field] === 'string');
    const say = (path: string, message: string) =>
      issues.push({ code: 'custom', path: [path], message, input: value, continue: true });
    for (const field of given) if (!takes.includes(field)) say(field, `A review of ${input_type} takes no ${field}.`);
    if (given.length === 0) say(takes[0] ?? 'content', `A review of ${input_type} needs ${takes.join(' or ')}.`);
    if (given.length > 1) say(given[1] ?? 'content', `Give only one of ${given.join(', ')}.`);
    if (typeof value.transcript_key === 'string' && input_type !== 'audio' && input_type !== 'video')
      say('transcript_key', `A review of ${input_type} takes no transcript.`);
  });

/** Whatever else a caller sends is ignored. */
export const RunPersonas = z.object({ persona_ids: PersonaIds.nullish() });

export const ReviewQuery = PageQuery.extend({
  widget_site_id: z.string().max(40).optional().meta({ description: 'Only reviews of this site' }),
});

export const ReviewUploadCreate = z.object({
  kind: z.enum(UPLOAD_KINDS).meta({ description: 'The input_type that it is for, or transcript' }),
  content_type: z.string().max(120),
});

export const FeedbackRate = z.object({
  rating: z.number().int().min(1).max(5).meta({ description: '1 (useless) to 5 (useful); 4 and 5 count as useful' }),
  comment: anyText(2000).default(''),
});

const Score = z.number().meta({ description: '1 to 5' });
const Interval = z.array(z.number()).length(2);

/** What stands behind scores and probabilities. */
export const Calibration = z.object({
  calibrated: z.boolean().meta({ description: 'false: no rating of this workspace stands behind the numbers' }),
  basis: z.enum(['raw', 'prior', 'workspace']),
  calibrator_id: z.string(),
  labels: z.number().int().meta({ description: 'How many ratings it was fitted on' }),
  fitted_at: Time.nullable(),
  model: z.string().nullable(),
  note: z.string().meta({ description: 'The same in words' }),
});

export const OverallScore = z.object({
  value: Score.meta({
    description: 'The rating of 1 to 5 to be expected from your people; uncalibrated: the raw score',
  }),
  interval: Interval.meta({ description: 'Holds 90 of 100 ratings' }),
  raw: Score.meta({ description: 'Mean over personas of their weighted means, as the model gave them' }),
});

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
  samples: z.number().int(),
  dimensions: z.array(z.object({ name: z.string(), weight: z.number(), score: Score.nullable() })),
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
  runs_done: z.number().int().meta({ description: 'Ended, well or not' }),
  runs_failed: z.number().int(),
  runs_total: z.number().int(),
  created_at: Time,
  updated_at: Time,
  completed_at: Time.nullable(),
};

export const ReviewListItem = z.object({
  ...ofReview,
  score: Score.nullable().meta({ description: 'As known at its end' }),
  calibrated: z.boolean(),
});
export const ReviewPage = pageOf(ReviewListItem);

const reported = {
  error: z.string().nullable(),
  ai_live: z.boolean().nullable().meta({ description: 'false: stated heuristics answered, not an AI' }),
  url: z.string().nullable(),
  content: z
    .object({
      title: z.string().nullable(),
      characters: z.number().int(),
      words: z.number().int(),
      cut: z.object({ kept: z.number().int(), of: z.number().int() }).nullable(),
      notes: z.array(z.string()),
      picture_urls: z.array(z.string()).meta({ description: 'Signed addresses, good for 5 minutes' }),
    })
    .nullable(),
  score: OverallScore.nullable(),
  calibration: Calibration.nullable(),
  personas: z.array(PersonaResult),
};

export const Share = z.object({
  token: z.string(),
  url: z.string().meta({ description: 'Where the review is read with it' }),
  shared_at: Time,
});

export const ShowcaseState = z.object({
  slug: z.string(),
  state: z.enum(SHOWCASE_STATES),
  note: z.string().nullable().meta({ description: 'What an admin said when deciding' }),
  url: z.string().meta({ description: 'Its public page, open while it is approved' }),
});

export const Review = z.object({
  ...ofReview,
  ...reported,
  created_by: z.string(),
  share: Share.nullable().meta({ description: 'For MEMBERs; null where it is not shared' }),
  showcase: ShowcaseState.nullable().meta({ description: 'null where it was never submitted, or is withdrawn' }),
});

/** What the holder of a share link reads. */
export const SharedReview = z
  .object({
    ...ofReview,
    ...reported,
  })
  .omit({ widget_site_id: true, annotation_id: true });

const ofFeedback = {
  id: Id,
  persona_id: Id,
  dimension: z.string(),
  score: Score,
  comment: z.string(),
  suggestion: z.string().nullable(),
  quote: z.string().nullable(),
  element: z.string().nullable(),
  grounded: z.boolean().meta({ description: 'The quote stands in the content, or the element is one of its own' }),
  p_useful: z
    .number()
    .nullable()
    .meta({ description: 'Probability that your people rate it 4 or 5; null while it runs' }),
  interval: Interval.nullable().meta({ description: '90 % interval of p_useful' }),
  needs_human: z.boolean().meta({ description: 'Agreement with people is not assured' }),
  calibrated: z.boolean(),
};

export const Feedback = z.object({
  ...ofFeedback,
  rating: z.number().int().nullable().meta({ description: "The caller's own" }),
  rating_comment: z.string(),
  ratings: z.object({ count: z.number().int(), mean: z.number().nullable() }),
});

/** The whole of a review's feedback: at most 10 personas of 12 dimensions. */
export const FeedbackList = z.object({
  items: z.array(Feedback),
  next_cursor: z.null(),
  calibration: Calibration.nullable(),
});

export const SharedFeedbackList = z.object({
  items: z.array(z.object(ofFeedback)),
  next_cursor: z.null(),
  calibration: Calibration.nullable(),
});
