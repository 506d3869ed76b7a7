import { type Operation, personOf } from './context.ts';
import { presentWorkspace } from './present-workspace.ts';

export const listWorkspaces: Operation<'listWorkspaces'> = async (ctx, { query }) => {
  const person = personOf(ctx);
  const all = await ctx.workspaces.listOf(person);
  const isShown = ({ role, deleted_at, purge_at = 0 }: (typeof all)[number]) =>
    deleted_at === undefined || (query.include === 'deleted' && role === 'OWNER' && purge_at > ctx.now);
  return { user_id: person.user_id, items: all.filter(isShown).map(presentWorkspace) };
};
