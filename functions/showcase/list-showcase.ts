import { mapPage } from '../kit/table/page.ts';
import type { Operation } from './context.ts';
import { presentItem } from './present-entry.ts';

export const listShowcase: Operation<'listShowcase'> = async (ctx, { query }) => {
  return mapPage(await ctx.showcase.list({ limit: query.limit, cursor: query.cursor }), presentItem);
};
