import type { Operation } from './context.ts';
import { presentForAdmin } from './present-entry.ts';

export const approveShowcase: Operation<'approveShowcase'> = async (ctx, { review_id, body }) =>
  presentForAdmin(await ctx.admin.decide(review_id, 'approved', body?.note ?? null));
