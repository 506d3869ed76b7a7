import { DAY, ttlAt } from '../kit/clock.ts';
import { keys } from '../kit/table/keys.ts';
import type { Item } from '../kit/table/table.ts';
import { owed } from '../owed/jobs.ts';
import type { WebhookEvent } from './event.ts';

export const KEPT_MS = 30 * DAY;

export interface DeliveryKey {
  ws: string;
  webhook: string;
  id: string;
}

export const deliveryKey = ({ ws, webhook, id }: DeliveryKey) => keys.webhookDelivery(ws, webhook, id);

/** A round of attempts begins at once. */
export const newRound = (key: DeliveryKey, at: number): Item => ({
  state: 'pending',
  round_attempts: 0,
  next_attempt_at: at,
  ttl: ttlAt(at + KEPT_MS),
  ...owed('deliver-webhook', deliveryKey(key), at),
});

export const newDelivery = (key: DeliveryKey, event: WebhookEvent, at: number) => ({
  ...deliveryKey(key),
  id: key.id,
  webhook_id: key.webhook,
  event_type: event.type,
  // A string, because a map would lose its order: each attempt sends the same bytes.
  payload: JSON.stringify(event),
  attempts: 0,
  created_at: at,
  ...newRound(key, at),
});
