import { actorIdOf } from '../../kit/audit/audit-log.ts';
import { conflict, notFound } from '../../kit/errors.ts';
import type { Operation } from '../context.ts';
import { presentFeedback } from './present-feedback.ts';
import { isEnded } from './whole-review.ts';

export const rateFeedback: Operation<'rateFeedback'> = async (ctx, { review_id, feedback_id, body }) => {
  const whole = await ctx.reviews.get(review_id);
  if (!isEnded(whole.row)) throw conflict('review_running');
  if (whole.row.status === 'failed') throw conflict('review_failed');
  const finding = whole.findings.find(({ id }) => id === feedback_id);
  if (!finding) throw notFound();
  const [ratings, judged] = await Promise.all([ctx.ratings.rate(whole, finding, body), ctx.judge(whole)]);
  return presentFeedback(finding, judged, ratings, actorIdOf(ctx.actor));
};
