import { hasRole } from '../kit/actor.ts';
import { actorIdOf } from '../kit/audit/audit-log.ts';
import { notFound } from '../kit/errors.ts';
import type { Operation } from './context.ts';
import type { apiTokens } from './contract.ts';

export const revokeApiToken: Operation<typeof apiTokens, 'revokeApiToken'> = async (ctx, { token_id }) => {
  const row = await ctx.apiTokens.find(token_id);
  const isOwner = 'role' in ctx.actor && hasRole(ctx.actor.role, 'OWNER');
  if (!row || !(isOwner || row.created_by === actorIdOf(ctx.actor))) throw notFound();
  await ctx.apiTokens.revoke(token_id);
  return { id: token_id, deleted: true };
};
