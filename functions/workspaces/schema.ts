import * as z from 'zod';
import type { RefusalCode } from '../codes/refusals.ts';
import { anyText, Deleted, Id, PageQuery, Time, writtenText } from '../kit/contract/schema.ts';
import { keys } from '../kit/table/keys.ts';
import { rowsAs } from '../kit/table/rows.ts';

/** A deleted one counts until its 30 days are over. */
export const MAX_WORKSPACES = 50;

const Slug = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'slug_malformed' satisfies RefusalCode)
  .meta({ description: 'A readable name for links, not unique' });

const Locale = z.enum(['en', 'de']);
const MemberRole = z.enum(['OWNER', 'MEMBER', 'GUEST']);

const Notifications = z.object({
  submitter_mail: z
    .boolean()
    .meta({ description: 'true: submitters get an email about resolutions; false: a reply in the thread' }),
});

/** In cents; null: none. */
const ModelLimit = z.number().int().min(0).max(10_000_000).nullable();

export const WorkspaceCreate = z.object({ name: writtenText(120), slug: Slug.optional() });

export const WorkspacePatch = WorkspaceCreate.partial().extend({
  default_locale: Locale.optional(),
  notifications: Notifications.partial().optional(),
  monthly_model_limit_cents: ModelLimit.optional().meta({
    description:
      'Reviews that would raise the month’s model costs above it are refused; at most $100,000; null: no limit',
  }),
});

export const WorkspaceRow = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  personal: z.boolean(),
  plan: z.string(),
  default_locale: Locale.default('en'),
  notifications: Notifications.default({ submitter_mail: true }),
  monthly_model_limit_cents: ModelLimit.default(null),
  created_at: z.number(),
  updated_at: z.number(),
  deleted_at: z.number().optional(),
  purge_at: z.number().optional(),
});
export type WorkspaceRow = z.infer<typeof WorkspaceRow>;
export const workspaceRows = rowsAs(keys.workspace, () => WorkspaceRow);

export const Workspace = WorkspaceRow.extend({
  id: Id,
  role: MemberRole.meta({ description: "The caller's role" }),
  default_locale: Locale.meta({ description: 'Email language for people whose language is unknown' }),
  notifications: Notifications,
  monthly_model_limit_cents: ModelLimit.meta({ description: 'Null without a limit, and for GUESTs' }),
  created_at: Time,
  updated_at: Time,
  deleted_at: Time.nullable(),
  purge_at: Time.nullable().meta({ description: 'An OWNER can restore a deleted workspace until then' }),
});

export const MemberRow = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  role: MemberRole,
  site_grants: z.array(z.string()).default([]),
  created_at: z.number(),
});
export type MemberRow = z.infer<typeof MemberRow>;
export const memberRows = rowsAs(keys.member, () => MemberRow);

export const Member = MemberRow.extend({
  user_id: Id,
  site_grants: z.array(Id).meta({ description: 'Sites that a GUEST can see; MEMBER and OWNER see all' }),
  created_at: Time,
});

export const MemberPatch = z.object({ role: MemberRole.optional(), site_grants: z.array(Id).max(100).optional() });

export const MemberRemoval = z.object({
  api_tokens: z.enum(['keep', 'revoke']).default('keep').meta({ description: "Effect on this member's API tokens" }),
});

export const MemberRemoved = Deleted.extend({
  working_tokens: z.number().int().meta({ description: "Number of this member's API tokens that still work" }),
  revoked_tokens: z.number().int(),
});

export const TransferOwnerRequest = z.object({ user_id: Id.meta({ description: 'A member of the workspace' }) });

export const AuditQuery = PageQuery.extend({
  actor: anyText(120)
    .optional()
    .meta({ description: 'Only changes by this actor: a user ID, `token:<id>` or `mcp:<site_id>`' }),
  action: anyText(60).optional().meta({ description: 'Only this action, such as `member.remove`' }),
});
