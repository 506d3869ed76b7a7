import type { Operation } from '../context.ts';
import { presentShared } from './present-review.ts';

export const getSharedReview: Operation<'getSharedReview'> = async (ctx, { token }) => {
  const whole = await ctx.shared.get(token);
  return presentShared(whole, await ctx.judge(whole));
};
