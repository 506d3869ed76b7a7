import { hasRole } from '../kit/actor.ts';
import { mapPage } from '../kit/table/page.ts';
import type { Operation } from './context.ts';
import type { sites } from './contract.ts';
import { presentStakeholder } from './present-stakeholder.ts';

export const listStakeholders: Operation<typeof sites, 'listStakeholders'> = async (ctx, { site_id, query }) => {
  const [site, page] = await Promise.all([ctx.sites.get(site_id), ctx.stakeholders.list(site_id, query)]);
  const showsToken = 'role' in ctx.actor && hasRole(ctx.actor.role, 'MEMBER');
  return mapPage(page, (row) => presentStakeholder(row, site, ctx.scope, showsToken));
};
