import { queryOptions } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '../../../client/index.ts';
import { useWorkspace } from '../../app/workspace.tsx';
import { allOf } from '../../kit/paged.ts';
import { listAllSites } from './all-sites.ts';

export type Site = OutputOf<'getSite'>;

/** The queries of a workspace's sites. */
export const useSiteQueries = () => {
  const { workspace, service } = useWorkspace();
  return {
    all: queryOptions({
      queryKey: [workspace.id, 'sites'],
      queryFn: async ({ signal }) => (await listAllSites(service, { signal })).items,
    }),
    one: (site_id: string) =>
      queryOptions({
        queryKey: [workspace.id, 'sites', site_id],
        queryFn: ({ signal }) => service.getWidgetSite({ site_id }, { signal }),
      }),
    secrets: (site_id: string) =>
      queryOptions({
        queryKey: [workspace.id, 'sites', site_id, 'secrets'],
        queryFn: ({ signal }) => service.getSiteSecrets({ site_id }, { signal }),
        staleTime: 60_000,
      }),
    /** Polled every few seconds while visible. */
    seen: (site_id: string) =>
      queryOptions({
        queryKey: [workspace.id, 'sites', site_id, 'seen'],
        queryFn: ({ signal }) => service.getSiteSeen({ site_id }, { signal }),
        refetchInterval: 3000,
      }),
    stakeholders: (site_id: string) =>
      queryOptions({
        queryKey: [workspace.id, 'sites', site_id, 'stakeholders'],
        queryFn: ({ signal }) =>
          allOf((input: InputOf<'listStakeholders'>) => service.listStakeholders(input, { signal }), { site_id }),
      }),
  };
};
