import type { ReviewsContext } from '../context.ts';
import type { Making } from '../store.ts';
import type { NewReview } from './new-review.ts';
import { presentReview } from './present-review.ts';

/** Writes a review once per Idempotency-Key, and answers with the one that stands. */
export const startReview = async (ctx: ReviewsContext, review: NewReview, making: Making) => {
  const { row, runs } = review;
  const id = await ctx.reviews.create(review, making);
  if (id === row.id) {
    const { workspace_id } = ctx.scope;
    return presentReview({ workspace_id, row, runs, findings: [], ratings: [] }, undefined, ctx.actor);
  }
  const whole = await ctx.reviews.get(id);
  return presentReview(whole, await ctx.judge(whole), ctx.actor);
};
