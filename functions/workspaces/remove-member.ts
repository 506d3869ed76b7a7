import { conflict } from '../kit/errors.ts';
import { personalWorkspaceOf } from '../kit/identity.ts';
import type { Operation } from './context.ts';

export const removeMember: Operation<'removeMember'> = async (ctx, { ws_id, user_id }) => {
  if (personalWorkspaceOf(user_id) === ws_id) {
    throw conflict('This is the personal workspace of that person, who stays in it. Remove other members instead.');
  }
  await ctx.members.remove(user_id);
  return { id: user_id, deleted: true };
};
