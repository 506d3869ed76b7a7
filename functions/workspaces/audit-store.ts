import { auditMonth } from '../kit/audit-log.ts';
import { readCursor, writeCursor } from '../kit/cursor.ts';
import type { Test } from '../kit/expression.ts';
import { auditPartition, keys } from '../kit/keys.ts';
import type { Call } from '../kit/serve.ts';
import type { Item, Table } from '../kit/table.ts';
import { AuditRow } from './schema.ts';

/** What one request reads at most: a filter that keeps little answers short pages, with a cursor, rather than slowly. */
const MAX_READS = 12;
const CHUNK = 300;

export interface AuditFilter {
  actor?: string | undefined;
  action?: string | undefined;
}

const monthBefore = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 2)).toISOString().slice(0, 7);
};

/** Where a list goes on: after an entry of a month, or from a month's newest on. */
interface Place {
  month: string;
  after: string;
}
const toText = ({ month, after }: Place) => `${month}/${after}`;
const toPlace = (text: string): Place => {
  const [month = '', after = ''] = text.split('/');
  return { month, after };
};

/** The audit log of the workspace in the path: a partition a month. */
export const auditStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;

  const read = async ({ month, after }: Place, filter: readonly Test[], limit: number) => {
    const page = await table.query({
      partition: auditPartition(workspace_id, month),
      newestFirst: true,
      filter,
      limit,
      consistent: true,
      ...(after && { after: { ...keys.audit(workspace_id, month, after) } }),
    });
    const next = page.last ? { month, after: String(page.last.sk) } : { month: monthBefore(month), after: '' };
    return { items: page.items, next };
  };

  const placeOf = (row: Item): Place => ({
    month: String(row.pk).slice(auditPartition(workspace_id, '').length),
    after: String(row.sk),
  });

  return {
    /** Newest first, back to the month in which the workspace began. */
    list: async (filter: AuditFilter, { limit, cursor }: { limit: number; cursor?: string | undefined }) => {
      const binding = { route: call.operation_id, workspace_id, filter: { ...filter } };
      const from = readCursor(cursor, binding);
      const tests: Test[] = [];
      if (filter.actor !== undefined) tests.push(['=', 'actor_id', filter.actor]);
      if (filter.action !== undefined) tests.push(['=', 'action', filter.action]);
      const first = auditMonth(Number(call.rows.workspace?.created_at ?? 0));
      const found: Item[] = [];
      let place = from === undefined ? { month: auditMonth(call.now), after: '' } : toPlace(from);
      for (let reads = 0; reads < MAX_READS && found.length <= limit && place.month >= first; reads += 1) {
        const page = await read(place, tests, tests.length > 0 ? CHUNK : limit + 1 - found.length);
        found.push(...page.items);
        place = page.next;
      }
      const kept = found.slice(0, limit);
      const lastKept = kept.at(-1);
      const goesOn = found.length > limit && lastKept ? placeOf(lastKept) : place.month >= first ? place : undefined;
      return {
        items: kept.map((row) => AuditRow.parse(row)),
        next_cursor: goesOn ? writeCursor(toText(goesOn), binding) : null,
      };
    },
  };
};
