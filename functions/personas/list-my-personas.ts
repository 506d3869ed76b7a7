import type { Operation } from './context.ts';
import { pageOfPersonas } from './page-of-personas.ts';
import { presentPersona } from './persona.ts';

export const listMyPersonas: Operation<'listMyPersonas'> = async (ctx, { query }) => {
  const binding = { route: 'personas', workspace_id: ctx.scope.workspace_id, filter: {} };
  const page = pageOfPersonas(await ctx.personas.list(), { limit: query.limit, cursor: query.cursor }, binding);
  return { ...page, items: page.items.map((row) => presentPersona(row, ctx.personas.catalogued(row.id))) };
};
