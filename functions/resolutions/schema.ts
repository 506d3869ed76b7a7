import * as z from 'zod';
import { AgentName } from '../annotations/agent-name.ts';
import { refusing, webAddress, writtenText } from '../kit/contract/schema.ts';
import { imageTypes, MAX_IMAGE_BYTES } from '../kit/files/image.ts';
import { uploadSize } from './upload-url.ts';

export const EvidenceKind = z.enum(['before', 'after']);

export const UploadUrlCreate = z.object({
  kind: EvidenceKind,
  content_type: z.string().max(120).pipe(z.enum(imageTypes)),
  size: uploadSize(MAX_IMAGE_BYTES).optional(),
});

const FIELDS = ['before_key', 'after_key', 'diff_url', 'explanation'] as const;

export const ResolutionCreate = z
  .object({
    before_key: z.string().max(512).nullish(),
    after_key: z.string().max(512).nullish(),
    diff_url: webAddress(['https:']).nullish(),
    explanation: writtenText(4096).nullish().meta({ description: 'Markdown' }),
    agent: AgentName.optional(),
  })
  .refine(
    (body) => FIELDS.some((field) => typeof body[field] === 'string'),
    refusing('one_of_required', { fields: FIELDS.join(', ') }),
  );
