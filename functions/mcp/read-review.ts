import type * as z from 'zod';
import type { Annotation } from '../annotations/schema.ts';
import { badRequest } from '../kit/errors.ts';
import { reportedOf } from '../reviews/api/reported.ts';
import { bindReviews } from '../reviews/context.ts';
import { callOf } from './invoke.ts';
import { reviewView } from './review-view.ts';
import type { ToolAnswer, ToolCall } from './tool.ts';

/** The latest review whose verdict is in the note's thread. */
export const readReview = async (
  call: ToolCall,
  { id, replies }: Pick<z.output<typeof Annotation>, 'id' | 'replies'>,
): Promise<ToolAnswer> => {
  const review_id = replies.findLast((reply) => reply.review_id !== undefined)?.review_id;
  if (review_id === undefined) throw badRequest('note_not_reviewed');
  const { reviews, judge } = bindReviews(call.table, callOf(call, 'getReview'));
  const whole = await reviews.get(review_id);
  return reviewView(id, reportedOf(whole, await judge(whole)));
};
