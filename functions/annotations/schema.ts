import * as z from 'zod';
import { anyText, Id, PageQuery, pageOf, Time, writtenText } from '../kit/schema.ts';
import { Resolution } from '../resolutions/schema.ts';
import { unpackCaptured } from './captured.ts';
import { CapturedContext } from './context-schema.ts';

export const STATUSES = ['pending', 'blocked', 'resolved', 'won_t_fix', 'duplicate'] as const;
/** Accepted on write and read, and read as `pending`. */
export const LEGACY_STATUSES = ['new', 'ack', 'triaged', 'in_progress'] as const;
export const KINDS = ['bug', 'copy', 'design', 'question', 'idea', 'praise', 'other'] as const;

const Status = z.enum(STATUSES);
export type Status = z.infer<typeof Status>;

/** Any string fits the shape: an unknown status is refused as SPEC.md says, with a 400, by `toStatus`. */
const GivenStatus = z.string().meta({
  description: `One of ${STATUSES.join(', ')}; ${LEGACY_STATUSES.join(', ')} count as pending; anything else is a 400`,
  examples: ['pending'],
});

export const Kind = z.enum(KINDS);

/** Who left the note; an e-mail address never leaves the service. */
const Submitter = z.object({
  kind: z.enum(['anonymous', 'stakeholder']),
  name: z.string(),
  has_email: z.boolean(),
});

/**
 * The `ANN` row. It stays under 1 KB, so the large part stands in the context row beside it; what has a default here is
 * left out until it is set, since every attribute costs each list.
 */
export const AnnotationRow = z.object({
  id: z.string(),
  site_id: z.string(),
  status: Status,
  kind: z.string(),
  summary: z.string().default(''),
  assignee_id: z.string().nullable().default(null),
  auto_fix: z.boolean(),
  /** The note's first 300 characters. */
  excerpt: z.string(),
  /** Shortened where it is long; the context row has the whole address. */
  page_url: z.string(),
  /** The name is shortened too. */
  submitter: Submitter,
  has_screenshot: z.boolean().default(false),
  acknowledged_at: z.number().nullable().default(null),
  acknowledged_by: z.string().nullable().default(null),
  lease_expires_at: z.number().nullable().default(null),
  created_at: z.number(),
  updated_at: z.number(),
  /** Not in the indexes: */
  stakeholder_id: z.string().optional(),
  /** The server key that the note's secret is derived from. */
  note_key_id: z.string().optional(),
});
export type AnnotationRow = z.infer<typeof AnnotationRow>;

/** The `CONTEXT` row. */
export const ContextRow = z.object({
  body: z.string(),
  /** As given by the visitor, or the stakeholder's when the note was sent. */
  name: z.string(),
  email: z.string().nullable(),
  captured: z.instanceof(Uint8Array).transform(unpackCaptured).pipe(CapturedContext),
  /** Keys of kept objects. */
  screenshot_key: z.string().nullable(),
  thumbnail_key: z.string().nullable(),
});
export type ContextRow = z.infer<typeof ContextRow>;

export const AUTHORS = ['owner', 'agent', 'stakeholder'] as const;
const Author = z.enum(AUTHORS);

export const ReplyRow = z.object({
  id: z.string(),
  annotation_id: z.string(),
  author: Author,
  author_name: z.string(),
  body: z.string(),
  created_at: z.number(),
});
export type ReplyRow = z.infer<typeof ReplyRow>;

export const Reply = z.object({
  id: Id,
  annotation_id: Id,
  author: Author,
  author_name: z.string(),
  body: z.string(),
  created_at: Time,
});

/** What lists show of an annotation. */
export const AnnotationListItem = z.object({
  id: Id,
  site_id: Id,
  status: Status,
  kind: z.string(),
  summary: z.string(),
  assignee_id: z.string().nullable(),
  auto_fix: z.boolean().meta({ description: 'The submitter authorised an unattended automated change' }),
  excerpt: z.string().meta({ description: "The note's first 300 characters, written by a stranger" }),
  page_url: z.string(),
  submitter: Submitter,
  has_screenshot: z.boolean(),
  acknowledged_at: Time.nullable(),
  acknowledged_by: z.string().nullable(),
  lease_expires_at: Time.nullable(),
  created_at: Time,
  updated_at: Time,
});

const UnattendedEdits = z.object({
  allowed: z.boolean(),
  reason: z.string(),
});

/** An annotation with what the widget captured and its thread, oldest first. */
export const Annotation = z.object({
  ...AnnotationListItem.omit({ excerpt: true, page_url: true }).shape,
  unattended_edits: UnattendedEdits.meta({
    description: "The server's word on edits without a person; no text decides it",
  }),
  body: z.string(),
  ...CapturedContext.shape,
  screenshot_url: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  replies: z.array(Reply),
  resolutions: z.array(Resolution),
});

export const AnnotationPage = pageOf(AnnotationListItem);

export const AnnotationQuery = PageQuery.extend({
  status: GivenStatus.optional(),
  kind: anyText(80).optional(),
  since: z.coerce.number().int().min(0).optional().meta({ description: 'Epoch milliseconds: created at or after' }),
  auto_fix: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .meta({ description: 'true: only flagged notes; false: only others' }),
});

export const AnnotationPatch = z.object({
  status: GivenStatus.optional(),
  summary: anyText(2000).optional(),
  assignee_id: z.string().max(40).nullable().optional().meta({ description: "A member's user id, or null for nobody" }),
});

export const ReplyCreate = z.object({
  body: writtenText(10_000),
  author: Author.default('owner').meta({ description: 'API tokens always write as agent' }),
  author_name: anyText(120).default(''),
});
