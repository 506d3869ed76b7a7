import type { Operation } from './context.ts';
import { priceOf } from './movement.ts';
import { topUpUrl } from './top-up-url.ts';

export const getWallet: Operation<'getWallet'> = async (ctx) => {
  const { workspace_id } = ctx.scope;
  const price = priceOf(ctx.rows.workspace);
  const isPrepaid = price !== undefined;
  return {
    workspace_id,
    plan: String(ctx.rows.workspace?.plan ?? 'free'),
    billing_mode: isPrepaid ? 'prepaid_micro' : 'none',
    currency: 'usd',
    per_review_price_cents: price ?? 0,
    wallet_balance_cents: await ctx.wallet.balance(),
    wallet_topup_url: isPrepaid ? topUpUrl(workspace_id) : null,
  };
};
