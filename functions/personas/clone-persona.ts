import { newId } from '../kit/ids.ts';
import type { Operation } from './context.ts';
import { presentPersona } from './persona.ts';

export const clonePersona: Operation<'clonePersona'> = async (ctx, { persona_id }) => {
  const { row: original, checks } = await ctx.market.getPublic(persona_id);
  const { name, title, category, description, evaluation_dimensions } = original;
  const row = {
    id: newId(),
    slug: null,
    name,
    title,
    category,
    description,
    evaluation_dimensions,
    custom_instructions: null,
    cloned_from: persona_id,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  const id = await ctx.personas.create(row, 'persona.clone', checks);
  return presentPersona(id === row.id ? row : await ctx.personas.get(id));
};
