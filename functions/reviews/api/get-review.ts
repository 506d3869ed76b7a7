import type { Operation } from '../context.ts';
import { presentReview } from './present-review.ts';

export const getReview: Operation<'getReview'> = async (ctx, { review_id }) => {
  const whole = await ctx.reviews.get(review_id);
  return presentReview(whole, await ctx.judge(whole), ctx.actor);
};
