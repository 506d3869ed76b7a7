import * as z from 'zod';
import { SaidCode } from '../codes/said-code.ts';
import { badRequest } from '../kit/errors.ts';
import { unpackJson } from '../kit/packed.ts';
import { keys } from '../kit/table/keys.ts';
import { rowsAs } from '../kit/table/rows.ts';
import { CapturedContext } from './context-schema.ts';
import { KINDS } from './kinds.ts';
import { IDENTITIES, Visitor } from './visitor.ts';

export const STATUSES = ['pending', 'blocked', 'resolved', 'won_t_fix', 'duplicate'] as const;
/** Accepted on write and read, and read as `pending`. */
export const LEGACY_STATUSES = ['new', 'ack', 'triaged', 'in_progress'] as const;

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

/** Notes whose elements one visit looks for. */
export const MAX_CHECKED = 100;

/** Counting further would read further. */
export const MAX_COUNTED = 100;

/** A stranger's text may do more than report a fault. Recognized by a learned model, which is wrong at times. */
export const RISKS = ['addresses_agents', 'asks_for_secrets'] as const;
export type Risk = (typeof RISKS)[number];
export const Risks = z.array(z.enum(RISKS)).max(RISKS.length);

export const Quarantine = z.array(z.enum(QUARANTINE_REASONS));

export const PRIORITIES = ['none', 'low', 'medium', 'high', 'urgent'] as const;
export const Priority = z.enum(PRIORITIES);
export type Priority = z.infer<typeof Priority>;

/** Lists show this many bytes of a page's address and of a submitter's name. */
export const MAX_SHOWN_URL = 100;
export const MAX_SHOWN_NAME = 32;

/** Labels are in every row of a list. */
export const MAX_LABELS = 5;
export const MAX_LABEL = 24;

/** An email address never leaves the service. */
export const Submitter = z.object({
  /** `persona`: a team member made the note from a review's finding. */
  kind: z.enum(['anonymous', 'stakeholder', 'persona']),
  name: z.string(),
  has_email: z.boolean(),
  /** Of an anonymous visitor whose page says who they are. */
  identity: z.enum(IDENTITIES).optional(),
});

/** Of whether agents may change things for this note without asking; the latest step. */
export const APPROVAL_STATES = ['requested', 'approved', 'declined', 'withdrawn'] as const;
export const ApprovalState = z.enum(APPROVAL_STATES);
export type ApprovalState = z.infer<typeof ApprovalState>;

/** The submitter's own word on a fix. */
export const Confirmation = z.object({ fixed: z.boolean(), at: z.number() });
/** Set by the service's browser if the team should look at the note. */
export const FLAGS = ['looks_unchanged', 'element_lost'] as const;

/** Whether the element of a pending note was found on its page. */
export const AnchorSeen = z.object({
  anchor: z.enum(['exact', 'moved', 'lost', 'unreachable']),
  score: z.number(),
  checked_at: z.number(),
});
export type AnchorSeen = z.infer<typeof AnchorSeen>;

/** The state that a member's change of status ended. It returns if they take the change back within a minute. */
export const Before = z.object({
  by: z.string(),
  at: z.number(),
  status: Status,
  summary: z.string(),
  duplicate_of: z.string().optional(),
  told_at: z.number().optional(),
  approval_state: z.literal('approved').optional(),
  confirmation: Confirmation.optional(),
  flag: z.enum(FLAGS).optional(),
  undone_at: z.number().optional(),
});
export type Before = z.infer<typeof Before>;

export const Origin = z.object({ review_id: z.string(), feedback_id: z.string() });

/** Stays under 1 KB. What has a default here is left out until it is set, since every attribute costs each list. */
export const AnnotationRow = z.object({
  id: z.string(),
  site_id: z.string(),
  status: Status,
  kind: z.string(),
  summary: z.string().default(''),
  /** Of a pending note: the earlier status that its summary is about. */
  summary_of: Status.optional(),
  assignee_id: z.string().nullable().default(null),
  auto_fix: z.boolean(),
  excerpt: z.string(),
  page_url: z.string(),
  /** Its tag, and the beginning of its name or text. */
  element: z.string().default(''),
  submitter: Submitter,
  has_screenshot: z.boolean().default(false),
  /** Its context has files, a rating or answers, or a picture without a screenshot. */
  has_more: z.boolean().optional(),
  acknowledged_at: z.number().nullable().default(null),
  acknowledged_by: z.string().nullable().default(null),
  lease_expires_at: z.number().nullable().default(null),
  quarantine: Quarantine.nullable().default(null),
  /** Of the replies that the submitter sees. */
  last_reply_by: z.enum(['team', 'visitor']).nullable().default(null),
  flag: z.enum(FLAGS).nullable().default(null),
  risks: Risks.default([]),
  /** An approval is removed when a closed note is reopened. */
  approval_state: ApprovalState.nullable().default(null),
  priority: Priority.default('none'),
  /** A calendar day, the same in every time zone. */
  due_on: z.string().nullable().default(null),
  labels: z.array(z.string()).default([]),
  duplicate_of: z.string().optional(),
  /** Notes that name this one as their original. */
  duplicate_count: z.number().optional(),
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
  /** Removed when the status changes. */
  confirmation: Confirmation.optional(),
  /** When it was last reopened or closed otherwise after it had been resolved: the browser saw a fix that didn't last. */
  undone_at: z.number().optional(),
  /** When the team last did something that the submitter sees. */
  news_at: z.number().optional(),
  anchor_check: AnchorSeen.optional(),
  /** When it got its status, if the submitter is notified of it. */
  told_at: z.number().optional(),
  /** Removed by the next change of status. */
  before: Before.optional(),
});
export type AnnotationRow = z.infer<typeof AnnotationRow>;
export const annotationRows = rowsAs(keys.annotation, () => AnnotationRow);

