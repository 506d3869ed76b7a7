import type { Operation } from '../context.ts';
import { isVisible } from '../kit/actor.ts';
import { notFound } from '../kit/errors.ts';
import type { annotations } from './contract.ts';
import { toStatus } from './status.ts';

export const listAnnotations: Operation<typeof annotations, 'listAnnotations'> = async (ctx, { site_id, query }) => {
  const { status, limit, cursor, ...rest } = query;
  const filter = { site_id, status: status === undefined ? undefined : toStatus(status), ...rest };
  if (!isVisible(ctx.scope, site_id)) throw notFound();
  const isFirst = cursor === undefined && !filter.quarantined;
  const [page, quarantined_count] = await Promise.all([
    ctx.annotations.list(filter, { limit, cursor }),
    isFirst ? ctx.annotations.countQuarantined(site_id) : undefined,
  ]);
  // Notes stand under a site only while it stands, so an empty page alone leaves open whether there is one.
  if (page.items.length === 0) await ctx.sites.get(site_id);
  return { ...page, quarantined_count };
};
