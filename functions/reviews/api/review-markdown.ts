import { actorIdOf } from '../../kit/audit/audit-log.ts';
import type { Operation } from '../context.ts';
import { reportOf } from '../report/report-of.ts';
import { presentFeedbackList } from './present-feedback.ts';
import { presentShared } from './present-review.ts';

export const reviewMarkdown: Operation<'reviewMarkdown'> = async (ctx, { review_id }) => {
  const whole = await ctx.reviews.get(review_id);
  const judged = await ctx.judge(whole);
  const { items } = presentFeedbackList(whole, judged, actorIdOf(ctx.actor));
  return {
    text: reportOf({ review: presentShared(whole, judged), feedback: items, model: whole.row.judge?.model ?? null }),
  };
};
