import { allOrFirstError } from '../../kit/all-settled.ts';
import { conflict, Refusal } from '../../kit/errors.ts';
import type { Reviews, ReviewsContext } from '../context.ts';
import { compareReviews } from '../judge/compare.ts';
import { isEnded } from '../rows.ts';
import type { WholeReview } from './review-reader.ts';

const previousOf = async ({ reviews }: ReviewsContext, { row }: WholeReview): Promise<WholeReview> => {
  if (row.previous_id === undefined) throw conflict('no_previous_review');
  return reviews.get(row.previous_id).catch((error: unknown) => {
    throw error instanceof Refusal && error.status === 404 ? conflict('no_previous_review') : error;
  });
};

export const compareReview: Reviews['compareReview'] = async (ctx, { review_id }) => {
  const after = await ctx.reviews.get(review_id);
  const previous_id = after.row.previous_id ?? '';
  const { findContent, findFacts } = ctx.reviews;
  const [before, ofBefore, ofAfter, was, is] = await allOrFirstError([
    previousOf(ctx, after),
    findContent(previous_id),
    findContent(review_id),
    findFacts(previous_id),
    findFacts(review_id),
  ]);
  if (!isEnded(before.row) || !isEnded(after.row)) throw conflict('review_running');
  if (before.row.facts === null || after.row.facts === null) throw conflict('review_unreadable');
  if (before.row.status === 'failed' || after.row.status === 'failed') throw conflict('review_unanswered');
  return compareReviews({ ...before, content: ofBefore, facts: was }, { ...after, content: ofAfter, facts: is });
};
