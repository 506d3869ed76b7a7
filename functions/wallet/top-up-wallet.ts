import type { Operation } from './context.ts';

export const topUpWallet: Operation<'topUpWallet'> = (ctx, { ws_id, body }) =>
  ctx.wallet.grant(ws_id, body.cents, body.note ?? undefined);
