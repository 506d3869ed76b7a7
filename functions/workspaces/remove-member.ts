import { type ApiTokenRow, MAX_TOKENS } from '../api-tokens/schema.ts';
import { conflict, Refusal } from '../kit/errors.ts';
import { personalWorkspaceOf } from '../kit/identity.ts';
import type { Operation } from './context.ts';

export const removeMember: Operation<'removeMember'> = async (ctx, { ws_id, user_id, query }) => {
  if (personalWorkspaceOf(user_id) === ws_id) {
    throw conflict('This is the personal workspace of that person, who stays in it. Remove other members instead.');
  }
  const isWorking = ({ expires_at }: ApiTokenRow) => expires_at === null || expires_at > ctx.now;
  const [page] = await Promise.all([ctx.apiTokens.list(user_id, { limit: MAX_TOKENS }), ctx.members.remove(user_id)]);
  const theirs = page.items.filter(isWorking);
  if (query.api_tokens === 'keep') {
    return { id: user_id, deleted: true, working_tokens: theirs.length, revoked_tokens: 0 };
  }
  for (const { id } of theirs) await ctx.apiTokens.revoke(id).catch(revokedAlready);
  return { id: user_id, deleted: true, working_tokens: 0, revoked_tokens: theirs.length };
};

const revokedAlready = (error: unknown) => {
  if (!(error instanceof Refusal && error.status === 404)) throw error;
};
