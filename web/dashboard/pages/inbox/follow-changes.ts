import { type Query, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, type OutputOf } from '../../../client/index.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { ALL_SITES } from './search.ts';

type Change = Pick<OutputOf<'listWidgetChanges'>['items'][number], 'annotation_id' | 'site_id'>;

interface Followed {
  cursor: string;
  /** Refetched once more: an index may have lagged behind the feed. `all` before the first answer. */
  recent: readonly Change[] | 'all';
}

/** Other people and agents work on the same notes. */
const FOLLOW_MS = 10_000;
const SLOWEST_MS = 60_000;
const MAX_PAGES = 5;
const PAGE = 200;

const LATEST = 'latest';

/** Backs off after failures, and never below the service's `Retry-After`. */
const pollInterval = ({ state: { error, errorUpdateCount } }: Query<Followed>) => {
  if (!error) return FOLLOW_MS;
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.max(Math.min(SLOWEST_MS, FOLLOW_MS * 2 ** errorUpdateCount), asked);
};

const refetch = (queries: QueryClient, ws: string, changed: readonly Change[] | 'all') => {
  const keys =
    changed === 'all'
      ? [
          [ws, 'notes'],
          [ws, 'note'],
        ]
      : [
          ...(changed.length > 0 ? [[ws, 'notes', ALL_SITES]] : []),
          ...[...new Set(changed.map(({ site_id }) => site_id))].map((site) => [ws, 'notes', site]),
          ...[...new Set(changed.map(({ annotation_id }) => annotation_id))].map((note) => [ws, 'note', note]),
        ];
  for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
};

/** Polls the feed while the page is visible, one request if nothing happened, and refetches the notes that changed. */
export const useFollowChanges = (): void => {
  const { workspace, service } = useWorkspace();
  const queries = useQueryClient();
  const queryKey = [workspace.id, 'changes'] as const;

  const readFrom = async (cursor: string, signal: AbortSignal) => {
    const items: Change[] = [];
    let at = cursor;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const page = await service.listWidgetChanges({ query: { cursor: at, limit: PAGE } }, { signal });
      items.push(...page.items);
      at = page.cursor;
      if (!page.has_more) break;
    }
    return { cursor: at, items };
  };

  useQuery(
    queryOptions({
      queryKey,
      queryFn: async ({ signal }): Promise<Followed> => {
        const before = queries.getQueryData<Followed>(queryKey);
        // Lists that were read before the first cursor are read again with the next answer.
        if (!before) return { cursor: (await readFrom(LATEST, signal)).cursor, recent: 'all' };
        const { cursor, items } = await readFrom(before.cursor, signal).catch(async (error: unknown) => {
          if (!(error instanceof ApiError) || error.status !== 410) throw error;
          return { cursor: (await readFrom(LATEST, signal)).cursor, items: undefined };
        });
        const changed = before.recent === 'all' || !items ? 'all' : [...before.recent, ...items];
        refetch(queries, workspace.id, changed);
        return { cursor, recent: items ?? 'all' };
      },
      refetchInterval: pollInterval,
      staleTime: FOLLOW_MS / 2,
      retry: false,
    }),
  );
};
