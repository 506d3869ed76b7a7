import { conflict } from '../kit/errors.ts';
import type { Operation } from './context.ts';
import { presentPersona } from './persona.ts';

export const unpublishPersona: Operation<'unpublishPersona'> = async (ctx, { persona_id }) => {
  const withdrawn = ctx.personas.change(persona_id, (found) => {
    if (found.slug !== null) throw conflict('default_persona_not_published');
    return ctx.market.withdrawing(found);
  });
  const [row, cards] = await Promise.all([withdrawn, ctx.cards.all()]);
  return presentPersona(row, undefined, cards.get(persona_id));
};
