import type { Operation } from './context.ts';
import type { sites } from './contract.ts';

export const revokeStakeholder: Operation<typeof sites, 'revokeStakeholder'> = async (ctx, { site_id, token }) => {
  const [, row] = await Promise.all([ctx.sites.get(site_id), ctx.stakeholders.getByToken(site_id, token)]);
  await ctx.stakeholders.revoke(row);
  return { id: row.id, deleted: true };
};
