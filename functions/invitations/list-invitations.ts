import type { Operation } from './context.ts';
import type { invitations } from './contract.ts';
import { presentInvitation } from './present-invitation.ts';

export const listInvitations: Operation<typeof invitations, 'listInvitations'> = async (ctx, { query }) => {
  const page = await ctx.invitations.list({ status: query.status, limit: query.limit, cursor: query.cursor });
  const items = page.items.map((row) => presentInvitation(row, ctx.now));
  // An open row whose server key is retired is of no use to anybody any more.
  return { ...page, items: items.filter(({ status }) => query.status !== 'open' || status === 'open') };
};
