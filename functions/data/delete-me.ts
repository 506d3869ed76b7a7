import type { Operation } from './context.ts';

export const deleteMe: Operation<'deleteMe'> = async (ctx) => {
  await ctx.account().erase();
  return { id: ctx.actor.kind === 'session' ? ctx.actor.user_id : '', deleted: true };
};
