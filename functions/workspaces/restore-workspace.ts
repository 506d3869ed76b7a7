import { type Operation, workspaceOf } from './context.ts';
import { presentWorkspace } from './present-workspace.ts';

export const restoreWorkspace: Operation<'restoreWorkspace'> = async (ctx) => {
  const { deleted_at, purge_at: _, ...row } = workspaceOf(ctx);
  if (deleted_at === undefined) return presentWorkspace(row);
  await ctx.published.show(deleted_at);
  await ctx.workspaces.restore(deleted_at);
  return presentWorkspace({ ...row, updated_at: ctx.now });
};
