import { notFound } from '../kit/errors.ts';
import { ConditionFailed } from '../kit/table/table.ts';
import type { Operation } from './context.ts';

export const withdrawShowcase: Operation<'withdrawShowcase'> = async (ctx, { review_id }) => {
  const row = await ctx.reviews.getRow(review_id);
  try {
    await ctx.submissions.withdraw(row);
  } catch (error) {
    // Deleted or withdrawn meanwhile.
    throw error instanceof ConditionFailed ? notFound() : error;
  }
  return { id: review_id, deleted: true };
};
