import { queryOptions } from '@tanstack/react-query';
import { ApiError, type OutputOf } from '../../../client/index.ts';
import { serviceFor } from '../../session/service.ts';

export type Preview = OutputOf<'previewInvitation'>;

/** Anyone with the link can read the preview. */
export const previewOf = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => serviceFor().previewInvitation({ token }, { signal }),
    staleTime: 60_000,
  });

/** Used, revoked, expired or mistyped: the service doesn't say which. */
export const isClosed = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 410);
