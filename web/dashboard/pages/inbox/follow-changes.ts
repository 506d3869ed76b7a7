import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, type OutputOf } from '../../../client/index.ts';
import { forEachConcurrently } from '../../kit/for-each-concurrently.ts';
import { isNotFound } from '../../kit/states.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { afterFailures, countsKey, type NoteListKey, notesKey, useNoteQueries } from './data.ts';
import { ALL_SITES } from './first-page.ts';
import { hasNote, type Note, type NotePages, placeNote, rowOf } from './note-list.ts';

type Change = Pick<OutputOf<'listWidgetChanges'>['items'][number], 'type' | 'annotation_id' | 'site_id'>;

interface Followed {
  cursor: string;
  /** Indexes may have lagged behind the feed: what is read from them is read once more. `all`: the lists as well. */
  recent: readonly Change[] | 'all';
}

/** Other people and agents work on the same notes. */
const FOLLOW_MS = 10_000;
const MAX_PAGES = 5;
const PAGE = 200;

const LATEST = 'latest';

/** More than these at once are cheaper to read as lists. */
const MAX_READ = 20;
const AT_ONCE = 4;

/** Reads the notes that changed and puts them where they belong in the lists that were read. */
const useReadChanged = () => {
  const { workspace } = useWorkspace();
  const queries = useQueryClient();
  const { one } = useNoteQueries();

  const listsOf = (site_id: string) =>
    [site_id, ALL_SITES].flatMap((place) =>
      queries
        .getQueryCache()
        .findAll({ queryKey: notesKey(workspace.id, place) })
        .filter(({ queryKey: [, , , , , sites] }) => (sites as NoteListKey[5]).includes(site_id)),
    );

  /** Only the service knows whether a note's texts match. */
  const search = ({ annotation_id, site_id }: Change) => {
    for (const { queryKey } of listsOf(site_id)) {
      const data = queries.getQueryData<NotePages>(queryKey);
      const isSearch = (queryKey as NoteListKey)[3].q !== undefined;
      if (isSearch && data && !hasNote(data, annotation_id)) void queries.invalidateQueries({ queryKey, exact: true });
    }
  };

  /** After a page that is under way, which would bring back what was replaced before. */
  const place = async (id: string, site_id: string, note: Note | undefined) => {
    for (const query of listsOf(site_id)) {
      await query.promise?.catch(() => undefined);
      placeNote(queries, query, id, note && rowOf(note));
    }
  };

  const read = async (change: Change) => {
    const { type, annotation_id, site_id } = change;
    if (type === 'annotation.removed') await place(annotation_id, site_id, undefined);
    const note = one(annotation_id);
    const { queryKey } = note;
    if (type === 'annotation.removed' || listsOf(site_id).length === 0) return queries.invalidateQueries({ queryKey });
    const found = await queries.fetchQuery({ ...note, staleTime: 0 }).catch((error: unknown) => {
      if (isNotFound(error)) return undefined;
      throw error;
    });
    await place(annotation_id, site_id, found);
    search(change);
    await queries.invalidateQueries({ queryKey, predicate: (query) => query.queryKey.length > queryKey.length });
  };

  const readLists = () => queries.invalidateQueries({ queryKey: [workspace.id, 'notes'] });

  return async (changed: readonly Change[], recent: Followed['recent']) => {
    if (changed.length > 0 || recent.length > 0) void queries.invalidateQueries({ queryKey: countsKey(workspace.id) });
    if (recent === 'all') {
      void queries.invalidateQueries({ queryKey: [workspace.id, 'note'] });
      return readLists();
    }
    recent.forEach(search);
    await forEachConcurrently(changed, AT_ONCE, (change) => read(change).catch(readLists));
  };
};

/** Polls the feed while the page is visible, one request if nothing happened, and reads the notes that changed. */
export const useFollowChanges = (): void => {
  const { workspace, service } = useWorkspace();
  const queries = useQueryClient();
  const readChanged = useReadChanged();
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
        const changed = [...new Map(items?.map((change) => [change.annotation_id, change])).values()];
        const isMany = !items || changed.length > MAX_READ;
        void readChanged(changed, isMany ? 'all' : before.recent);
        return { cursor, recent: isMany ? 'all' : changed };
      },
      refetchInterval: ({ state }) => afterFailures(state) || FOLLOW_MS,
      staleTime: FOLLOW_MS / 2,
      retry: false,
    }),
  );
};
