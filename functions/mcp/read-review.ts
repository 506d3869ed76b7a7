import type * as z from 'zod';
import type { Annotation } from '../annotations/schema.ts';
import { badRequest, Refusal } from '../kit/errors.ts';
import { reportedOf } from '../reviews/api/reported.ts';
import { bindReviews } from '../reviews/context.ts';
import { callOf } from './invoke.ts';
import { reviewView } from './review-view.ts';
import type { ToolAnswer, ToolCall } from './tool.ts';

const ifGone = (error: unknown): undefined => {
  if (error instanceof Refusal && error.status === 404) return;
  throw error;
};

/** The review that started last of those with a verdict in the note's thread that aren't deleted. */
export const readReview = async (
  call: ToolCall,
  { id, replies }: Pick<z.output<typeof Annotation>, 'id' | 'replies'>,
): Promise<ToolAnswer> => {
  const { reviews, judge } = bindReviews(call.table, callOf(call, 'getReview'));
  const ids = replies.flatMap(({ review_id }) => review_id ?? []);
  for (const review_id of ids.toSorted().reverse()) {
    const whole = await reviews.get(review_id).catch(ifGone);
    if (whole) return reviewView(id, reportedOf(whole, await judge(whole)));
  }
  throw badRequest('note_not_reviewed');
};
