import type { Operation } from '../context.ts';
import { presentSharedFeedbackList } from './present-feedback.ts';

export const listSharedFeedback: Operation<'listSharedFeedback'> = async (ctx, { token }) => {
  const whole = await ctx.shared.get(token);
  return presentSharedFeedbackList(whole, await ctx.judge(whole));
};
