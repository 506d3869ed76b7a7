import { auditMonthsSince } from '../kit/audit/audit-log.ts';
import { now } from '../kit/clock.ts';
import { auditPartition, changesPartition, type Key, keys, objects, workspacePartition } from '../kit/table/keys.ts';
import { allOf, numberAt, requireIds, textAt } from '../kit/table/record.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import type { LongWork } from '../owed/long-work.ts';
import { removePublished } from '../personas/listing.ts';
import { removeReviews } from './purge-review.ts';
import { purgeSite } from './purge-site.ts';
import { removeRows } from './remove-rows.ts';

const PAGE = 100;

/** For the mark itself, and for the row whose TTL ends the grace. */
export const markedWorkspace = ({ pk, sk }: Key): Key | undefined => {
  const ws = pk.slice(workspacePartition('').length);
  const isOne = [keys.workspace(ws), keys.workspaceDue(ws)].some((key) => key.pk === pk && key.sk === sk);
  return isOne ? keys.workspace(ws) : undefined;
};

const begin = async (table: Table, row: Key & Item, ws: string): Promise<boolean> => {
  const at = now();
  if (typeof row.purge_at !== 'number' || row.purge_at > at) return false;
  if (typeof row.purging_at === 'number') return true;
  const mark: Write = {
    update: row,
    set: { purging_at: at },
    when: [
      ['=', 'deleted_at', row.deleted_at],
      ['<=', 'purge_at', at],
    ],
  };
  return table.tryTransact([mark, { delete: keys.workspaceDue(ws) }]);
};

/** Nothing was written here for a month, so that one look at the index of each site is enough. */
const removeSites = async (work: LongWork, ws: string, row: Item) => {
  const { table, hasTime } = work;
  while (hasTime()) {
    const page = await table.query({ ...allOf(keys.site, ws), limit: PAGE, consistent: true });
    if (page.items.length === 0) return true;
    for (const key of page.items) {
      const site = { ...key, deleted_at: row.deleted_at, looked_at: now() };
      if ((await purgeSite(work, site)) !== 'done') return false;
    }
  }
  return false;
};

const removeAudit = async (work: LongWork, ws: string, row: Item) => {
  for (const month of auditMonthsSince(numberAt(row, 'created_at'))) {
    if (!(await removeRows(work, { partition: auditPartition(ws, month) }))) return false;
  }
  return true;
};

/** No one can become OWNER of a workspace that is gone. */
const removeClaim = async (table: Table, ws: string, { claim_hash }: Item) => {
  if (typeof claim_hash === 'string') await table.removeMany([keys.claim(claim_hash, ws)]);
};

const removeLast = async (table: Table, row: Key & Item) => {
  const uncount: Write = {
    update: keys.user(textAt(row, 'created_by')),
    add: { workspace_count: -1 },
    when: [
      ['exists', 'pk'],
      ['>', 'workspace_count', 0],
    ],
  };
  const last: Write = { delete: row, when: [['=', 'deleted_at', row.deleted_at]] };
  const failed = await table.failedWrites([last, uncount]);
  if (failed.length > 0 && !failed.includes(0)) await table.removeMany([row]);
};

export const purgeWorkspace = async (work: LongWork, row: Key & Item): Promise<'done' | 'more' | 'not yet'> => {
  const { table, storage, hasTime } = work;
  const [ws] = requireIds(keys.workspace, row);
  if (!(await begin(table, row, ws))) return 'not yet';
  // First, while all of them are listed: the purge of a site takes those being read out of the lists.
  if (!(await removeReviews(work, ws))) return 'more';
  if (!(await removeSites(work, ws, row))) return 'more';
  await removePublished(table, ws);
  await removeClaim(table, ws, row);
  const own = { partition: workspacePartition(ws) };
  if (!(await removeRows(work, own, { but: keys.workspace(ws) }))) return 'more';
  if (!(await removeRows(work, { partition: changesPartition(ws) }))) return 'more';
  if (!(await removeAudit(work, ws, row))) return 'more';
  for (const folder of [objects.workspaceFolder(ws), objects.workspaceIncoming(ws), objects.workspaceExports(ws)]) {
    if (!(await storage.removeFolder(folder, hasTime))) return 'more';
  }
  await removeLast(table, row);
  return 'done';
};
