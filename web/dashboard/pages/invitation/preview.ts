import { queryOptions } from '@tanstack/react-query';
import { ApiError, type OutputOf } from '../../../client/index.ts';
import { serviceFor } from '../../session/service.ts';

export type Preview = OutputOf<'previewInvitation'>;

/** What an invitation is for; whoever holds its link may ask. */
export const previewOf = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => serviceFor().previewInvitation({ token }, { signal }),
    staleTime: 60_000,
  });

/** Used, revoked, expired or mistyped: the service says no more of a link than that it opens nothing. */
export const isClosed = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 410);
