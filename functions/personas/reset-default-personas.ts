import { notFound } from '../kit/errors.ts';
import type { Operation } from './context.ts';

export const resetDefaultPersonas: Operation<'resetDefaultPersonas'> = async (ctx, { body }) => {
  const reset_count = await ctx.personas.reset(body?.slug ?? undefined);
  if (reset_count === undefined) throw notFound();
  return { reset_count };
};
