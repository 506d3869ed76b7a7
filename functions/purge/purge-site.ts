import { chunksOf } from '../kit/chunks.ts';
import { now } from '../kit/clock.ts';
import { type Key, keys, objects, partitions, scratchKeys } from '../kit/table/keys.ts';
import { allOf, numberAt, requireIds } from '../kit/table/record.ts';
import type { Item, Table } from '../kit/table/table.ts';
import type { LongWork } from '../owed/long-work.ts';
import { removeSiteFromSearch } from '../search/site.ts';
import { siteDeleted } from '../webhooks/events-of-change.ts';
import { oweEvents } from '../webhooks/owe-deliveries.ts';
import { INDEX_LAG_MS, removeAnnotations } from './purge-annotation.ts';
import { LATE_WRITES_MS, type Progress, removeReviews } from './purge-review.ts';
import { removeSiteWebhooks } from './purge-webhook.ts';
import { removeRows } from './remove-rows.ts';

const PAGE = 100;
const AT_ONCE = 20;

/** Reads the index once: it may still show what is removed, and the second look sees what it showed late. */
const removeAllAnnotations = async ({ table, hasTime }: LongWork, ws: string, site: string): Promise<boolean> => {
  const partition = partitions.siteAnnotations(ws, site);
  for await (const rows of table.pages({ index: 'gsi1', partition, limit: PAGE })) {
    const ids = rows.map((row) => requireIds(keys.annotation, row)[1]);
    for (const some of chunksOf(ids, AT_ONCE)) {
      if (!hasTime()) return false;
      await removeAnnotations(table, ws, site, some);
    }
  }
  return true;
};

const removeSite = async (table: Table, ws: string, site: string) => {
  const isDone = await table.tryTransact([
    { delete: keys.site(ws, site) },
    {
      update: keys.workspace(ws),
      discard: { deleted_sites: new Set([site]), quarantine_sites: new Set([site]), enforced_sites: new Set([site]) },
      when: [['exists', 'pk']],
    },
    { in: 'scratch', delete: scratchKeys.seen(site) },
    { in: 'scratch', delete: scratchKeys.refused(site) },
  ]);
  if (!isDone) await table.removeMany([keys.site(ws, site)]);
};

export const purgeSite = async (work: LongWork, row: Key & Item): Promise<Progress> => {
  const { table, storage, hasTime } = work;
  const [ws, site] = requireIds(keys.site, row);
  if (typeof row.looked_at !== 'number')
    await oweEvents(table, ws, [siteDeleted(ws, site, numberAt(row, 'deleted_at'))]);
  if (!(await removeAllAnnotations(work, ws, site))) return 'more';
  if (!(await removeReviews(work, ws, site))) return 'more';
  if (typeof row.looked_at !== 'number') {
    return { wait_ms: Math.max(INDEX_LAG_MS, numberAt(row, 'deleted_at') + LATE_WRITES_MS - now()) };
  }
  if (!(await removeRows(work, allOf(keys.stakeholder, ws, site)))) return 'more';
  if (!(await removeRows(work, allOf(keys.connection, ws, site)))) return 'more';
  if (!(await removeRows(work, allOf(keys.anchorCheck, ws, site)))) return 'more';
  if (!(await removeSiteWebhooks(work, ws, site))) return 'more';
  // A remaining entry belongs to a note whose creation broke off: its row may be missing, and parts of it not.
  const before = (found: readonly Key[]) =>
    removeAnnotations(
      table,
      ws,
      site,
      found.map((key) => requireIds(keys.stakeholderNote, key)[3]),
    );
  if (!(await removeRows(work, allOf(keys.stakeholderNote, ws, site), { before }))) return 'more';
  if (!(await removeSiteFromSearch(work, { ws, site }))) return 'more';
  if (!(await storage.removeFolder(objects.siteFolder(ws, site), hasTime))) return 'more';
  await removeSite(table, ws, site);
  return 'done';
};
