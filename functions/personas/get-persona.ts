import type { Operation } from './context.ts';
import { presentPersona } from './persona.ts';

export const getPersona: Operation<'getPersona'> = async (ctx, { persona_id }) =>
  presentPersona(await ctx.personas.get(persona_id), ctx.personas.catalogued(persona_id));
