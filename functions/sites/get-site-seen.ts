import type { Operation } from './context.ts';
import type { sites } from './contract.ts';

export const getSiteSeen: Operation<typeof sites, 'getSiteSeen'> = async (ctx, { site_id }) => {
  // Its key names no workspace: the site's own row says whose it is.
  const [site, { seen, refused }] = await Promise.all([ctx.sites.get(site_id), ctx.sites.findSeen(site_id)]);
  const isAllowedNow = refused !== null && site.allowed_origins.includes(refused.origin);
  return { seen, refused: isAllowedNow ? null : refused };
};
