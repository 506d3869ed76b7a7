import { actorIdOf } from '../kit/audit-log.ts';
import { hasRole } from '../kit/authorise.ts';
import type { Operation } from './context.ts';
import type { apiTokens } from './contract.ts';
import { presentApiToken } from './present-api-token.ts';

export const listApiTokens: Operation<typeof apiTokens, 'listApiTokens'> = async (ctx) => {
  const rows = await ctx.apiTokens.list();
  const seesAll = 'role' in ctx.actor && hasRole(ctx.actor.role, 'OWNER');
  const mine = actorIdOf(ctx.actor);
  return { items: rows.filter((row) => seesAll || row.created_by === mine).map(presentApiToken) };
};
