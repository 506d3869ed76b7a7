import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../client/index.ts';
import { useWorkspace } from './workspace.tsx';

export type ModelUsage = OutputOf<'getModelUsage'>;
export type Wallet = OutputOf<'getWallet'>;

/** For MEMBERs and OWNERs. */
export const useModelUsage = () => {
  const { workspace, service } = useWorkspace();
  return useQuery({
    queryKey: [workspace.id, 'model-usage'],
    queryFn: ({ signal }) => service.getModelUsage({}, { signal }),
    enabled: workspace.role !== 'GUEST',
  });
};

/** For MEMBERs and OWNERs. */
export const useWallet = () => {
  const { workspace, service } = useWorkspace();
  return useQuery({
    queryKey: [workspace.id, 'wallet'],
    queryFn: ({ signal }) => service.getWallet({}, { signal }),
    enabled: workspace.role !== 'GUEST',
    // Agents start reviews, too.
    staleTime: 0,
  });
};

/** This month's costs in cents, without the estimates of running reviews. */
export const spentIn = ({ month, months }: ModelUsage): number => months.find((one) => one.month === month)?.cents ?? 0;
