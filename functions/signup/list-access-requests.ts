import type { Operation } from './context.ts';

export const listAccessRequests: Operation<'listAccessRequests'> = (ctx, { query }) =>
  ctx.accessRequests.list({ limit: query.limit, cursor: query.cursor });
