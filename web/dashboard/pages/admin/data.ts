import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../../client/index.ts';
import { PAGED, pageQuery } from '../../kit/paged-list.tsx';
import { serviceFor } from '../../session/service.ts';

export type Submission = OutputOf<'getSubmission'>;
export type Pending = OutputOf<'listPendingShowcase'>['items'][number];
export type AccessRequest = OutputOf<'listAccessRequests'>['items'][number];
export type Usage = OutputOf<'listUsage'>;

const PAGE = 50;

/** Admin data belongs to no workspace. */
export const adminQueries = {
  queue: infiniteQueryOptions({
    queryKey: ['admin', 'queue'],
    queryFn: ({ pageParam, signal }) =>
      serviceFor().listPendingShowcase({ query: pageQuery(pageParam, PAGE) }, { signal }),
    ...PAGED,
  }),
  submission: (review_id: string) =>
    queryOptions({
      queryKey: ['admin', 'submission', review_id],
      queryFn: ({ signal }) => serviceFor().getSubmission({ review_id }, { signal }),
      // Signed picture URLs are valid for five minutes.
      staleTime: 60_000,
    }),
  usage: infiniteQueryOptions({
    queryKey: ['admin', 'usage'],
    queryFn: ({ pageParam, signal }) => serviceFor().listUsage({ query: pageQuery(pageParam, PAGE) }, { signal }),
    ...PAGED,
    getNextPageParam: ({ rows }) => rows.next_cursor,
  }),
  requests: infiniteQueryOptions({
    queryKey: ['admin', 'requests'],
    queryFn: ({ pageParam, signal }) =>
      serviceFor().listAccessRequests({ query: pageQuery(pageParam, PAGE) }, { signal }),
    ...PAGED,
  }),
};
