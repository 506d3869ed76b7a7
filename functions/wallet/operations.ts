import { optionalSetting } from '../kit/config.ts';
import { notFound } from '../kit/errors.ts';
import type { Call, Operations } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import type { wallet } from './contract.ts';
import { priceOf, topUpUrl } from './movement.ts';
import { BilledWorkspace } from './schema.ts';
import { walletStore } from './store.ts';
import { paymentEvent } from './stripe-events.ts';

export const bindWallet = (table: Table, call: Call) => ({ ...call, wallet: walletStore(table, call) });

type Wallet = Operations<ReturnType<typeof bindWallet>, typeof wallet>;

export const getWallet: Wallet['getWallet'] = async (ctx) => {
  const { workspace_id } = ctx.scope;
  const { plan } = BilledWorkspace.parse(ctx.rows.workspace);
  const price = priceOf(ctx.rows.workspace);
  const isPrepaid = price !== undefined;
  return {
    workspace_id,
    plan,
    billing_mode: isPrepaid ? 'prepaid_micro' : 'none',
    currency: 'usd',
    per_review_price_cents: price ?? 0,
    wallet_balance_cents: await ctx.wallet.balance(),
    wallet_topup_url: isPrepaid ? topUpUrl(workspace_id) : null,
  };
};

export const listLedger: Wallet['listLedger'] = (ctx, { query }) => ctx.wallet.ledger(query);

export const receiveStripeEvent: Wallet['receiveStripeEvent'] = async (ctx) => {
  const secret = optionalSetting('STRIPE_WEBHOOK_SECRET');
  if (secret === undefined) throw notFound();
  const payment = paymentEvent(secret, ctx.request);
  if (payment) await ctx.wallet.credit(payment);
  return { received: true };
};

export const topUpWallet: Wallet['topUpWallet'] = (ctx, { ws_id, body }) =>
  ctx.wallet.grant(ws_id, body.cents, body.note ?? undefined);
