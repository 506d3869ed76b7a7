import { conflict } from '../kit/errors.ts';
import { type Operation, workspaceOf } from './context.ts';

export const deleteWorkspace: Operation<'deleteWorkspace'> = async (ctx, { ws_id }) => {
  if (workspaceOf(ctx).personal) {
    throw conflict('personal_workspace_kept');
  }
  await ctx.workspaces.markDeleted();
  await ctx.published.hide(ctx.now);
  return { id: ws_id, deleted: true };
};
