import { hasRole } from '../kit/authorise.ts';
import type { Operation } from './context.ts';
import type { sites } from './contract.ts';
import { presentStakeholder } from './present-stakeholder.ts';

export const listStakeholders: Operation<typeof sites, 'listStakeholders'> = async (ctx, { site_id }) => {
  const [site, rows] = await Promise.all([ctx.sites.get(site_id), ctx.stakeholders.list(site_id)]);
  const showsToken = 'role' in ctx.actor && hasRole(ctx.actor.role, 'MEMBER');
  return { items: rows.map((row) => presentStakeholder(row, site, ctx.scope, showsToken)) };
};
