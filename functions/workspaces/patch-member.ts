import { unprocessable } from '../kit/errors.ts';
import type { Operation } from './context.ts';

export const patchMember: Operation<'patchMember'> = async (ctx, { user_id, body: { role, site_grants } }) => {
  const [row, unknown] = await Promise.all([
    ctx.members.get(user_id),
    ctx.members.unknownSites([...new Set(site_grants)]),
  ]);
  const at = site_grants?.findIndex((site) => unknown.includes(site)) ?? -1;
  if (at >= 0) {
    throw unprocessable(['body', 'site_grants', at], 'site_unknown');
  }
  const changes = {
    ...(role !== undefined && { role }),
    ...(site_grants && { site_grants: [...new Set(site_grants)] }),
  };
  return Object.keys(changes).length === 0 ? row : ctx.members.patch(row, changes);
};
