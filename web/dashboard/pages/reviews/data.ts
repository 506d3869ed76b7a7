import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { OutputOf } from '../../../client/index.ts';
import { paged } from '../../kit/paged-list.tsx';
import { SIGNED_MS } from '../../kit/patience.ts';
import { isNotFound } from '../../kit/states.tsx';
import { useWorkspace } from '../../session/workspace.tsx';

export type Review = OutputOf<'getReview'>;
export type ReviewRow = OutputOf<'listReviews'>['items'][number];
export type FeedbackList = OutputOf<'listFeedback'>;

const PAGE = 30;
/** The list is polled less often, and even less while nothing in it is running: others may start reviews. */
const LIST_REFRESH_MS = 3000;
const QUIET_REFRESH_MS = 30_000;

export const useReviewQueries = () => {
  const { workspace, service } = useWorkspace();
  return {
    list: (site?: string) =>
      infiniteQueryOptions({
        queryKey: [workspace.id, 'reviews', { site }],
        ...paged(PAGE, (page, options) =>
          service.listReviews({ query: { ...page, ...(site && { widget_site_id: site }) } }, options),
        ),
        refetchInterval: ({ state: { data } }) =>
          data?.pages.some(({ items }) => items.some(isRunning)) ? LIST_REFRESH_MS : QUIET_REFRESH_MS,
      }),
    one: (review_id: string) =>
      queryOptions({
        queryKey: [workspace.id, 'review', review_id],
        queryFn: ({ signal }) => service.getReview({ review_id }, { signal }),
        refetchInterval: ({ state: { data, error } }) => refreshOf(data, error),
      }),
    facts: ({ id, status }: Pick<Review, 'id' | 'status'>) =>
      queryOptions({
        queryKey: [workspace.id, 'review', id, 'facts', status],
        queryFn: ({ signal }) => service.listFacts({ review_id: id }, { signal }),
      }),
    feedback: ({ id, status, runs_done }: Pick<Review, 'id' | 'status' | 'runs_done'>) =>
      queryOptions({
        queryKey: [workspace.id, 'review', id, 'feedback', `${status} ${runs_done}`],
        queryFn: ({ signal }) => service.listFeedback({ review_id: id }, { signal }),
        placeholderData: keepPreviousData,
      }),
  };
};

/** For a review that has just started, which changes the balance and this month's costs. */
export const useShowStarted = () => {
  const queries = useQueryClient();
  const { workspace } = useWorkspace();
  const { one } = useReviewQueries();
  return (review: Review): void => {
    queries.setQueryData(one(review.id).queryKey, review);
    for (const changed of ['reviews', 'wallet', 'model-usage'])
      void queries.invalidateQueries({ queryKey: [workspace.id, changed] });
  };
};

export const REFRESH_MS = 1500;

type Reported = Pick<OutputOf<'getSharedReview'>, 'status' | 'content'>;

export const isRunning = ({ status }: Pick<Reported, 'status'>): boolean => ['queued', 'running'].includes(status);

/** A running review changes; the signed URLs of pictures expire. */
export const refreshOf = (review: Reported | undefined, error: unknown, runningMs = REFRESH_MS): number | false => {
  if (!review || isNotFound(error)) return false;
  if (isRunning(review)) return runningMs;
  return review.content?.picture_urls.length ? SIGNED_MS : false;
};

export const useCalibration = () => {
  const { workspace, service } = useWorkspace();
  return queryOptions({
    queryKey: [workspace.id, 'calibration'],
    queryFn: ({ signal }) => service.getCalibration({}, { signal }),
    staleTime: 30_000,
  });
};
