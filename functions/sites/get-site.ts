import type { Operation } from './context.ts';
import type { sites } from './contract.ts';

export const getSite: Operation<typeof sites, 'getSite'> = (ctx, { site_id }) => ctx.sites.get(site_id);
