import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../../client/index.ts';
import { allOf } from '../../kit/paged-list.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { listAllSites } from './all-sites.ts';

export type Site = OutputOf<'getSite'>;

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
    identity: (site_id: string) =>
      queryOptions({
        queryKey: [workspace.id, 'sites', site_id, 'identity'],
        queryFn: ({ signal }) => service.getIdentitySecret({ site_id }, { signal }),
        staleTime: 60_000,
      }),
    seen: (site_id: string) =>
      queryOptions({
        queryKey: [workspace.id, 'sites', site_id, 'seen'],
        queryFn: ({ signal }) => service.getSiteSeen({ site_id }, { signal }),
      }),
    connections: (site_id: string) =>
      queryOptions({
        queryKey: [workspace.id, 'sites', site_id, 'connections'],
        queryFn: ({ signal }) => allOf(service.listConnections, { site_id }, signal),
      }),
    stakeholders: (site_id: string) =>
      queryOptions({
        queryKey: [workspace.id, 'sites', site_id, 'stakeholders'],
        queryFn: ({ signal }) => allOf(service.listStakeholders, { site_id }, signal),
      }),
  };
};
