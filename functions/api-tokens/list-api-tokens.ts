import { hasRole } from '../kit/actor.ts';
import { actorIdOf } from '../kit/audit/audit-log.ts';
import { mapPage } from '../kit/table/page.ts';
import type { Operation } from './context.ts';
import type { apiTokens } from './contract.ts';
import { presentApiToken } from './present-api-token.ts';

export const listApiTokens: Operation<typeof apiTokens, 'listApiTokens'> = async (ctx, { query }) => {
  const seesAll = 'role' in ctx.actor && hasRole(ctx.actor.role, 'OWNER');
  return mapPage(await ctx.apiTokens.list(seesAll ? undefined : actorIdOf(ctx.actor), query), presentApiToken);
};
