import { infiniteQueryOptions, type Query, queryOptions } from '@tanstack/react-query';
import { ApiError, type OutputOf } from '../../../client/index.ts';
import { useWorkspace } from '../../app/workspace.tsx';
import { PAGED, pageQuery } from '../../kit/paged.ts';
import { filterOf, type NotePages } from './note-list.ts';
import type { InboxSearch } from './search.ts';

export type Note = OutputOf<'getAnnotation'>;

const PAGE = 50;
/** The service's maximum page size, for reading through a list. */
const LONG_PAGE = 200;
/** Other people and agents work on the same list. */
const REFRESH_MS = 10_000;
const SLOWEST_MS = 60_000;

/** Backs off after failures, and never below the service's `Retry-After`. */
const afterFailures = (error: Error, failures: number) => {
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.max(Math.min(SLOWEST_MS, REFRESH_MS * 2 ** failures), asked);
};

/** A refetch reads all pages again, so many pages refetch less often: one request in ten seconds. */
const refreshInterval = ({ state: { data, error, errorUpdateCount } }: { state: Query<NotePages>['state'] }) =>
  error ? afterFailures(error, errorUpdateCount) : REFRESH_MS * (data?.pages.length ?? 1);

/** Whether the filter is client-side, because the service doesn't have it. */
export const isReadThrough = ({ q, assignee }: InboxSearch): boolean => q !== undefined || assignee !== undefined;

/** Prefix of all note lists: `[workspace.id, 'notes', site_id, filter, limit]`. */
export const notesKey = (workspace_id: string, site_id: string) => [workspace_id, 'notes', site_id] as const;

export const useNoteQueries = () => {
  const { workspace, service } = useWorkspace();
  return {
    list: (site_id: string, search: InboxSearch) => {
      const filter = filterOf(search, Date.now());
      const limit = isReadThrough(search) ? LONG_PAGE : PAGE;
      return infiniteQueryOptions({
        queryKey: [...notesKey(workspace.id, site_id), filter, limit] as const,
        queryFn: ({ pageParam, signal }) => {
          const { auto_fix, quarantined, ...rest } = filter;
          const query = {
            ...rest,
            ...pageQuery(pageParam, limit),
            quarantined: quarantined ? ('true' as const) : ('false' as const),
            ...(auto_fix !== undefined && { auto_fix: auto_fix ? ('true' as const) : ('false' as const) }),
          };
          return service.listWidgetAnnotations({ site_id, query }, { signal });
        },
        ...PAGED,
        refetchInterval: refreshInterval,
      });
    },
    one: (annotation_id: string) =>
      queryOptions({
        queryKey: [workspace.id, 'note', annotation_id],
        queryFn: ({ signal }) => service.getWidgetAnnotation({ annotation_id }, { signal }),
        refetchInterval: REFRESH_MS,
        // Signed image URLs are valid for five minutes.
        staleTime: 5000,
      }),
  };
};
