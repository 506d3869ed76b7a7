import type { Operation } from './context.ts';
import { presentEntry } from './present-entry.ts';

export const getShowcaseEntry: Operation<'getShowcaseEntry'> = async (ctx, { slug }) => {
  const { entry, snapshot } = await ctx.showcase.get(slug);
  return presentEntry(entry, snapshot);
};
