import { readAuditTrail } from '../kit/audit/audit-trail.ts';
import type { Call } from '../kit/http/serve.ts';
import type { Test } from '../kit/table/expression.ts';
import type { Table } from '../kit/table/table.ts';

export interface AuditFilter {
  actor?: string | undefined;
  action?: string | undefined;
}

/** The audit log of the workspace in the path. */
export const auditStore = (table: Table, call: Call) => ({
  /** Newest first, back to when the workspace began. */
  list: ({ actor, action }: AuditFilter, page: { limit: number; cursor?: string | undefined }) => {
    const tests: Test[] = [];
    if (actor !== undefined) tests.push(['=', 'actor_id', actor]);
    if (action !== undefined) tests.push(['=', 'action', action]);
    const since = Number(call.rows.workspace?.created_at ?? 0);
    return readAuditTrail(table, call, { ...page, filter: { actor, action }, tests, since });
  },
});
