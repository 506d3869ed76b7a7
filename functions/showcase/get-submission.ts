import type { Operation } from './context.ts';
import { presentForAdmin, presentReports } from './present-entry.ts';
import { presentSnapshot } from './snapshot.ts';

const MOST_REPORTS = 50;

export const getSubmission: Operation<'getSubmission'> = async (ctx, { review_id }) => {
  const { entry, reports, snapshot } = await ctx.admin.getWhole(review_id, MOST_REPORTS);
  return { ...presentForAdmin(entry), reports: presentReports(reports), ...presentSnapshot(snapshot) };
};
