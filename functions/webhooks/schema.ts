import * as z from 'zod';
import { SaidCode } from '../codes/said-code.ts';
import { hostsOf } from '../fetcher/allowed-hosts.ts';
import { anyText, Id, refusing, Time, webAddress } from '../kit/contract/schema.ts';
import { keys } from '../kit/table/keys.ts';
import { rowsAs } from '../kit/table/rows.ts';
import { EVENT_TYPES, TEST } from './event.ts';

export const MAX_WEBHOOKS = 10;

/** As the fetcher reaches them. */
const isDeliverable = (address: string) => {
  const { protocol, port, host } = new URL(address);
  return (protocol === 'https:' && port === '') || hostsOf('FETCH_ALLOW').has(host);
};

const Address = webAddress(['http:', 'https:'])
  .refine(isDeliverable, refusing('not_a_webhook_address'))
  .meta({ description: 'https, on port 443; redirects aren’t followed' });

const EventType = z.enum(EVENT_TYPES);

const Events = z
  .array(EventType)
  .min(1)
  .max(EVENT_TYPES.length)
  .transform((types) => [...new Set(types)]);

const Description = anyText(200);

export const WebhookCreate = z.object({
  url: Address,
  site_id: Id.nullable().default(null).meta({ description: 'Only events of this site; null: of all sites' }),
  events: Events.default([...EVENT_TYPES]),
  description: Description.default(''),
  active: z.boolean().default(true),
});

export const WebhookPatch = z
  .object({ url: Address, events: Events, description: Description, active: z.boolean() })
  .partial();

const Derivation = z.object({ key_id: z.string(), version: z.number().int() });

export const SWITCHED_OFF_FOR = ['gone', 'failing'] as const;

export const WebhookRow = z.object({
  id: z.string(),
  url: z.string(),
  site_id: z.string().nullable(),
  events: z.array(EventType),
  description: z.string(),
  active: z.boolean(),
  /** By the service; removed when it is active again. */
  switched_off: z.object({ at: z.number(), why: z.enum(SWITCHED_OFF_FOR) }).optional(),
  derivation: Derivation,
  /** Signs until then, too. */
  former_derivation: Derivation.extend({ until: z.number() }).optional(),
  created_by: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
  deleted_at: z.number().optional(),
});
export type WebhookRow = z.infer<typeof WebhookRow>;
export const webhookRows = rowsAs(keys.webhook, () => WebhookRow);

export const Webhook = WebhookRow.omit({
  derivation: true,
  former_derivation: true,
  created_by: true,
  deleted_at: true,
}).extend({
  id: Id,
  site_id: Id.nullable(),
  events: z.array(EventType).max(EVENT_TYPES.length),
  switched_off: z
    .object({ at: Time, why: z.enum(SWITCHED_OFF_FOR) })
    .nullable()
    .meta({
      description: '`gone`: it answered 410; `failing`: it failed on five days in a row',
    }),
  created_at: Time,
  updated_at: Time,
});

export const WebhookSecrets = z.object({
  secret: z.string().meta({ description: '`whsec_` and base64, as the libraries of Standard Webhooks take it' }),
  former: z
    .object({ secret: z.string(), until: Time })
    .nullable()
    .meta({ description: 'The secret before the last rotation: deliveries are signed with both until then' }),
});

const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'canceled'] as const;

const DeliveredType = z.enum([...EVENT_TYPES, TEST]);

const Reason = SaidCode.extend({ text: z.string() });

export const DeliveryRow = z.object({
  id: z.string(),
  webhook_id: z.string(),
  event_type: DeliveredType,
  payload: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number().int(),
  http_status: z.number().int().nullable().default(null),
  duration_ms: z.number().int().nullable().default(null),
  reason: Reason.nullable().default(null),
  next_attempt_at: z.number().nullable().default(null),
  last_attempt_at: z.number().nullable().default(null),
  created_at: z.number(),
});
export type DeliveryRow = z.infer<typeof DeliveryRow>;
export const deliveryRows = rowsAs(keys.webhookDelivery, () => DeliveryRow);

export const Delivery = DeliveryRow.omit({ reason: true }).extend({
  id: Id.meta({ description: 'Sent as `webhook-id`, the same in each attempt and for each webhook' }),
  webhook_id: Id,
  payload: z.string().meta({ description: 'The body of the request: JSON with `type`, `timestamp` and `data`' }),
  http_status: DeliveryRow.shape.http_status.unwrap().meta({ description: 'Of the latest attempt' }),
  duration_ms: DeliveryRow.shape.duration_ms.unwrap(),
  reason: z.string().nullable().meta({ description: 'Why the latest attempt failed' }),
  reason_codes: z.array(Reason.omit({ text: true })),
  next_attempt_at: Time.nullable(),
  last_attempt_at: Time.nullable(),
  created_at: Time,
});
