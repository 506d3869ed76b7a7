import type { Operation } from './context.ts';
import type { invitations } from './contract.ts';
import { invitationInPath } from './in-path.ts';

export const revokeInvitation: Operation<typeof invitations, 'revokeInvitation'> = async (ctx, { token }) => {
  const id = invitationInPath(ctx, token);
  await ctx.invitations.revoke(id);
  return { id, deleted: true };
};
