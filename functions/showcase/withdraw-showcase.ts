import type { Operation } from './context.ts';

export const withdrawShowcase: Operation<'withdrawShowcase'> = async (ctx, { review_id }) => {
  await ctx.submissions.withdraw(await ctx.reviews.getRow(review_id));
  return { id: review_id, deleted: true };
};
