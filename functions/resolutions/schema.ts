import * as z from 'zod';
import { AgentName } from '../annotations/agent-name.ts';
import { Status } from '../annotations/rows.ts';
import { Resolution } from '../annotations/schema.ts';
import { anyText, Id, refusing, Time, webAddress, writtenText } from '../kit/contract/schema.ts';
import { MAX_SENT_CHARACTERS } from '../kit/files/attach.ts';
import { imageTypes, MAX_IMAGE_BYTES } from '../kit/files/image.ts';
import { UploadUrl, uploadSize } from './upload-url.ts';

export const EvidenceKind = z.enum(['before', 'after']);

export const UploadUrlCreate = z.object({
  kind: EvidenceKind,
  content_type: z.string().max(120).pipe(z.enum(imageTypes)),
  size: uploadSize(MAX_IMAGE_BYTES).optional(),
});

export const EvidenceUploadUrl = UploadUrl.extend({
  short_url: z.string().meta({
    description: 'The same, shorter and without headers, for files up to 4 MB: `curl -L -T file <short_url>`',
  }),
});

const FIELDS = ['before_key', 'after_key', 'diff_url', 'explanation'] as const;

const httpsUrl = () => webAddress(['https:']).nullish();
const Explanation = writtenText(4096).nullish().meta({ description: 'Markdown' });

export const ResolutionCreate = z
  .object({
    before_key: z.string().max(512).nullish(),
    after_key: z.string().max(512).nullish(),
    diff_url: httpsUrl(),
    explanation: Explanation,
    agent: AgentName.optional(),
  })
  .refine(
    (body) => FIELDS.some((field) => typeof body[field] === 'string'),
    refusing('one_of_required', { fields: FIELDS.join(', ') }),
  );

const Summary = writtenText(2000);
const Commit = z
  .string()
  .max(64)
  .refine((text) => /^[\da-f]{7,64}$/i.test(text), refusing('not_a_commit'))
  .meta({ description: 'SHA of the commit, 7 to 64 hexadecimal digits', examples: ['3f786850e387'] });

/** One line, which needs no escape. */
const Branch = anyText(255)
  .refine((text) => /^[^\s\p{Cc}]+$/u.test(text), refusing('not_a_branch'))
  .meta({ examples: ['fix/buy-button'] });

export const Picture = z
  .string()
  .refine((text) => text.length <= MAX_SENT_CHARACTERS, refusing('sent_picture_too_large'))
  .meta({
    maxLength: MAX_SENT_CHARACTERS,
    description:
      'Key of an upload, the image as base64 (at most 1 MB), or `submitter` for the visitor’s own screenshot',
  });

export const AnnotationResolve = z.object({
  summary: Summary,
  explanation: Explanation,
  commit: Commit.nullish(),
  branch: Branch.nullish(),
  pr_url: httpsUrl(),
  diff_url: httpsUrl(),
  before: Picture.nullish(),
  after: Picture.nullish(),
  agent: AgentName.optional(),
});

/** Small, since an agent has just read the note. */
export const Resolved = z.object({
  id: Id,
  status: Status,
  summary: z.string(),
  updated_at: Time,
  resolution: Resolution.nullable().meta({ description: 'Null if nothing but a summary was sent' }),
});
