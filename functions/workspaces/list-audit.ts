import type { Operation } from './context.ts';

export const listAudit: Operation<'listAudit'> = (ctx, { query: { limit, cursor, ...filter } }) =>
  ctx.audit.list(filter, { limit, cursor });
