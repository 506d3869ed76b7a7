import { isVisible } from '../kit/actor.ts';
import { notFound } from '../kit/errors.ts';
import type { Operation } from './context.ts';
import type { sites } from './contract.ts';

export const deleteSite: Operation<typeof sites, 'deleteSite'> = async (ctx, { site_id }) => {
  if (!isVisible(ctx.scope, site_id)) throw notFound();
  await ctx.sites.markDeleted(site_id);
  return { id: site_id, deleted: true };
};
