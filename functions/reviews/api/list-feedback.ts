import { actorIdOf } from '../../kit/audit/audit-log.ts';
import type { Operation } from '../context.ts';
import { presentFeedbackList } from './present-feedback.ts';

export const listFeedback: Operation<'listFeedback'> = async (ctx, { review_id }) => {
  const whole = await ctx.reviews.get(review_id);
  return presentFeedbackList(whole, await ctx.judge(whole), actorIdOf(ctx.actor));
};
