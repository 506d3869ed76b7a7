import type { Operation } from './context.ts';
import type { invitations } from './contract.ts';
import { invitationInPath } from './in-path.ts';
import { presentInvitation } from './present-invitation.ts';
import { refusalOf } from './state.ts';

export const resendInvitation: Operation<typeof invitations, 'resendInvitation'> = async (ctx, { token }) => {
  const row = await ctx.invitations.get(invitationInPath(ctx, token));
  const refusal = refusalOf(row, ctx.now);
  if (refusal) throw refusal;
  const mail_status = await ctx.invitations.resend(row, ctx.once);
  return presentInvitation({ ...row, mail_status }, ctx.now);
};
