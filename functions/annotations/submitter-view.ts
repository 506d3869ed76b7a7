import { isInternal } from './is-internal.ts';
import type { AnnotationRow } from './rows.ts';
import type { Thread } from './whole-thread.ts';

/** A question that was answered stays readable, but a fix that was undone says nothing of the note as it is now. */
export const currentSummary = ({ summary, summary_of }: Pick<AnnotationRow, 'summary' | 'summary_of'>): string =>
  summary_of === undefined || summary_of === 'blocked' ? summary : '';

/** As its submitter sees it: nothing internal, nothing twice, and of a quarantined note only their own words. */
export const submitterView = ({ row, context, replies, resolutions }: Thread) => {
  const isAside = row.quarantine !== null;
  const shown = replies.filter((reply) => !isInternal(reply) && reply.resolution_id === undefined);
  return {
    status: isAside ? ('pending' as const) : row.status,
    kind: row.kind,
    summary: isAside ? '' : currentSummary(row),
    confirmation: isAside ? null : (row.confirmation ?? null),
    body: context.body,
    page_url: context.captured.page.url,
    replies: isAside ? shown.filter(({ author }) => author === 'stakeholder') : shown,
    resolutions: isAside ? [] : resolutions,
  };
};
