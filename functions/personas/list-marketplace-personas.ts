import { mapPage } from '../kit/table/page.ts';
import type { Operation } from './context.ts';
import { presentPublic } from './persona.ts';

export const listMarketplacePersonas: Operation<'listMarketplacePersonas'> = async (ctx, { query }) => {
  const { category, limit, cursor } = query;
  return mapPage(await ctx.market.list({ category, limit, cursor }), presentPublic);
};
