import { mapPage } from '../kit/table/page.ts';
import type { Operation } from './context.ts';
import { presentForAdmin, presentReports } from './present-entry.ts';

const REPORTS_IN_LISTS = 5;

export const listPendingShowcase: Operation<'listPendingShowcase'> = async (ctx, { query }) => {
  const { limit, cursor } = query;
  const page = await ctx.admin.listPending({ limit, cursor }, REPORTS_IN_LISTS);
  return mapPage(page, ({ entry, reports }) => ({ ...presentForAdmin(entry), reports: presentReports(reports) }));
};
