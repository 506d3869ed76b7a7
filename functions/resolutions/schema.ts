import * as z from 'zod';
import { Id, refusing, Time, webAddress, writtenText } from '../kit/contract/schema.ts';
import { imageTypes, MAX_IMAGE_BYTES } from '../kit/files/image.ts';
import { NOTIFICATION_STATUSES } from './row.ts';
import { uploadSize } from './upload-url.ts';

export const EvidenceKind = z.enum(['before', 'after']);

export const NotificationStatus = z.enum(NOTIFICATION_STATUSES);

export const UploadUrlCreate = z.object({
  kind: EvidenceKind,
  content_type: z.string().max(120).pipe(z.enum(imageTypes)),
  size: uploadSize(MAX_IMAGE_BYTES).optional(),
});

const HttpsUrl = webAddress(['https:']);

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
    refusing('one_of_required', { fields: RESOLUTION_FIELDS.join(', ') }),
  );

export const Resolution = z.object({
  id: Id,
  annotation_id: Id,
  actor_id: z.string(),
  actor_kind: z.enum(['human', 'agent', 'mcp']),
  before_url: z.string().nullable().meta({ description: 'Signed URL, valid for 5 minutes' }),
  after_url: z.string().nullable().meta({ description: 'Signed URL, valid for 5 minutes' }),
  diff_url: z.string().nullable(),
  explanation: z.string().nullable().meta({ description: 'Markdown' }),
  notification_status: NotificationStatus,
  created_at: Time,
  notified_at: Time.nullable(),
});
