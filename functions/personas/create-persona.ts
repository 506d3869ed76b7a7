import { newId } from '../kit/ids.ts';
import type { Operation } from './context.ts';
import { presentPersona } from './persona.ts';

export const createPersona: Operation<'createPersona'> = async (ctx, { body }) => {
  const row = {
    ...body,
    id: newId(),
    slug: null,
    custom_instructions: body.custom_instructions ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  const id = await ctx.personas.create(row, 'persona.create');
  return presentPersona(id === row.id ? row : await ctx.personas.get(id));
};
