import type { Operation } from './context.ts';

export const deletePersona: Operation<'deletePersona'> = async (ctx, { persona_id }) => {
  await ctx.personas.remove(persona_id);
  return { id: persona_id, deleted: true };
};
