import { isInternal } from '../annotations/is-internal.ts';
import { currentSummary, submitterView } from '../annotations/submitter-view.ts';
import type { Thread } from '../annotations/whole-thread.ts';
import { dashboardUrl } from '../workspaces/dashboard-url.ts';

/** Of members all; of stakeholders what they see anywhere. */
export const presentPin = (ws: string, thread: Thread, isMember: boolean) => {
  const view = submitterView(thread);
  const replies = isMember ? thread.replies.filter(({ resolution_id }) => resolution_id === undefined) : view.replies;
  return {
    id: thread.row.id,
    kind: view.kind,
    body: view.body,
    created_at: thread.row.created_at,
    status: isMember ? thread.row.status : view.status,
    summary: isMember ? currentSummary(thread.row) : view.summary,
    author_name: thread.context.name,
    may_edit: isMember,
    ...(isMember && { dashboard_url: dashboardUrl(ws, `/inbox/${thread.row.id}`) }),
    replies: replies.map((reply) => ({ ...reply, ...(isInternal(reply) && { internal: true as const }) })),
    resolutions: (isMember ? thread.resolutions : view.resolutions).map(({ id, explanation, created_at }) => ({
      id,
      explanation,
      created_at,
    })),
  };
};
