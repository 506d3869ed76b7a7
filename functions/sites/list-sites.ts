import type { Operation } from './context.ts';
import type { sites } from './contract.ts';

export const listSites: Operation<typeof sites, 'listSites'> = (ctx, { query }) =>
  ctx.sites.list({ limit: query.limit, cursor: query.cursor });
