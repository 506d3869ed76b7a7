import type { Actor } from '../kit/actor.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { DAY, ttlAt } from '../kit/clock.ts';
import type { Test } from '../kit/table/expression.ts';
import { keys } from '../kit/table/keys.ts';
import type { Write } from '../kit/table/table.ts';
import { owed } from '../owed/jobs.ts';

export const GRACE = 30 * DAY;

interface Deletion {
  actor: Actor;
  at: number;
  when: readonly Test[];
  else?: () => Error;
}

/** The TTL of the due row wakes the purge; if that event is lost, the schedule finds the workspace's own row. */
export const deletionWrites = (ws: string, { actor, at, ...unless }: Deletion): Write[] => {
  const key = keys.workspace(ws);
  const purge_at = at + GRACE;
  const set = { deleted_at: at, purge_at, updated_at: at, ...owed('purge', key, purge_at) };
  return [
    { update: key, set, ...unless },
    { put: { ...keys.workspaceDue(ws), deleted_at: at, job: 'purge', ttl: ttlAt(purge_at) } },
    auditEntry(ws, actor, 'workspace.delete', { purge_at: String(purge_at) }),
  ];
};
