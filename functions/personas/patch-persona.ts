import type { Operation } from './context.ts';
import { presentPersona } from './persona.ts';

export const patchPersona: Operation<'patchPersona'> = async (ctx, { persona_id, body }) => {
  const { custom_instructions, ...others } = body;
  const fields = {
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined && value !== null)),
    ...(custom_instructions !== undefined && { custom_instructions }),
  };
  const [row, cards] = await Promise.all([ctx.personas.patch(persona_id, fields), ctx.cards.all()]);
  return presentPersona(row, ctx.personas.catalogued(persona_id), cards.get(persona_id));
};
