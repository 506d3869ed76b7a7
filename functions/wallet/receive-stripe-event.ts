import { optionalSetting } from '../kit/config.ts';
import { notFound } from '../kit/errors.ts';
import type { Operation } from './context.ts';
import { stripeEvents } from './stripe-events.ts';

export const receiveStripeEvent: Operation<'receiveStripeEvent'> = async (ctx) => {
  const secret = optionalSetting('STRIPE_WEBHOOK_SECRET');
  if (secret === undefined) throw notFound();
  const payment = stripeEvents(secret).verify(ctx.request.headers, ctx.request.body);
  if (payment) await ctx.wallet.credit(payment);
  return { received: true };
};
