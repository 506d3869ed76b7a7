import { conflict } from '../kit/errors.ts';
import type { Operation } from './context.ts';
import { presentPublic } from './persona.ts';

export const publishPersona: Operation<'publishPersona'> = async (ctx, { persona_id }) => {
  const cards = ctx.cards.all();
  const publishing = ctx.personas.change(persona_id, async (row) => {
    if (row.slug !== null) {
      throw conflict('default_persona_not_publishable');
    }
    return ctx.market.publishing(row, (await cards).get(persona_id));
  });
  const [published] = await Promise.all([publishing, cards]);
  return presentPublic(published);
};
