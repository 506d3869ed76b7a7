import { callingSite } from './caller.ts';
import type { WidgetOperation } from './context.ts';

export const reportSeen: WidgetOperation<'reportSeen'> = async (ctx, { body }) => {
  const { id } = callingSite(ctx);
  await ctx.seen.put(id, { ...body, origin: ctx.request.origin, seen_at: ctx.now });
  return { ok: true };
};
