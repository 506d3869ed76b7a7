import type { Operation } from './context.ts';
import { presentForAdmin } from './present-entry.ts';

export const rejectShowcase: Operation<'rejectShowcase'> = async (ctx, { review_id, body }) =>
  presentForAdmin(await ctx.admin.decide(review_id, 'rejected', body?.note ?? null));
