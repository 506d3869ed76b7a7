import type { Operation } from './context.ts';

export const listMarketplacePersonas: Operation<'listMarketplacePersonas'> = (ctx, { query }) =>
  ctx.market.list({ category: query.category, limit: query.limit, cursor: query.cursor });
