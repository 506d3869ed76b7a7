import type { Milliseconds } from '../clock.ts';
import { monthOf } from '../clock.ts';
import type { Call } from '../http/serve.ts';
import { firstIdAt } from '../ids.ts';
import type { Test } from '../table/expression.ts';
import { auditPartition, keys } from '../table/keys.ts';
import { type Page, RESUME, readCursor, required, writeCursor } from '../table/page.ts';
import type { StoredRow, Table } from '../table/table.ts';
import { type AuditRow, auditRows } from './audit-entry.ts';
import { monthBefore } from './audit-log.ts';

/** A selective filter gives short pages with a cursor rather than a slow answer. */
const MAX_READS = 12;
const CHUNK = 300;

export interface TrailRequest {
  filter: Record<string, string | undefined>;
  tests: readonly Test[];
  since: Milliseconds;
  limit: number;
  cursor?: string | undefined;
}

interface TrailPosition {
  month: string;
  after: string;
}
const toText = ({ month, after }: TrailPosition) => `${month}/${after}`;
const toPosition = (text: string): TrailPosition => {
  const [month = '', after = ''] = text.split('/');
  return { month, after };
};

export const readAuditTrail = async (
  table: Table,
  { scope: { workspace_id }, operation_id, now }: Pick<Call, 'scope' | 'operation_id' | 'now'>,
  { filter, tests, since, limit, cursor }: TrailRequest,
): Promise<Page<AuditRow>> => {
  const read = async ({ month, after }: TrailPosition, most: number) => {
    const page = await table.query({
      partition: auditPartition(workspace_id, month),
      sort: ['>=', firstIdAt(since)],
      newestFirst: true,
      filter: tests,
      limit: most,
      consistent: true,
      ...(after && { after: { ...keys.audit(workspace_id, month, after) } }),
    });
    const next = page.last ? { month, after: page.last.sk } : { month: monthBefore(month), after: '' };
    return { items: page.items, next };
  };

  const positionOf = (row: StoredRow): TrailPosition => ({
    month: row.pk.slice(auditPartition(workspace_id, '').length),
    after: row.sk,
  });

  const binding = { route: operation_id, workspace_id, filter };
  const from = readCursor(cursor, binding);
  const first = monthOf(since);
  const found: StoredRow[] = [];
  let place = from === undefined ? { month: monthOf(now), after: '' } : toPosition(from);
  for (let reads = 0; reads < MAX_READS && found.length <= limit && place.month >= first; reads += 1) {
    const page = await read(place, tests.length > 0 ? CHUNK : limit + 1 - found.length);
    found.push(...page.items);
    place = page.next;
  }
  const kept = found.slice(0, limit);
  const lastKept = kept.at(-1);
  const goesOn = found.length > limit && lastKept ? positionOf(lastKept) : place.month >= first ? place : undefined;
  return {
    items: kept.map(auditRows.parse),
    next_cursor: goesOn ? writeCursor(toText(goesOn), binding) : null,
    [RESUME]: (count) => writeCursor(toText(positionOf(required(kept[count - 1]))), binding),
  };
};
