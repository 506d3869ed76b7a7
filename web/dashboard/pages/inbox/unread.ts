import { type QueryClient, queryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { OutputOf } from '../../../client/index.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { useNoteQueries } from './data.ts';
import type { NoteRow } from './note-list.ts';

type Opened = OutputOf<'listOpened'>;
export type Shown = Pick<NoteRow, 'id' | 'site_id' | 'updated_at'>;

const AT_ONE_GO = 100;
const FRESH_MS = 60_000;

const openedKey = (workspace_id: string, site_id: string) => [workspace_id, 'opened', site_id] as const;

export const useOpenedOf = () => {
  const { workspace, service } = useWorkspace();
  return (site_id: string) =>
    queryOptions({
      queryKey: openedKey(workspace.id, site_id),
      queryFn: ({ signal }) => service.listOpened({ site_id }, { signal }),
      staleTime: FRESH_MS,
      // A list without marks is better than none.
      retry: false,
    });
};

export const markOf = ({ opened }: Opened, id: string) => opened.find(({ annotation_id }) => annotation_id === id);

const isUnreadIn = (note: Shown, opened: Opened | undefined): boolean => {
  if (!opened || (opened.from !== null && note.id < opened.from)) return false;
  const seen = Math.max(Number(opened.since), Number(markOf(opened, note.id)?.updated_at ?? 0));
  return Number(note.updated_at) > seen;
};

const dataOf = (answers: readonly { data: Opened | undefined }[]) => answers.map(({ data }) => data);

/** Each member has their own marks. */
export const useUnread = (site_id: string): ((note: Shown) => boolean) => {
  const sites = useNoteQueries().sitesOf(site_id);
  const openedOf = useOpenedOf();
  const known = useQueries({ queries: sites.map(openedOf), combine: dataOf });
  const named = sites.join(' ');
  return useMemo(() => {
    const bySite = new Map(named.split(' ').map((site, at) => [site, known[at]]));
    return (note) => isUnreadIn(note, bySite.get(note.site_id));
  }, [known, named]);
};

const remember = (queries: QueryClient, workspace_id: string, site: string, notes: readonly Shown[]) =>
  queries.setQueryData<Opened>(openedKey(workspace_id, site), (before) => {
    if (!before) return before;
    const ids = new Set(notes.map(({ id }) => id));
    const marks = notes.map(({ id, updated_at }) => ({ annotation_id: id, updated_at }));
    return { ...before, opened: [...marks, ...before.opened.filter(({ annotation_id }) => !ids.has(annotation_id))] };
  });

/** Best effort: a mark that fails leaves its note unread. */
export const useMarkRead = () => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const notes = useCallback(
    async (shown: readonly Shown[]) => {
      for (const [site_id, ofSite = []] of Object.entries(Object.groupBy(shown, ({ site_id: site }) => site))) {
        // A list on its way may have been read before these marks.
        await queries.cancelQueries({
          queryKey: openedKey(workspace.id, site_id),
          predicate: ({ state }) => state.data !== undefined,
        });
        remember(queries, workspace.id, site_id, ofSite);
        for (let from = 0; from < ofSite.length; from += AT_ONE_GO) {
          const part = ofSite.slice(from, from + AT_ONE_GO);
          const marks = part.map(({ id, updated_at }) => ({ annotation_id: id, updated_at }));
          await service.markOpened({ site_id, body: { notes: marks } }).catch(() => undefined);
        }
      }
    },
    [queries, workspace.id, service],
  );
  /** One that its member changed stays read. */
  const changed = useCallback(
    (before: readonly Shown[], after: readonly Shown[]) => {
      const wasRead = new Set(
        before.flatMap((note) => {
          const opened = queries.getQueryData<Opened>(openedKey(workspace.id, note.site_id));
          return opened && !isUnreadIn(note, opened) ? [note.id] : [];
        }),
      );
      void notes(after.filter(({ id }) => wasRead.has(id)));
    },
    [queries, workspace.id, notes],
  );
  return { notes, changed };
};
