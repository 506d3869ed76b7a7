import * as z from 'zod';
import { badRequest } from '../kit/errors.ts';
import { unpackCaptured } from './captured.ts';
import { CapturedContext } from './context-schema.ts';

export const STATUSES = ['pending', 'blocked', 'resolved', 'won_t_fix', 'duplicate'] as const;
/** Accepted on write and read, and read as `pending`. */
export const LEGACY_STATUSES = ['new', 'ack', 'triaged', 'in_progress'] as const;
export const KINDS = ['bug', 'copy', 'design', 'question', 'idea', 'praise', 'other'] as const;

export const Status = z.enum(STATUSES);
export type Status = z.infer<typeof Status>;

export const toStatus = (given: string): Status => {
  if (LEGACY_STATUSES.some((status) => status === given)) return 'pending';
  const known = STATUSES.find((status) => status === given);
  if (!known) throw badRequest('status_unknown', { options: STATUSES.join(', ') });
  return known;
};

export const Kind = z.enum(KINDS);
export type Kind = z.infer<typeof Kind>;

export const QUARANTINE_REASONS = ['links', 'only_links', 'link_markup', 'link_in_name', 'by_hand'] as const;
export type QuarantineReason = (typeof QUARANTINE_REASONS)[number];

/** Counting further would read further. */
export const MAX_COUNTED = 100;

export const Quarantine = z.array(z.enum(QUARANTINE_REASONS));

/** An email address never leaves the service. */
export const Submitter = z.object({
  /** `persona`: a team member made the note from a review's finding. */
  kind: z.enum(['anonymous', 'stakeholder', 'persona']),
  name: z.string(),
  has_email: z.boolean(),
});

export const Origin = z.object({ review_id: z.string(), feedback_id: z.string() });

/** Stays under 1 KB. What has a default here is left out until it is set, since every attribute costs each list. */
export const AnnotationRow = z.object({
  id: z.string(),
  site_id: z.string(),
  status: Status,
  kind: z.string(),
  summary: z.string().default(''),
  assignee_id: z.string().nullable().default(null),
  auto_fix: z.boolean(),
  excerpt: z.string(),
  page_url: z.string(),
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
  /** In case the release is undone. */
  released: Quarantine.optional(),
  /** The note's secret is derived from it. */
  note_key_id: z.string().optional(),
  /** The finding that the note was made from. */
  origin: Origin.optional(),
});
export type AnnotationRow = z.infer<typeof AnnotationRow>;

export const ContextRow = z.object({
  body: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  captured: z.instanceof(Uint8Array).transform(unpackCaptured).pipe(CapturedContext),
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
  /** Of a review's verdict, which only the team sees. */
  review_id: z.string().optional(),
});
export type ReplyRow = z.infer<typeof ReplyRow>;

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
  notification_status: z.enum(['pending', 'sent', 'queued_reply', 'failed']),
  created_at: z.number(),
  notified_at: z.number().nullable(),
});
export type ResolutionRow = z.infer<typeof ResolutionRow>;
