import { type ApiTokenRow, MAX_TOKENS } from '../api-tokens/schema.ts';
import { type Actor, hasRole } from '../kit/actor.ts';
import { conflict, Refusal } from '../kit/errors.ts';
import { personalWorkspaceOf } from '../kit/identity.ts';
import type { Operation } from './context.ts';

export const removeMember: Operation<'removeMember'> = async (ctx, { ws_id, user_id, query }) => {
  if (personalWorkspaceOf(user_id) === ws_id) {
    throw conflict('personal_workspace_owner');
  }
  const isWorking = ({ expires_at }: ApiTokenRow) => expires_at === null || expires_at > ctx.now;
  const listWorking = async () => {
    const { items } = await ctx.apiTokens.list(user_id, { limit: MAX_TOKENS });
    return items.filter(isWorking);
  };
  if (query.api_tokens === 'keep') {
    const [theirs] = await Promise.all([listWorking(), ctx.members.remove(user_id)]);
    return { id: user_id, deleted: true, working_tokens: theirs.length, revoked_tokens: 0 };
  }
  // After the removal no token can be added. An attempt that failed half-way is repeated without a member.
  const absent = await ctx.members.remove(user_id).then(() => undefined, notFoundOf);
  const theirs = await listWorking();
  if (absent && (theirs.length === 0 || !isOwner(ctx.actor))) throw absent;
  for (const { id } of theirs) await ctx.apiTokens.revoke(id).catch(notFoundOf);
  return { id: user_id, deleted: true, working_tokens: 0, revoked_tokens: theirs.length };
};

const isOwner = (actor: Actor) => actor.kind === 'session' && hasRole(actor.role, 'OWNER');

const notFoundOf = (error: unknown): Refusal => {
  if (error instanceof Refusal && error.status === 404) return error;
  throw error;
};
