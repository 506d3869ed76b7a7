import { unprocessable } from '../kit/errors.ts';
import { type Operation, personOf, workspaceOf } from './context.ts';
import { presentWorkspace } from './present-workspace.ts';

export const transferOwner: Operation<'transferOwner'> = async (ctx, { body }) => {
  if (body.user_id === personOf(ctx).user_id) {
    throw unprocessable(['body', 'user_id'], 'already_owner');
  }
  await ctx.members.transfer(body.user_id);
  return presentWorkspace({ ...workspaceOf(ctx), role: 'MEMBER' });
};
