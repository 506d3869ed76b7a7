import { mapPage } from '../kit/table/page.ts';
import type { Operation } from './context.ts';
import { pageOfPersonas } from './page-of-personas.ts';
import { presentPersona } from './persona.ts';

export const listMyPersonas: Operation<'listMyPersonas'> = async (ctx, { query }) => {
  const binding = { route: 'personas', workspace_id: ctx.scope.workspace_id, filter: {} };
  const [rows, cards] = await Promise.all([ctx.personas.list(), ctx.cards.all()]);
  const page = pageOfPersonas(rows, { limit: query.limit, cursor: query.cursor }, binding);
  return mapPage(page, (row) => presentPersona(row, ctx.personas.catalogued(row.id), cards.get(row.id)));
};
