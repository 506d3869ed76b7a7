import { mapPage } from '../kit/table/page.ts';
import { type Operation, personOf } from './context.ts';
import { presentWorkspace } from './present-workspace.ts';

export const listWorkspaces: Operation<'listWorkspaces'> = async (ctx, { query }) => {
  const person = personOf(ctx);
  const { include, ...asked } = query;
  const page = mapPage(await ctx.workspaces.listOf(person, asked), (row) => {
    const { role, deleted_at, purge_at = 0 } = row;
    const isShown = deleted_at === undefined || (include === 'deleted' && role === 'OWNER' && purge_at > ctx.now);
    return isShown ? presentWorkspace(row) : undefined;
  });
  return { ...page, user_id: person.user_id };
};
