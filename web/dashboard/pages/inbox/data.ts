import {
  infiniteQueryOptions,
  type Query,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { ApiError, type OutputOf } from '../../../client/index.ts';
import { paged } from '../../kit/paged-list.tsx';
import { SIGNED_MS } from '../../kit/patience.ts';
import { isNotFound } from '../../kit/states.tsx';
import { useSession } from '../../session/sign-in.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { type Site, useSiteQueries } from '../sites/data.ts';
import { type Member, useWorkspaceQueries } from '../workspace/data.ts';
import { labelsOf, nameOf } from '../workspace/member-name.ts';
import { ALL_SITES } from './first-page.ts';
import { says, wordsOf } from './matching.ts';
import { readMerged, type SitePosition } from './merge-sites.ts';
import {
  filterOf,
  isReadThrough,
  isSearchable,
  limitOf,
  type Note,
  type NoteFilter,
  type NotePages,
  type NoteRow,
  pageQuery,
} from './note-list.ts';
import type { InboxSearch } from './search.ts';
import { MAX_SORTED, sorted } from './sort.ts';

export type { Note } from './note-list.ts';

/** A note's mail is the one thing that the feed of changes doesn't tell. */
const MAIL_MS = 10_000;
const SLOWEST_MS = 60_000;

interface FailureState {
  error: unknown;
  errorUpdateCount: number;
}

/**
 * Lists and notes are refetched by `useFollowChanges`, and only after a failure by their own queries: ever more slowly,
 * and never below the service's `Retry-After`.
 */
export const afterFailures = ({ error, errorUpdateCount }: FailureState): number | false => {
  if (!error) return false;
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.max(Math.min(SLOWEST_MS, MAIL_MS * 2 ** errorUpdateCount), asked);
};

/** A site that was deleted meanwhile doesn't take the others with it. */
const nothingIfGone = (error: unknown): [] => {
  if (isNotFound(error)) return [];
  throw error;
};
const noneIfGone = (error: unknown) => ({ items: nothingIfGone(error), next_cursor: null });

/** Lists of all sites read these many, each with its own requests. */
export const MAX_SITES = 10;

export const firstSites = (sites: readonly Site[]) => sites.slice(0, MAX_SITES);

/** Prefix of all note lists: `[workspace.id, 'notes', site_id, filter, limit, sites]`. */
export const notesKey = (workspace_id: string, site_id: string) => [workspace_id, 'notes', site_id] as const;

export type Counts = OutputOf<'countAnnotations'>;
export const countsKey = (workspace_id: string) => [workspace_id, 'counts'] as const;

export type NoteListKey = readonly [
  ...prefix: ReturnType<typeof notesKey>,
  filter: NoteFilter,
  limit: number,
  sites: readonly string[],
];

export const useNoteQueries = () => {
  const { workspace, service } = useWorkspace();
  const queries = useQueryClient();
  const all = useSiteQueries().all.queryKey;
  const sitesOf = (site_id: string) =>
    site_id === ALL_SITES ? firstSites(queries.getQueryData(all) ?? []).map(({ id }) => id) : [site_id];
  return {
    sitesOf,
    list: (site_id: string, search: InboxSearch, now = Date.now()) => {
      const filter = filterOf(search, now);
      const limit = limitOf(search);
      const isAll = site_id === ALL_SITES;
      const sites = sitesOf(site_id);
      const initialPageParam: readonly SitePosition[] = sites.map((one) => ({ site_id: one, held: [], cursor: '' }));
      return infiniteQueryOptions({
        queryKey: [...notesKey(workspace.id, site_id), filter, limit, sites] as const,
        enabled: sites.length > 0,
        initialPageParam,
        getNextPageParam: ({ positions, next_cursor }) => next_cursor && positions,
        queryFn: async ({ pageParam, signal }) => {
          let misses_older = false;
          const merged = await readMerged(pageParam, limit, async (one, cursor) => {
            const asked = service.listWidgetAnnotations(
              { site_id: one, query: pageQuery(filter, limit, cursor) },
              { signal },
            );
            const page = await (isAll ? asked.catch(noneIfGone) : asked);
            if ('search' in page && page.search?.has_older_notes) misses_older = true;
            return page;
          });
          return { ...merged, misses_older };
        },
        refetchInterval: ({ state }: { state: Query<NotePages>['state'] }) => afterFailures(state),
      });
    },
    counts: (site_id: string) => {
      const sites = sitesOf(site_id);
      return queryOptions({
        queryKey: [...countsKey(workspace.id), sites] as const,
        enabled: sites.length > 0,
        queryFn: async ({ signal }): Promise<Counts[]> =>
          (
            await Promise.all(
              sites.map((one) => service.countAnnotations({ site_id: one }, { signal }).catch(nothingIfGone)),
            )
          ).flat(),
      });
    },
    one: (annotation_id: string) =>
      queryOptions({
        queryKey: [workspace.id, 'note', annotation_id],
        queryFn: ({ signal }) => service.getWidgetAnnotation({ annotation_id }, { signal }),
        refetchInterval: ({ state: { data, error } }) =>
          error || data?.resolutions.some((one) => one.notification_status === 'pending') ? MAIL_MS : SIGNED_MS,
        staleTime: 5000,
      }),
    duplicates: (annotation_id: string) =>
      queryOptions({
        queryKey: [workspace.id, 'note', annotation_id, 'duplicates'],
        queryFn: ({ signal }) => service.listDuplicates({ annotation_id }, { signal }),
        staleTime: 60_000,
      }),
    reviews: ({ id, site_id }: Pick<Note, 'id' | 'site_id'>) =>
      queryOptions({
        queryKey: [workspace.id, 'note', id, 'reviews'],
        queryFn: async ({ signal }) => {
          const query = { widget_site_id: site_id, annotation_id: id, limit: 20 };
          return (await service.listReviews({ query }, { signal })).items;
        },
        staleTime: 30_000,
      }),
    audit: (annotation_id: string) =>
      infiniteQueryOptions({
        queryKey: [workspace.id, 'note', annotation_id, 'audit'],
        ...paged(30, (query, options) => service.listAnnotationAudit({ annotation_id, query }, options)),
        staleTime: 0,
      }),
  };
};

export const draftKey = (
  text: 'reply' | 'mentioned' | 'audience' | 'evidence' | 'change' | 'summary',
  noteId: string,
) => `${text}.${noteId}`;

type Person = Pick<Member, 'user_id' | 'name' | 'email'> & Partial<Pick<Member, 'role' | 'site_grants'>>;

/** A GUEST can't see other members, so only themselves. */
export const usePeople = () => {
  const { workspace, me } = useWorkspace();
  const { person } = useSession();
  const isGuest = workspace.role === 'GUEST';
  const { data } = useQuery({ ...useWorkspaceQueries().members, enabled: !isGuest });
  const { name = '', email = '' } = person ?? {};
  const members: readonly Person[] = (isGuest ? [{ user_id: me, name, email }] : data) ?? [];
  let labels: ReturnType<typeof labelsOf> | undefined;
  const named = members.map((one) => ({
    id: one.user_id,
    name: nameOf(one),
    // Every row of a list names people, but only menus need the address next to a name.
    get label() {
      labels ??= labelsOf(members);
      return labels(one);
    },
    sees: (site: string) => one.role !== 'GUEST' || Boolean(one.site_grants?.includes(site)),
  }));
  return {
    areKnown: isGuest || data !== undefined,
    me,
    others: named.filter(({ id }) => id !== me),
    nameOf: (userId: string) => named.find(({ id }) => id === userId)?.name,
  };
};

const AT_ONE_GO = 2000;

const useFits = ({ q, assignee }: InboxSearch): ((note: NoteRow) => boolean) => {
  const { me } = usePeople();
  return useMemo(() => {
    const words = isSearchable(q) ? [] : wordsOf(q);
    const wanted = assignee === 'me' ? me : assignee;
    const isTheirs = ({ assignee_id }: NoteRow) =>
      wanted === undefined || (wanted === 'nobody' ? assignee_id === null : assignee_id === wanted);
    return (note) => isTheirs(note) && says(note, words);
  }, [q, assignee, me]);
};

/** The service searches texts but not assignees: for those the page keeps fetching and reports progress. */
export const useNotes = (site_id: string, search: InboxSearch) => {
  const isSearching = isReadThrough(search);
  const fits = useFits(search);
  // A period that moved on would be another list.
  const [opened] = useState(Date.now);
  const query = useNoteQueries().list(site_id, search, opened);
  // Kept up to date by the feed of changes, also after a while on another page.
  const list = useInfiniteQuery({ ...query, staleTime: Number.POSITIVE_INFINITY });
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = list;
  const atOneGo = search.sort ? MAX_SORTED : AT_ONE_GO;
  const [most, setMost] = useState(atOneGo);
  const read = useMemo(() => data?.pages.flatMap(({ items }) => items), [data]);
  const notes = useMemo(() => read && sorted(read.filter(fits), search.sort), [read, fits, search.sort]);
  // A page can be empty because none of the scanned notes matched, and still not be the last.
  const isWanted = isSearching ? (read?.length ?? 0) < most : data?.pages.at(-1)?.items.length === 0;
  const isReadingOn = hasNextPage && isWanted;
  useEffect(() => {
    if (isReadingOn && !isFetching && !error) void fetchNextPage();
  }, [isReadingOn, isFetching, error, fetchNextPage]);
  return {
    list,
    notes,
    error,
    retry: data && hasNextPage ? fetchNextPage : refetch,
    isSearching,
    isFinding: isSearchable(search.q),
    missesOlder: data?.pages.some(({ misses_older }) => misses_older) ?? false,
    isReadingOn,
    read: read?.length ?? 0,
    readOn: () => setMost((read?.length ?? 0) + atOneGo),
  };
};
