import type { Operation } from './context.ts';
import { presentPersona } from './persona.ts';

export const getPersona: Operation<'getPersona'> = async (ctx, { persona_id }) => {
  const [row, cards] = await Promise.all([ctx.personas.get(persona_id), ctx.cards.all()]);
  return presentPersona(row, ctx.personas.catalogued(persona_id), cards.get(persona_id));
};
