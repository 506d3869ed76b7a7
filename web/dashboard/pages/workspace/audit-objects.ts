import { queryOptions } from '@tanstack/react-query';
import { useWorkspace } from '../../session/workspace.tsx';

const NEWEST = 100;
const MAX_SITES = 10;
const LONG = 60;

const inShort = (text: string): string =>
  text.length > LONG
    ? `${text
        .slice(0, LONG)
        .toWellFormed()
        .replace(/\s+\S*$/, '')}…`
    : text;

/** Names for the objects of the audit log, which has only their ids: it must not keep texts that were erased. */
export const useObjectQueries = () => {
  const { workspace, service } = useWorkspace();
  return {
    reviews: queryOptions({
      queryKey: [workspace.id, 'audit-objects', 'reviews'],
      queryFn: async ({ signal }) => (await service.listReviews({ query: { limit: NEWEST } }, { signal })).items,
      staleTime: 60_000,
    }),
    notes: (sites: readonly { id: string }[]) => {
      const ids = sites.slice(0, MAX_SITES).map(({ id }) => id);
      return queryOptions({
        queryKey: [workspace.id, 'audit-objects', 'notes', ids],
        enabled: ids.length > 0,
        queryFn: async ({ signal }) => {
          const lists = await Promise.all(
            ids.map((site_id) => service.listWidgetAnnotations({ site_id, query: { limit: NEWEST } }, { signal })),
          );
          return new Map(lists.flatMap(({ items }) => items.map(({ id, excerpt }) => [id, inShort(excerpt)])));
        },
        staleTime: 60_000,
      });
    },
  };
};
