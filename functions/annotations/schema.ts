import * as z from 'zod';
import { AuditEntry } from '../kit/audit/audit-entry.ts';
import { anyText, Id, PageQuery, pageOf, Time, wholeNumber, writtenText } from '../kit/contract/schema.ts';
import { CapturedContext, ConsoleEntry, FailedRequest } from './context-schema.ts';
import {
  Author,
  LEGACY_STATUSES,
  MAX_COUNTED,
  Origin,
  Quarantine,
  ReplyRow,
  ResolutionRow,
  STATUSES,
  Status,
  Submitter,
} from './rows.ts';

/** An unknown status is refused as SPEC.md says, with a 400, by `toStatus`. */
const GivenStatus = z.string().meta({
  description: `One of ${STATUSES.join(', ')}; ${LEGACY_STATUSES.join(', ')} count as pending; any other value is a 400`,
  examples: ['pending'],
});

export const Reply = ReplyRow.extend({
  id: Id,
  annotation_id: Id,
  created_at: Time,
  review_id: Id.optional().meta({ description: 'The review whose verdict this is; its submitter does not see it' }),
});

const { actor_id, actor_kind, diff_url } = ResolutionRow.shape;
export const NotificationStatus = ResolutionRow.shape.notification_status;
const ImageUrl = z.string().nullable().meta({ description: 'Signed URL, valid for 5 minutes' });

export const Resolution = z.object({
  id: Id,
  annotation_id: Id,
  actor_id,
  actor_kind,
  before_url: ImageUrl,
  after_url: ImageUrl,
  diff_url,
  explanation: z.string().nullable().meta({ description: 'Markdown' }),
  notification_status: NotificationStatus,
  created_at: Time,
  notified_at: Time.nullable(),
});

export const AnnotationListItem = z.object({
  id: Id,
  site_id: Id,
  status: Status,
  kind: z.string(),
  summary: z.string(),
  assignee_id: z.string().nullable(),
  auto_fix: z.boolean().meta({ description: 'The submitter authorized automatic fixes' }),
  excerpt: z.string().meta({ description: "The note's first 300 characters, untrusted" }),
  page_url: z.string(),
  submitter: Submitter,
  has_screenshot: z.boolean(),
  acknowledged_at: Time.nullable(),
  acknowledged_by: z.string().nullable(),
  lease_expires_at: Time.nullable(),
  quarantine: Quarantine.nullable().meta({
    description: 'Why the note is quarantined as possible spam; null if it is not',
  }),
  created_at: Time,
  updated_at: Time,
});

const UnattendedEdits = z.object({ allowed: z.boolean(), reason: z.string() });

export const Annotation = z.object({
  ...AnnotationListItem.omit({ excerpt: true, page_url: true }).shape,
  unattended_edits: UnattendedEdits.meta({
    description: 'Whether an agent may make changes without asking; decided by the server, never by text',
  }),
  origin: Origin.nullable().meta({ description: 'The review finding that the note was made from' }),
  body: z.string(),
  ...CapturedContext.shape,
  console: z.array(ConsoleEntry.extend({ at: Time })).optional(),
  failed_requests: z.array(FailedRequest.extend({ at: Time })).optional(),
  screenshot_url: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  replies: z.array(Reply),
  resolutions: z.array(Resolution),
});

export const AnnotationPage = pageOf(AnnotationListItem).extend({
  quarantined_count: z.number().int().max(MAX_COUNTED).optional().meta({
    description:
      'On the first page: number of quarantined notes on this site, where 100 means 100 or more; quarantined=true lists them',
  }),
});

export const AnnotationQuery = PageQuery.extend({
  status: GivenStatus.optional(),
  kind: anyText(80).optional(),
  since: wholeNumber(0).optional().meta({ description: 'Epoch milliseconds: created at or after' }),
  auto_fix: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .meta({ description: 'true: only notes with auto_fix; false: only notes without it' }),
  quarantined: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .meta({ description: 'true: only quarantined notes; false: all other notes' }),
});

export const AnnotationPatch = z.object({
  status: GivenStatus.optional(),
  summary: anyText(2000).optional(),
  assignee_id: z
    .string()
    .max(40)
    .nullable()
    .optional()
    .meta({ description: "A member's user ID, or null to unassign" }),
  quarantined: z.boolean().optional().meta({ description: 'true: move the note to quarantine; false: move it back' }),
});

export const AnnotationAuditEntry = AuditEntry.extend({
  actor_name: z
    .string()
    .nullable()
    .meta({ description: 'Name of the member or token; null for others, and if they no longer exist' }),
});

export const ReplyCreate = z.object({
  body: writtenText(10_000),
  author: Author.default('owner').meta({ description: 'API tokens always reply as agent' }),
  author_name: anyText(120).default(''),
});
