import * as z from 'zod';
import { DAY, HOUR } from '../kit/clock.ts';
import { emailAddress, Id, PageQuery, Time } from '../kit/contract/schema.ts';
import { keys } from '../kit/table/keys.ts';
import { rowsAs } from '../kit/table/rows.ts';

export const LIFE = 7 * DAY;
export const REMEMBERED = 30 * DAY;
/** Over all workspaces of one inviter. */
export const MAX_A_DAY = 200;
export const MAX_GRANTS = 100;
export const MAX_RESENDS = 3;
export const RESEND_WINDOW = HOUR;

const InvitedRole = z.enum(['MEMBER', 'GUEST']);
const MailStatus = z
  .enum(['pending', 'sent', 'failed', 'suppressed'])
  .meta({ description: 'suppressed: this address has opted out of email; share the link yourself' });

export const InvitationCreate = z.object({
  email: emailAddress(),
  role: InvitedRole,
  site_grants: z
    .array(Id)
    .max(MAX_GRANTS)
    .default([])
    .meta({ description: 'Sites that a GUEST can see; an empty list grants none' }),
});

export const InvitationStatus = z.enum(['open', 'accepted', 'revoked', 'expired']);
export type InvitationStatus = z.infer<typeof InvitationStatus>;

export const InvitationQuery = PageQuery.extend({
  status: z
    .enum([...InvitationStatus.options, 'all'])
    .default('open')
    .meta({ description: 'Invitations to list' }),
});

export const InvitationRow = z.object({
  id: z.string(),
  workspace_id: z.string(),
  email: z.string(),
  role: InvitedRole,
  site_grants: z.array(z.string()),
  key_id: z.string(),
  expires_at: z.number(),
  mail_status: MailStatus,
  invited_by: z.string(),
  invited_by_name: z.string(),
  created_at: z.number(),
  accepted_at: z.number().optional(),
  revoked_at: z.number().optional(),
});
export type InvitationRow = z.infer<typeof InvitationRow>;
export const invitationRows = rowsAs(keys.invitation, () => InvitationRow);

export const Invitation = InvitationRow.omit({ key_id: true, accepted_at: true, revoked_at: true }).extend({
  id: Id,
  workspace_id: Id,
  site_grants: z.array(Id),
  status: InvitationStatus,
  token: z.string().meta({ description: "Part of the email's link; empty once its server key is retired" }),
  link: z.string().meta({ description: "The email's link" }),
  invited_by: Id,
  expires_at: Time,
  created_at: Time,
});

export const InvitationPreview = z.object({
  workspace_name: z.string(),
  invited_by_name: z.string(),
  role: InvitedRole,
  email_hint: z.string().meta({ description: 'The invited address, masked', examples: ['a•••@example.com'] }),
  expires_at: Time,
});

export const InvitationAccept = z.object({ token: z.string() });

const Role = z.enum(['OWNER', 'MEMBER', 'GUEST']);

export const Accepted = z.object({ workspace_id: Id, user_id: Id, role: Role, site_grants: z.array(Id) });
export type Accepted = z.input<typeof Accepted>;

export const Membership = z.object({ role: Role, site_grants: z.array(z.string()).default([]) });
export type Membership = z.infer<typeof Membership>;

export const InvitingWorkspace = z.object({ name: z.string(), deleted_at: z.number().optional() });
export type InvitingWorkspace = z.infer<typeof InvitingWorkspace>;
