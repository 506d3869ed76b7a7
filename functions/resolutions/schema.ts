import * as z from 'zod';
import { imageTypes } from '../kit/image.ts';
import { anyText, Id, Time, writtenText } from '../kit/schema.ts';

export const EvidenceKind = z.enum(['before', 'after']);

export const NotificationStatus = z.enum(['pending', 'sent', 'queued_reply', 'failed']);

export const UploadUrlCreate = z.object({
  kind: EvidenceKind,
  content_type: z
    .string()
    .max(120)
    .pipe(z.enum(imageTypes, `Must be one of ${imageTypes.join(', ')}.`)),
});

export const UploadUrl = z.object({
  url: z.string().meta({ description: 'PUT the bytes here, with `headers`, before it expires' }),
  method: z.literal('PUT'),
  headers: z.record(z.string(), z.string()),
  key: z.string().meta({
    description: 'Pass it where the file belongs: `before_key`, `after_key`, `upload_key` or `transcript_key`',
  }),
  expires_in_seconds: z.number().int(),
});

const HttpsUrl = anyText(2048).refine(
  (text) => /^https:\/\//i.test(text) && URL.canParse(text),
  'Must be an https address.',
);

export const RESOLUTION_FIELDS = ['before_key', 'after_key', 'diff_url', 'explanation'] as const;

export const ResolutionCreate = z
  .object({
    before_key: z.string().max(512).nullish(),
    after_key: z.string().max(512).nullish(),
    diff_url: HttpsUrl.nullish(),
    explanation: writtenText(4096).nullish().meta({ description: 'Markdown' }),
  })
  .refine(
    (body) => RESOLUTION_FIELDS.some((field) => typeof body[field] === 'string'),
    `Give at least one of ${RESOLUTION_FIELDS.join(', ')}.`,
  );

/** A resolution as it is stored; the keys name kept objects. */
export const ResolutionRow = z.object({
  id: z.string(),
  annotation_id: z.string(),
  site_id: z.string(),
  actor_id: z.string(),
  actor_kind: z.enum(['human', 'agent', 'mcp']),
  before_key: z.string().nullable(),
  after_key: z.string().nullable(),
  diff_url: z.string().nullable(),
  explanation: z.string().nullable(),
  notification_status: NotificationStatus,
  created_at: z.number(),
  notified_at: z.number().nullable(),
});
export type ResolutionRow = z.infer<typeof ResolutionRow>;

export const Resolution = z.object({
  id: Id,
  annotation_id: Id,
  actor_id: z.string(),
  actor_kind: z.enum(['human', 'agent', 'mcp']),
  before_url: z.string().nullable().meta({ description: 'A signed address of the image, good for 5 minutes' }),
  after_url: z.string().nullable().meta({ description: 'A signed address of the image, good for 5 minutes' }),
  diff_url: z.string().nullable(),
  explanation: z.string().nullable().meta({ description: 'Markdown' }),
  notification_status: NotificationStatus,
  created_at: Time,
  notified_at: Time.nullable(),
});
