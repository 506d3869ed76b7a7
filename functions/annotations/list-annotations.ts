import type { Operation } from '../context.ts';
import type { annotations } from './contract.ts';
import { toStatus } from './status.ts';

export const listAnnotations: Operation<typeof annotations, 'listAnnotations'> = async (ctx, { site_id, query }) => {
  const { status, kind, since, auto_fix, limit, cursor } = query;
  const filter = { site_id, status: status === undefined ? undefined : toStatus(status), kind, since, auto_fix };
  const [, page] = await Promise.all([ctx.sites.get(site_id), ctx.annotations.list(filter, { limit, cursor })]);
  return page;
};
