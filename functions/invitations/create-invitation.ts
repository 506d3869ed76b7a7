import { actorIdOf } from '../kit/audit/audit-log.ts';
import { unprocessable } from '../kit/errors.ts';
import { newId } from '../kit/ids.ts';
import { currentKeyId } from '../kit/server-keys.ts';
import type { Operation } from './context.ts';
import type { invitations } from './contract.ts';
import { presentInvitation } from './present-invitation.ts';
import { type InvitationRow, LIFE } from './schema.ts';

export const createInvitation: Operation<typeof invitations, 'createInvitation'> = async (ctx, { body }) => {
  const site_grants = [...new Set(body.site_grants)];
  const [missing, isSuppressed] = await Promise.all([
    ctx.invitations.firstMissingSite(site_grants),
    ctx.invitations.isSuppressed(body.email),
  ]);
  if (missing >= 0) {
    const place = body.site_grants.indexOf(site_grants[missing] ?? '');
    throw unprocessable(['body', 'site_grants', place], 'site_unknown');
  }
  const row: InvitationRow = {
    id: newId(),
    workspace_id: ctx.scope.workspace_id,
    email: body.email,
    role: body.role,
    site_grants,
    key_id: currentKeyId(),
    expires_at: ctx.now + LIFE,
    mail_status: isSuppressed ? 'suppressed' : 'pending',
    invited_by: actorIdOf(ctx.actor),
    invited_by_name: ctx.actor.kind === 'session' ? ctx.actor.name.slice(0, 120).toWellFormed() : '',
    created_at: ctx.now,
  };
  return presentInvitation(await ctx.invitations.create(row, ctx.once), ctx.now);
};
