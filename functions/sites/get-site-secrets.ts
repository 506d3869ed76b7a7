import type { Operation } from './context.ts';
import type { sites } from './contract.ts';
import { siteSecrets } from './secrets.ts';

export const getSiteSecrets: Operation<typeof sites, 'getSiteSecrets'> = async (ctx, { site_id }) =>
  siteSecrets(await ctx.sites.get(site_id));
