import { queryOptions, useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../client/index.ts';
import { useWorkspace } from './workspace.tsx';

export type ModelUsage = OutputOf<'getModelUsage'>;

/** For MEMBERs and OWNERs. */
export const useModelUsage = () => {
  const { workspace, service } = useWorkspace();
  return useQuery(
    queryOptions({
      queryKey: [workspace.id, 'model-usage'],
      queryFn: ({ signal }) => service.getModelUsage({}, { signal }),
      enabled: workspace.role !== 'GUEST',
    }),
  );
};

/** This month's costs in cents, without the estimates of running reviews. */
export const spentIn = ({ month, months }: ModelUsage): number => months.find((one) => one.month === month)?.cents ?? 0;
