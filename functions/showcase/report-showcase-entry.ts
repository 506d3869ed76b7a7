import type { Operation } from './context.ts';

export const reportShowcaseEntry: Operation<'reportShowcaseEntry'> = async (ctx, { slug, body }) => {
  await ctx.showcase.report(slug, body.reason);
  return { slug, state: 'pending' };
};
