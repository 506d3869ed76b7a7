import type { Operation } from '../context.ts';

export const deleteReview: Operation<'deleteReview'> = async (ctx, { review_id }) => {
  await ctx.reviews.markDeleted(review_id);
  return { id: review_id, deleted: true };
};
