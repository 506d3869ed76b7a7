import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { ApiError } from '../../client/index.ts';
import { isOfLastVisit } from '../kit/of-last-visit.ts';
import { keepStored, readStored } from '../kit/stored.ts';
import { findPerson, LAST_VISIT } from './sign-in.ts';
import { workspacesOf } from './workspace.tsx';

/** Characters; a tab has 5 million. */
const MAX_LENGTH = 250_000;

type Kept = readonly [key: QueryKey, data: unknown];

interface LastVisit {
  /** The person who saw it. */
  of: string;
  kept: readonly Kept[];
}

/** Queries that the inbox needs first, in order; the list of workspaces comes before them. */
const RANKS = ['sites', 'counts', 'notes'];
const rankOf = ({ queryKey: [place, what] }: Query): number =>
  place === 'workspaces' ? 0 : 1 + RANKS.indexOf(String(what));

/** Nothing of a workspace that was left or lost. */
const isWanted = ({ queryKey, state }: Query, workspaces: ReadonlySet<unknown>): boolean => {
  const [place, what] = queryKey;
  if (state.status !== 'success') return false;
  if (place === 'workspaces') return queryKey.length === 2;
  return workspaces.has(place) && (what === 'sites' ? queryKey.length === 2 : RANKS.includes(String(what)));
};

const isPaged = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' && data !== null && 'pages' in data;

/** The service's next answer decides how many pages there are. */
const firstPageOf = (data: unknown) =>
  isPaged(data) ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data;

const collect = (queries: QueryClient, person: string): Kept[] => {
  const workspaces = new Set(queries.getQueryData(workspacesOf(person).queryKey)?.items.map(({ id }) => id));
  const wanted = queries.getQueryCache().findAll({ predicate: (query) => isWanted(query, workspaces) });
  const ranked = wanted.sort(
    (one, other) =>
      rankOf(one) - rankOf(other) ||
      Number(other.isActive()) - Number(one.isActive()) ||
      other.state.dataUpdatedAt - one.state.dataUpdatedAt,
  );
  let left = MAX_LENGTH;
  return ranked.flatMap(({ queryKey, state }): Kept[] => {
    const kept: Kept = [queryKey, firstPageOf(state.data)];
    const { length } = JSON.stringify(kept);
    if (length > left) return [];
    left -= length;
    return [kept];
  });
};

const isRefusal = (error: unknown) => error instanceof ApiError && [401, 403, 404].includes(error.status);

const restore = (queries: QueryClient, kept: readonly Kept[]) => {
  for (const [queryKey, data] of kept) {
    queries.setQueryData(queryKey, data, { updatedAt: 0 });
    void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  }
  const stop = queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    if (!isRefusal(event.action.error) || !isOfLastVisit(event.query.state)) return;
    stop();
    void queries.resetQueries({ predicate: ({ state }) => isOfLastVisit(state) });
  });
};

/**
 * Draws the inbox as this person last saw it in this tab, until the service answers. It is stored only while no page of
 * the tab is shown.
 */
export const startWithLastVisit = (queries: QueryClient): void => {
  const last = readStored<LastVisit>(LAST_VISIT);
  keepStored(LAST_VISIT, undefined);
  const person = findPerson();
  if (person && last?.of === person.id) restore(queries, last.kept);
  const keep = () => {
    const of = findPerson()?.id;
    keepStored(LAST_VISIT, of && JSON.stringify({ of, kept: collect(queries, of) } satisfies LastVisit));
  };
  window.addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep();
    else keepStored(LAST_VISIT, undefined);
  });
};
