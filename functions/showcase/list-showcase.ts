import type { Operation } from './context.ts';
import { presentItem } from './present-entry.ts';

export const listShowcase: Operation<'listShowcase'> = async (ctx, { query }) => {
  const page = await ctx.showcase.list({ limit: query.limit, cursor: query.cursor });
  return { ...page, items: page.items.map(presentItem) };
};
