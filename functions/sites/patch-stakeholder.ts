import type { Operation } from './context.ts';
import type { sites } from './contract.ts';
import { presentStakeholder } from './present-stakeholder.ts';

export const patchStakeholder: Operation<typeof sites, 'patchStakeholder'> = async (ctx, { site_id, token, body }) => {
  const [site, row] = await Promise.all([ctx.sites.get(site_id), ctx.stakeholders.getByToken(site_id, token)]);
  const set = {
    ...Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)),
    updated_at: ctx.now,
  };
  await ctx.stakeholders.patch(row, set);
  return presentStakeholder({ ...row, ...set }, site, ctx.scope, true);
};
