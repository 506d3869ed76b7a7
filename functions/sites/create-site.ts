import { firstDerivation } from '../kit/access/secrets.ts';
import { actorIdOf } from '../kit/audit/audit-log.ts';
import { newId } from '../kit/ids.ts';
import type { Operation } from './context.ts';
import type { sites } from './contract.ts';
import { secretAttributes } from './secrets.ts';

export const createSite: Operation<typeof sites, 'createSite'> = async (ctx, { body }) => {
  const derivation = firstDerivation();
  const row = {
    id: newId(),
    workspace_id: ctx.scope.workspace_id,
    name: body.name,
    url: body.url,
    allowed_origins: body.allowed_origins ?? [new URL(body.url).origin],
    widget: body.widget,
    derivations: { widget: derivation, mcp: derivation, loader: derivation },
    created_by: actorIdOf(ctx.actor),
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  const id = await ctx.sites.create(row, secretAttributes(row), ctx.once);
  return id === row.id ? row : ctx.sites.get(id);
};
