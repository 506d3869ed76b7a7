import * as z from 'zod';
import { anyText, httpUrl, PageQuery, refusing, writtenText } from '../kit/contract/schema.ts';
import { uploadSize } from '../resolutions/upload-url.ts';
import { UPLOAD_KINDS, uploadRules } from './read/uploads.ts';
import { InputType, MAX_PANEL } from './rows.ts';

const HttpUrl = httpUrl();

const PersonaIds = z
  .array(z.string().max(40))
  .min(1)
  .max(MAX_PANEL)
  .refine((ids) => new Set(ids).size === ids.length, refusing('persona_repeated'))
  .meta({ description: 'At most 10; absent: five defaults that fit the content' });

const oneOf = ['content', 'url', 'upload_key'] as const;
const TAKES: Record<z.infer<typeof InputType>, readonly (typeof oneOf)[number][]> = {
  text: ['content'],
  document: ['content', 'upload_key'],
  site: ['url'],
  pdf: ['upload_key'],
  image: ['upload_key'],
  audio: ['upload_key'],
  video: ['upload_key'],
};

/** The limit of a body, minus room for the largest other fields. */
export const MAX_CONTENT_BYTES = 248 * 1024;

const Content = writtenText(200_000)
  .refine(
    (content) => Buffer.byteLength(JSON.stringify(content)) <= MAX_CONTENT_BYTES,
    refusing('content_too_large', { max: MAX_CONTENT_BYTES / 1024 }),
  )
  .meta({ description: `For text and document: the content, at most ${MAX_CONTENT_BYTES / 1024} KB as JSON in UTF-8` });

const purpose = {
  goal: anyText(500).nullish().meta({
    description:
      "Purpose of the content. Absent: as last given for the site, else inferred; '' infers it and clears the site's",
  }),
  audience: anyText(500).nullish().meta({ description: 'Whom it addresses; absent or empty as for goal' }),
  stage: anyText(40)
    .nullish()
    .meta({ description: 'draft, review or live, in your words; absent or empty as for goal' }),
};

export const ReviewCreate = z
  .object({
    title: writtenText(200),
    input_type: InputType,
    content: Content.nullish(),
    url: HttpUrl.nullish().meta({ description: 'For site: a public URL' }),
    upload_key: z.string().min(1).max(512).nullish().meta({ description: 'For files: the key of an upload' }),
    transcript_key: z
      .string()
      .min(1)
      .max(512)
      .nullish()
      .meta({ description: 'For audio and video: the key of an uploaded transcript (WebVTT, SubRip or plain text)' }),
    persona_ids: PersonaIds.nullish(),
    widget_site_id: z.string().max(40).nullish().meta({ description: 'The site the review belongs to' }),
    ...purpose,
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

export const RunPersonas = z.object({ persona_ids: PersonaIds.nullish() });

export const ReportQuery = z.object({
  language: z
    .enum(['en', 'de'])
    .default('en')
    .meta({ description: "Of the report's own words; findings stay as written" }),
});

export const ReviewQuery = PageQuery.extend({
  widget_site_id: z.string().max(40).optional().meta({ description: 'Only reviews of this site' }),
  annotation_id: z.string().max(40).optional().meta({ description: 'Only reviews of this annotation' }),
});

export const ReviewUploadCreate = z.object({
  kind: z.enum(UPLOAD_KINDS).meta({ description: 'The input_type of the file, or transcript' }),
  content_type: z.string().max(120),
  size: uploadSize(Math.max(...Object.values(uploadRules).map(({ max_bytes }) => max_bytes))).optional(),
});

export const FeedbackNoteCreate = z.object({
  site_id: z.string().max(40).nullish().meta({ description: "The site that gets the note; absent: the review's" }),
});

export const FeedbackRate = z.object({
  rating: z.number().int().min(1).max(5).meta({ description: '1 (useless) to 5 (useful); 4 and 5 count as useful' }),
  comment: anyText(2000).default(''),
});

export const PageRate = z.object({
  rating: z.number().int().min(1).max(5).meta({ description: '1 (poor) to 5 (very good), of the page itself' }),
});

export const ShareCreate = z.object({
  expires_in_days: z
    .number()
    .int()
    .min(1)
    .max(365)
    .nullish()
    .meta({ description: 'null: never; absent: as before, and a new link never expires' }),
});
