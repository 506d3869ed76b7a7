import type { Operation } from './context.ts';

/** The title and how far it is; the report proper stands here soon. */
export const reviewMarkdown: Operation<'reviewMarkdown'> = async (ctx, { review_id }) => {
  const { row } = await ctx.reviews.get(review_id);
  return {
    text: `# ${row.title.replace(/\s+/g, ' ')}\n\n${row.status}: ${row.runs_done} of ${row.runs_total} personas\n`,
  };
};
