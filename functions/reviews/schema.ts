import * as z from 'zod';
import { anyText, httpUrl, Id, PageQuery, pageOf, refusing, Time, writtenText } from '../kit/contract/schema.ts';
import { uploadSize } from '../resolutions/upload-url.ts';
import { SaidCode } from './read/content.ts';
import { UPLOAD_KINDS, uploadRules } from './read/uploads.ts';
import { InputType, MAX_PANEL, ReviewStatus, RunState, SHOWCASE_STATES, Source } from './rows.ts';

export { ReviewStatus, RunState };

const HttpUrl = httpUrl();

const PersonaIds = z
  .array(z.string().max(40))
  .min(1)
  .max(MAX_PANEL)
  .refine((ids) => new Set(ids).size === ids.length, refusing('persona_repeated'))
  .meta({ description: 'At most 10; absent: five defaults that fit the content' });

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
    content: writtenText(200_000).nullish().meta({ description: 'For text and document: the content' }),
    url: HttpUrl.nullish().meta({ description: 'For site: a public URL' }),
    upload_key: z.string().max(512).nullish().meta({ description: 'For files: the key of an upload' }),
    transcript_key: z
      .string()
      .max(512)
      .nullish()
      .meta({ description: 'For audio and video: the key of an uploaded transcript (WebVTT, SubRip or plain text)' }),
    persona_ids: PersonaIds.nullish(),
    widget_site_id: z.string().max(40).nullish().meta({ description: 'The site the review belongs to' }),
  })
  .check(({ value, issues }) => {
    const { input_type } = value;
    const takes = TAKES[input_type];
    const given = oneOf.filter((field) => typeof value[field] === 'string');
    const say = (path: string, said: ReturnType<typeof refusing>) =>
      issues.push({ code: 'custom', path: [path], ...said, input: value, continue: true });
    for (const field of given)
      if (!takes.includes(field)) say(field, refusing('field_not_taken', { type: input_type, field }));
    if (given.length === 0)
      say(takes[0] ?? 'content', refusing('field_needed', { type: input_type, fields: takes.join(', ') }));
    if (given.length > 1) say(given[1] ?? 'content', refusing('only_one_of', { fields: given.join(', ') }));
    if (typeof value.transcript_key === 'string' && input_type !== 'audio' && input_type !== 'video')
      say('transcript_key', refusing('field_not_taken', { type: input_type, field: 'transcript_key' }));
  });

/** Whatever else a caller sends is ignored. */
export const RunPersonas = z.object({ persona_ids: PersonaIds.nullish() });

export const ReviewQuery = PageQuery.extend({
  widget_site_id: z.string().max(40).optional().meta({ description: 'Only reviews of this site' }),
  annotation_id: z.string().max(40).optional().meta({ description: 'Only reviews of this annotation' }),
});

export const ReviewUploadCreate = z.object({
  kind: z.enum(UPLOAD_KINDS).meta({ description: 'The input_type of the file, or transcript' }),
  content_type: z.string().max(120),
  size: uploadSize(Math.max(...Object.values(uploadRules).map(({ max_bytes }) => max_bytes))).optional(),
});

export const FeedbackRate = z.object({
  rating: z.number().int().min(1).max(5).meta({ description: '1 (useless) to 5 (useful); 4 and 5 count as useful' }),
  comment: anyText(2000).default(''),
});

const Score = z.number().meta({ description: '1 to 5' });
const Interval = z.array(z.number()).length(2);

/** What stands behind scores and probabilities. */
export const Calibration = z.object({
  calibrated: z.boolean().meta({ description: 'false: not yet based on ratings from this workspace' }),
  basis: z.enum(['raw', 'prior', 'workspace']),
  calibrator_id: z.string(),
  labels: z.number().int().meta({ description: 'Number of ratings it was fitted on' }),
  fitted_at: Time.nullable(),
  model: z.string().nullable(),
  note: z.string().meta({ description: 'Explanation in a sentence' }),
});

export const OverallScore = z.object({
  value: Score.meta({
    description: 'Expected rating from the workspace, 1 to 5; the raw score if uncalibrated',
  }),
  interval: Interval.meta({ description: '90% of ratings fall in this interval' }),
  raw: Score.meta({ description: "Average of the personas' weighted scores, as the model gave them" }),
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
  runs_done: z.number().int().meta({ description: 'Finished runs, including failed ones' }),
  runs_failed: z.number().int(),
  runs_total: z.number().int(),
  created_at: Time,
  updated_at: Time,
  completed_at: Time.nullable(),
};

export const ReviewListItem = z.object({
  ...ofReview,
  score: Score.nullable().meta({ description: 'Overall score when the review finished' }),
  calibrated: z.boolean(),
});
export const ReviewPage = pageOf(ReviewListItem);

const reported = {
  error: z.string().nullable(),
  error_codes: ErrorCodes,
  ai_live: z.boolean().nullable().meta({ description: 'false: rule-based checks, no AI model' }),
  url: z.string().nullable(),
  content: z
    .object({
      title: z.string().nullable(),
      characters: z.number().int(),
      words: z.number().int(),
      cut: z.object({ kept: z.number().int(), of: z.number().int() }).nullable(),
      notes: z.array(z.string()),
      note_codes: z
        .array(SaidCode.nullable())
        .max(10)
        .default([])
        .meta({ description: 'The code of each note; null or absent for older ones' }),
      picture_urls: z.array(z.string()).meta({ description: 'Signed URLs, valid for 5 minutes' }),
    })
    .nullable(),
  score: OverallScore.nullable(),
  calibration: Calibration.nullable(),
  personas: z.array(PersonaResult),
};

export const Share = z.object({
  token: z.string(),
  url: z.string().meta({ description: "The shared review's URL" }),
  shared_at: Time,
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
  share: Share.nullable().meta({ description: 'Only for MEMBERs and OWNERs; null if not shared' }),
  showcase: ShowcaseState.nullable().meta({ description: 'null if never submitted, or withdrawn' }),
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
  grounded: z.boolean().meta({ description: 'The quote or the element was found in the content' }),
  p_useful: z
    .number()
    .nullable()
    .meta({ description: 'Probability that the workspace rates it 4 or 5; null while the review is running' }),
  interval: Interval.nullable().meta({ description: '90% interval of p_useful' }),
  needs_human: z.boolean().meta({ description: 'true: not yet shown to agree with human ratings' }),
  calibrated: z.boolean(),
};

export const Feedback = z.object({
  ...ofFeedback,
  rating: z.number().int().nullable().meta({ description: "The caller's own rating" }),
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
