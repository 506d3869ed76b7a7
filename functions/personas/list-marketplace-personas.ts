import type { Operation } from './context.ts';
import { presentPublic } from './persona.ts';

export const listMarketplacePersonas: Operation<'listMarketplacePersonas'> = async (ctx, { query }) => {
  const { category, limit, cursor } = query;
  const page = await ctx.market.list({ category, limit, cursor });
  return { ...page, items: page.items.map(presentPublic) };
};
