import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../../client/index.ts';
import { paged } from '../../kit/paged-list.tsx';
import { serviceFor } from '../../session/service.ts';
import { refreshOf } from '../reviews/data.ts';

export type Submission = OutputOf<'getSubmission'>;
export type Pending = OutputOf<'listPendingShowcase'>['items'][number];
export type AccessRequest = OutputOf<'listAccessRequests'>['items'][number];
export type Usage = OutputOf<'listUsage'>;

const PAGE = 50;

/** Admin data belongs to no workspace. */
export const adminQueries = {
  queue: infiniteQueryOptions({
    queryKey: ['admin', 'queue'],
    ...paged(PAGE, (query, options) => serviceFor().listPendingShowcase({ query }, options)),
  }),
  submission: (review_id: string) =>
    queryOptions({
      queryKey: ['admin', 'submission', review_id],
      queryFn: ({ signal }) => serviceFor().getSubmission({ review_id }, { signal }),
      refetchInterval: ({ state: { data, error } }) => refreshOf(data?.review, error),
      staleTime: 60_000,
    }),
  usage: infiniteQueryOptions({
    queryKey: ['admin', 'usage'],
    ...paged(PAGE, async (query, options) => {
      const usage = await serviceFor().listUsage({ query }, options);
      return { ...usage, next_cursor: usage.rows.next_cursor };
    }),
  }),
  requests: infiniteQueryOptions({
    queryKey: ['admin', 'requests'],
    ...paged(PAGE, (query, options) => serviceFor().listAccessRequests({ query }, options)),
  }),
};
