import { mapPage } from '../kit/table/page.ts';
import type { Operation } from './context.ts';
import type { invitations } from './contract.ts';
import { presentInvitation } from './present-invitation.ts';

export const listInvitations: Operation<typeof invitations, 'listInvitations'> = async (ctx, { query }) => {
  const page = await ctx.invitations.list({ status: query.status, limit: query.limit, cursor: query.cursor });
  return mapPage(page, (row) => {
    const shown = presentInvitation(row, ctx.now);
    // An open row whose server key is retired is of no use to anyone.
    return query.status !== 'open' || shown.status === 'open' ? shown : undefined;
  });
};
