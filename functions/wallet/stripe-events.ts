import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { MINUTE, SECOND } from '../kit/clock.ts';
import type { Request } from '../kit/contract/request.ts';
import { badRequest } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { isSame } from '../kit/server-keys.ts';

export interface Payment {
  /** The checkout's: several events may be about one. */
  id: string;
  event_id: string;
  /** Absent if the payment names none of our workspaces. */
  workspace_id?: string;
  cents: number;
  currency: string;
}

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

/** `t=1700000000,v1=<hex>,v1=<hex>`; two while a secret rotates (docs.stripe.com/webhooks/signature). */
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
  // The service's clock is real, so ours must be, too, and never the one that tests move.
  if (Math.abs(Date.now() - Number(time) * SECOND) > TOLERANCE_MS) throw forged();
  const expected = secrets.map((secret) => createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'));
  if (!expected.some((one) => signatures.some((signature) => isSame(one, signature)))) throw forged();
};

const paymentIn = (body: string): Payment | undefined => {
  const event = Event.safeParse(JSON.parse(body)).data;
  if (!event || !PAID.has(event.type)) return undefined;
  const checkout = Checkout.safeParse(event.data.object).data;
  // An unpaid one is reported again; one without a reference was made for something else.
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

/** Undefined for an event of no concern. `secret` may name two, separated by a comma, while they rotate. */
export const paymentEvent = (secret: string, { headers, body }: Pick<Request, 'headers' | 'body'>) => {
  const secrets = secret.split(',').flatMap((one) => one.trim() || []);
  requireSigned(secrets, headers['stripe-signature'] ?? '', body);
  try {
    return paymentIn(body);
  } catch {
    throw badRequest('not_json');
  }
};
