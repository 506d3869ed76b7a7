import { firstDerivation } from '../kit/access/secrets.ts';
import { newId } from '../kit/ids.ts';
import type { Operation } from './context.ts';
import type { sites } from './contract.ts';
import { presentStakeholder } from './present-stakeholder.ts';

export const createStakeholder: Operation<typeof sites, 'createStakeholder'> = async (ctx, { site_id, body }) => {
  const site = await ctx.sites.get(site_id);
  const row = {
    id: newId(),
    site_id,
    name: body.name ?? null,
    email: body.email ?? null,
    auto_fix_default: body.auto_fix_default ?? ('never' as const),
    derivation: firstDerivation(),
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  const id = await ctx.stakeholders.create(row, ctx.once);
  return presentStakeholder(id === row.id ? row : await ctx.stakeholders.get(site_id, id), site, ctx.scope, true);
};
