import { now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import type { Item } from '../../functions/kit/table/table.ts';
import { EVENT_TYPES, webhookEvent } from '../../functions/webhooks/event.ts';
import { table } from '../driver.ts';

/** A webhook as the store writes it. */
export const seedWebhook = async (ws: string, more: Item & { id: string }): Promise<void> => {
  const at = now();
  await table().put({
    ...keys.webhook(ws, more.id),
    ...{ url: 'https://hooks.example.com/in', site_id: null, events: [...EVENT_TYPES], description: '', active: true },
    ...{ derivation: { key_id: 'k1', version: 1 }, created_by: newId(), created_at: at, updated_at: at },
    ...more,
  });
};

/** A delivery that has ended, unless `more` says otherwise. */
export const seedDelivery = async (ws: string, webhook: string, more: Item & { id: string }): Promise<void> => {
  const at = now();
  await table().put({
    ...keys.webhookDelivery(ws, webhook, more.id),
    ...{ webhook_id: webhook, event_type: 'annotation.created', state: 'delivered', attempts: 1, round_attempts: 1 },
    payload: JSON.stringify(webhookEvent('annotation.created', at, { workspace_id: ws })),
    ...{ http_status: 200, duration_ms: 40, last_attempt_at: at, created_at: at },
    ...more,
  });
};