/** Counts only while the note has an `approval_state`. */
export const ApprovalRow = z.object({
  id: z.string(),
  state: ApprovalState,
  /** Written by an agent; empty if a person allowed it unasked. */
  intent: z.string(),
  requested_by: z.string().nullable(),
  requested_at: z.number().nullable(),
  decided_by: z.string().nullable(),
  decided_by_name: z.string(),
  decided_at: z.number().nullable(),
});
export type ApprovalRow = z.infer<typeof ApprovalRow>;
export const approvalRows = rowsAs(keys.approval, () => ApprovalRow);

export const MAX_FILES = 5;

/** Attached by a visitor beyond the screenshot. The name is theirs; type and size are those of the bytes. */
export const AttachedFile = z.object({ key: z.string(), name: z.string(), type: z.string(), size: z.number() });
export type AttachedFile = z.infer<typeof AttachedFile>;

export const ContextRow = z.object({
  body: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  captured: z.instanceof(Uint8Array).transform(unpackJson).pipe(CapturedContext),
  screenshot_key: z.string().nullable(),
  thumbnail_key: z.string().nullable(),
  files: z.array(AttachedFile).max(MAX_FILES).optional(),
  visitor: Visitor.optional(),
  /** A picture of the whole page, from which the note's own is still to be cut. */
  cut_from: z.string().optional(),
});
export type ContextRow = z.infer<typeof ContextRow>;
export const contextRows = rowsAs(keys.context, () => ContextRow);

export const AUTHORS = ['owner', 'agent', 'stakeholder'] as const;
export const Author = z.enum(AUTHORS);

export const ReplyRow = z.object({
  id: z.string(),
  annotation_id: z.string(),
  author: Author,
  author_name: z.string(),
  body: z.string(),
  created_at: z.number(),
  /** Only the team sees it; absent for all others. */
  internal: z.literal(true).optional(),
  /** Only of what a visitor wrote. */
  risks: Risks.optional(),
  /** Of a review's verdict, which only the team sees. */
  review_id: z.string().optional(),
  /** Of the resolution whose news this is, for a submitter who gets no mail. */
  resolution_id: z.string().optional(),
  /** A mark of the mail that it came in, so that the same mail counts once. */
  mail_id: z.string().optional(),
});
export type ReplyRow = z.infer<typeof ReplyRow>;
export const replyRows = rowsAs(keys.reply, () => ReplyRow);

export const VERIFICATION_STATES = [
  'checking',
  'changed',
  'unchanged',
  'element_lost',
  'unreachable',
  'not_checked',
] as const;

const ReasonCodes = z.array(SaidCode).default([]);

/** The page's own words and measures, so untrusted. */
export const ElementSeen = z.object({
  text: z.string(),
  name: z.string(),
  href: z.string(),
  width: z.number(),
  height: z.number(),
  /** Beyond the right edge of the window. */
  beyond_x: z.number(),
});
export type ElementSeen = z.infer<typeof ElementSeen>;

/** Written by the worker that looked at the page; visitors and pages decide nothing in it but `element`. */
export const VerificationRow = z.object({
  annotation_id: z.string(),
  site_id: z.string(),
  state: z.enum(VERIFICATION_STATES),
  requested_at: z.number(),
  anchor: z.enum(['exact', 'moved', 'lost']).nullable().default(null),
  score: z.number().nullable().default(null),
  changed_inside: z.number().nullable().default(null),
  changed_outside: z.number().nullable().default(null),
  picture_key: z.string().nullable().default(null),
  element: ElementSeen.nullable().default(null),
  checked_at: z.number().nullable().default(null),
  /** Whether it is among the day's visits, so that a repeated attempt isn't counted again. */
  is_counted: z.boolean().optional(),
  reason: z.string().nullable().default(null),
  reason_codes: ReasonCodes,
});
export type VerificationRow = z.infer<typeof VerificationRow>;
export const verificationRows = rowsAs(keys.verification, () => VerificationRow);

/** One visit for all pending notes of a page. */
export const AnchorCheckRow = z.object({
  site_id: z.string(),
  page_url: z.string(),
  state: z.enum(['checking', 'checked', 'unreachable', 'not_checked']),
  requested_at: z.number(),
  checked_at: z.number().nullable().default(null),
  notes: z
    .array(AnchorSeen.omit({ checked_at: true }).extend({ annotation_id: z.string() }))
    .max(MAX_CHECKED)
    .default([]),
  reason: z.string().nullable().default(null),
  reason_codes: ReasonCodes,
});
export type AnchorCheckRow = z.infer<typeof AnchorCheckRow>;
export const anchorCheckRows = rowsAs(keys.anchorCheck, () => AnchorCheckRow);

export const ResolutionRow = z.object({
  id: z.string(),
  annotation_id: z.string(),
  site_id: z.string(),
  actor_id: z.string(),
  actor_kind: z.enum(['human', 'agent', 'mcp']),
  before_key: z.string().nullable(),
  after_key: z.string().nullable(),
  diff_url: z.string().nullable(),
  commit: z.string().nullable().default(null),
  branch: z.string().nullable().default(null),
  pr_url: z.string().nullable().default(null),
  explanation: z.string().nullable(),
  notification_status: z.enum(['pending', 'sent', 'queued_reply', 'failed']),
  created_at: z.number(),
  notified_at: z.number().nullable(),
});
export type ResolutionRow = z.infer<typeof ResolutionRow>;
export const resolutionRows = rowsAs(keys.resolution, () => ResolutionRow);
