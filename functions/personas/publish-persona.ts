import { conflict } from '../kit/errors.ts';
import type { Operation } from './context.ts';

export const publishPersona: Operation<'publishPersona'> = (ctx, { persona_id }) =>
  ctx.personas.change(persona_id, (row) => {
    if (row.slug !== null) {
      throw conflict('A default persona cannot be published, changed or not. Create one of your own and publish that.');
    }
    return ctx.market.publishing(row);
  });
