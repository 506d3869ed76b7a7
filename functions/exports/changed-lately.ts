import { auditMonthsSince } from '../kit/audit/audit-log.ts';
import { MINUTE } from '../kit/clock.ts';
import type { Call } from '../kit/http/serve.ts';
import { firstIdAt } from '../kit/ids.ts';
import { auditPartition } from '../kit/table/keys.ts';
import type { Item, Table } from '../kit/table/table.ts';

/** Indexes lag by less. */
const LAG = MINUTE;

const noteIn = ({ target }: Item): string[] => {
  const { annotation_id } = (target ?? {}) as Item;
  return typeof annotation_id === 'string' ? [annotation_id] : [];
};

/** Notes that a list may still show as they were, or that were deleted: each change has an entry in its transaction. */
export const changedLately =
  (table: Table, { now, scope }: Call) =>
  async (): Promise<ReadonlySet<string>> => {
    const since = now - LAG;
    const entries = await Promise.all(
      auditMonthsSince(since).map((month) =>
        table.queryAll({
          partition: auditPartition(scope.workspace_id, month),
          sort: ['>=', firstIdAt(since)],
          project: ['pk', 'sk', 'target'],
          consistent: true,
        }),
      ),
    );
    return new Set(entries.flat().flatMap(noteIn));
  };
