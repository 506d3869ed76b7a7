import type { Operation } from './context.ts';
import type { sites } from './contract.ts';

export const getSiteSeen: Operation<typeof sites, 'getSiteSeen'> = async (ctx, { site_id }) => {
  // Its key names no workspace: the site's own row says whose it is.
  const [, seen] = await Promise.all([ctx.sites.get(site_id), ctx.sites.findSeen(site_id)]);
  return { seen: seen ?? null };
};
