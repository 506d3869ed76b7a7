import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { MINUTE, SECOND } from '../kit/clock.ts';
import { badRequest } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { isSame } from '../kit/server-keys.ts';
import type { Payment, PaymentEvents } from './payment-events.ts';

const TOLERANCE_MS = 5 * MINUTE;
const MAX_SIGNATURES = 10;
const PAID = new Set(['checkout.session.completed', 'checkout.session.async_payment_succeeded']);

const forged = () => badRequest('signature_invalid', {}, { reason: 'bad_signature' });

const Event = z.object({
  id: z.string().min(1).max(255),
  type: z.string(),
  data: z.object({ object: z.unknown() }),
});

const Checkout = z.object({
  id: z.string().min(1).max(255),
  client_reference_id: z.string().nullish(),
  payment_status: z.string(),
  amount_total: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  currency: z.string().max(10),
});

/** `t=1700000000,v1=<hex>,v1=<hex>`: while a secret rotates there are two. */
const readHeader = (header: string) => {
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const valuesOf = (name: string) => parts.flatMap(([key, value]) => (key === name && value ? [value] : []));
  const [time, ...others] = valuesOf('t');
  if (time === undefined || others.length > 0 || !/^\d{1,12}$/.test(time)) return undefined;
  return { time, signatures: valuesOf('v1').slice(0, MAX_SIGNATURES) };
};

const requireSigned = (secrets: readonly string[], header: string, body: string): void => {
  const read = readHeader(header);
  if (!read) throw forged();
  const { time, signatures } = read;
  // The service's own clock, so ours is the real one here and never the one that tests move.
  if (Math.abs(Date.now() - Number(time) * SECOND) > TOLERANCE_MS) throw forged();
  const expected = secrets.map((secret) => createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'));
  if (!expected.some((one) => signatures.some((signature) => isSame(one, signature)))) throw forged();
};

const paymentIn = (body: string): Payment | undefined => {
  const event = Event.safeParse(JSON.parse(body)).data;
  if (!event || !PAID.has(event.type)) return undefined;
  const checkout = Checkout.safeParse(event.data.object).data;
  // One that waits for its money is told again; one without a reference was made for something else.
  if (checkout?.payment_status !== 'paid' || !checkout.client_reference_id) return undefined;
  const { id, client_reference_id, amount_total, currency } = checkout;
  return {
    id,
    event_id: event.id,
    ...(isId(client_reference_id) && { workspace_id: client_reference_id }),
    cents: amount_total,
    currency: currency.toLowerCase(),
  };
};

/**
 * Stripe's webhook events: `Stripe-Signature` holds a time and the HMAC-SHA-256 of `<time>.<body>` under the endpoint's secret
 * (docs.stripe.com/webhooks/signature). `secret` may name two, separated by a comma, while they rotate.
 */
export const stripeEvents = (secret: string): PaymentEvents => {
  const secrets = secret
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  return {
    verify: (headers, body) => {
      requireSigned(secrets, headers['stripe-signature'] ?? '', body);
      try {
        return paymentIn(body);
      } catch {
        throw badRequest('not_json');
      }
    },
  };
};
