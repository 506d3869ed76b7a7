import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../../../client/index.ts';
import { allOf, paged } from '../../../kit/paged-list.tsx';
import { useWorkspace } from '../../../session/workspace.tsx';

export type Webhook = OutputOf<'listWebhooks'>['items'][number];
export type Delivery = OutputOf<'listWebhookDeliveries'>['items'][number];
export type EventType = Webhook['events'][number];

const PAGE = 20;
const REFRESH_MS = 3000;

export const hostOf = (webhook: Pick<Webhook, 'url'>): string => new URL(webhook.url).host;

export const useWebhookQueries = () => {
  const { workspace, service } = useWorkspace();
  const ws_id = workspace.id;
  return {
    all: queryOptions({
      queryKey: [ws_id, 'webhooks'],
      queryFn: ({ signal }) => allOf(service.listWebhooks, { ws_id }, signal),
    }),
    secrets: (webhook_id: string) =>
      queryOptions({
        queryKey: [ws_id, 'webhook-secrets', webhook_id],
        queryFn: ({ signal }) => service.getWebhookSecrets({ ws_id, webhook_id }, { signal }),
        gcTime: 0,
      }),
    deliveries: (webhook_id: string) =>
      infiniteQueryOptions({
        queryKey: [ws_id, 'webhook-deliveries', webhook_id],
        ...paged(PAGE, (query, options) => service.listWebhookDeliveries({ ws_id, webhook_id, query }, options)),
        refetchInterval: ({ state }) =>
          state.data?.pages[0]?.items.some((one) => one.state === 'pending') ? REFRESH_MS : false,
      }),
  };
};
