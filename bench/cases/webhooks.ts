import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import type { Item } from '../../functions/kit/table/table.ts';
import { newDelivery } from '../../functions/webhooks/delivery.ts';
import { webhookEvent } from '../../functions/webhooks/event.ts';
import { type Case, type Ground, get, post, send } from './case.ts';

const pathOf = ({ workspace_id }: Ground) => `/api/workspaces/${workspace_id}/webhooks`;

/** Uncounted, so that there may be many; `.invalid` has no address. */
export const newWebhook = async (
  { table, workspace_id }: Pick<Ground, 'table' | 'workspace_id'>,
  more: Partial<Item> = {},
): Promise<string> => {
  const id = newId();
  const at = Date.now();
  await table.put({
    ...keys.webhook(workspace_id, id),
    ...{ id, url: 'https://hooks.invalid/', site_id: null, events: ['annotation.created'], description: '' },
    ...{ active: false, derivation: { key_id: 'k1', version: 1 }, created_by: newId(), created_at: at, updated_at: at },
    ...more,
  });
  return id;
};

export const newDeliveryOf = async ({ table, workspace_id: ws }: Ground, webhook: string, state: string) => {
  const id = newId();
  const event = webhookEvent('webhook.test', Date.now(), { workspace_id: ws });
  await table.put({ ...newDelivery({ ws, webhook, id }, event, Date.now()), state });
  return id;
};

const on = (g: Ground, id: string, rest: string, body?: unknown) => post(`${pathOf(g)}/${id}/${rest}`, g.session, body);

export const webhooks: Case[] = [
  {
    of: 'createWebhook',
    ask: async (g) => post(pathOf(g), g.session, { url: 'https://hooks.invalid/', active: false }),
  },
  {
    of: 'patchWebhook',
    ask: async (g) => send('PATCH', `${pathOf(g)}/${await newWebhook(g)}`, g.session, { description: 'Chat' }),
  },
  {
    of: 'deleteWebhook',
    ask: async (g) => send('DELETE', `${pathOf(g)}/${await newWebhook(g)}`, g.session),
  },
  { of: 'getWebhookSecrets', ask: async (g) => get(`${pathOf(g)}/${await newWebhook(g)}/secrets`, g.session) },
  { of: 'rotateWebhookSecret', ask: async (g) => on(g, await newWebhook(g), 'rotate-secret') },
  { of: 'testWebhook', ask: async (g) => on(g, await newWebhook(g), 'test') },
  {
    of: 'listWebhookDeliveries',
    ask: async (g) => {
      const id = await newWebhook(g);
      await newDeliveryOf(g, id, 'delivered');
      return get(`${pathOf(g)}/${id}/deliveries`, g.session);
    },
  },
  {
    of: 'sendWebhookAgain',
    ask: async (g) => {
      const id = await newWebhook(g);
      return on(g, id, `deliveries/${await newDeliveryOf(g, id, 'delivered')}/send-again`);
    },
  },
];
