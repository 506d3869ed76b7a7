import type { Operation } from './context.ts';

export const listLedger: Operation<'listLedger'> = (ctx, { query }) =>
  ctx.wallet.ledger({ limit: query.limit, cursor: query.cursor });
