import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useWorkspace } from '../../app/workspace.tsx';
import { notifyError } from '../../kit/toast.ts';
import { type FeedbackList, type Review, useReviewQueries } from './data.ts';
import type { Rating } from './report/types.ts';

type Finding = FeedbackList['items'][number];

/** By then, the ratings have been fitted; refetches the numbers. */
const FITTED_MS = 4000;

interface Change {
  id: string;
  rating: number;
  comment: string;
}

const replaced = (list: FeedbackList, id: string, fresh: Partial<Finding>): FeedbackList => ({
  ...list,
  items: list.items.map((one) => (one.id === id ? { ...one, ...fresh } : one)),
});

/** Optimistic rating, reverted on failure; refetches the calibrated numbers a moment later. */
export const useRating = (review: Review, feedback: FeedbackList | undefined): Rating => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const { queryKey } = useReviewQueries().feedback(review);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const put = (id: string, fresh: Partial<Finding>) =>
    queries.setQueryData(queryKey, (list) => list && replaced(list, id, fresh));
  const { mutate } = useMutation({
    // In sequence, so that the last rating wins.
    scope: { id: `rate ${review.id}` },
    mutationFn: ({ id, rating, comment }: Change) =>
      service.rateFeedback({ review_id: review.id, feedback_id: id, body: { rating, comment } }),
    onMutate: async ({ id, rating, comment }) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey)?.items.find((one) => one.id === id);
      put(id, { rating, rating_comment: comment });
      return before && { rating: before.rating, rating_comment: before.rating_comment };
    },
    onError: (error, { id }, before) => {
      if (before) put(id, before);
      notifyError(error);
    },
    onSuccess: (fresh) => {
      put(fresh.id, fresh);
      clearTimeout(timer.current);
      timer.current = setTimeout(
        () => void queries.invalidateQueries({ queryKey: [workspace.id, 'review', review.id] }),
        FITTED_MS,
      );
    },
  });
  return useMemo(() => {
    const own = new Map(
      feedback?.items.map(({ id, rating, rating_comment }) => [id, { rating, comment: rating_comment }]),
    );
    const of = (id: string) => own.get(id) ?? { rating: null, comment: '' };
    return {
      of,
      save: (id, rating, comment) => {
        const before = of(id);
        if (before.rating !== rating || before.comment !== comment) mutate({ id, rating, comment });
      },
    };
  }, [feedback, mutate]);
};
