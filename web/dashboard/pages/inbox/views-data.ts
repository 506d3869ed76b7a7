import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../../client/index.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { type InboxSearch, readInboxSearch } from './search.ts';

export type View = OutputOf<'listViews'>['items'][number];

export const useViewsQuery = () => {
  const { workspace, service } = useWorkspace();
  return queryOptions({
    queryKey: [workspace.id, 'views'],
    queryFn: async ({ signal }) => (await service.listViews({ ws_id: workspace.id }, { signal })).items,
  });
};

export const searchOf = ({ search }: View): InboxSearch =>
  readInboxSearch(Object.fromEntries(new URLSearchParams(search)));
