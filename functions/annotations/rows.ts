import * as z from 'zod';
import { unpackCaptured } from './captured.ts';
import { CapturedContext } from './context-schema.ts';

export const STATUSES = ['pending', 'blocked', 'resolved', 'won_t_fix', 'duplicate'] as const;
/** Accepted on write and read, and read as `pending`. */
export const LEGACY_STATUSES = ['new', 'ack', 'triaged', 'in_progress'] as const;
export const KINDS = ['bug', 'copy', 'design', 'question', 'idea', 'praise', 'other'] as const;

export const Status = z.enum(STATUSES);
export type Status = z.infer<typeof Status>;

export const Kind = z.enum(KINDS);

/** Why a note is quarantined: its `spamSigns`, or by hand. */
export const QUARANTINE_REASONS = ['links', 'only_links', 'link_markup', 'link_in_name', 'by_hand'] as const;
export type QuarantineReason = (typeof QUARANTINE_REASONS)[number];

/** Quarantined notes are counted up to this: counting further would read further. */
export const MAX_COUNTED = 100;

export const Quarantine = z.array(z.enum(QUARANTINE_REASONS));

/** Who left the note; an email address never leaves the service. */
export const Submitter = z.object({
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
  quarantine: Quarantine.nullable().default(null),
  created_at: z.number(),
  updated_at: z.number(),
  /** Not in the indexes: */
  stakeholder_id: z.string().optional(),
  /** Its spam signs before it was released, in case the release is undone. */
  released: Quarantine.optional(),
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
export const Author = z.enum(AUTHORS);

export const ReplyRow = z.object({
  id: z.string(),
  annotation_id: z.string(),
  author: Author,
  author_name: z.string(),
  body: z.string(),
  created_at: z.number(),
});
export type ReplyRow = z.infer<typeof ReplyRow>;
