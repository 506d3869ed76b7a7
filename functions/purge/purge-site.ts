import { now, SECOND } from '../kit/clock.ts';
import type { Storage } from '../kit/files/storage.ts';
import { requireIds, sortPrefix } from '../kit/table/key-ids.ts';
import { type Key, keys, objects, partitions, scratchKeys, workspacePartition } from '../kit/table/keys.ts';
import type { Item, Table } from '../kit/table/table.ts';
import { tryTransact } from '../kit/table/try-transact.ts';
import { INDEX_LAG_MS, removeAnnotations } from './purge-annotation.ts';
import { removeSiteReviews } from './purge-review.ts';

const PAGE = 100;
const AT_ONCE = 20;
/** No request that was let in before the mark is at work for longer. */
const REQUEST_MS = 30 * SECOND;

type Progress = 'done' | 'more' | { wait_ms: number };

/** Goes through the index once: it may show for a moment what is removed already, and the second look sees what it showed late. */
const removeAllAnnotations = async (
  table: Table,
  ws: string,
  site: string,
  hasTime: () => boolean,
): Promise<boolean> => {
  const partition = partitions.siteAnnotations(ws, site);
  let after: Item | undefined;
  do {
    const page = await table.query({ index: 'gsi1', partition, limit: PAGE, after });
    const ids = page.items.map((row) => requireIds(keys.annotation, row)[1]);
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      if (!hasTime()) return false;
      await removeAnnotations(table, ws, ids.slice(start, start + AT_ONCE));
    }
    after = page.last;
  } while (after);
  return true;
};

/** Removes the rows of the workspace's own partition whose sort key starts so; `before` sees their keys first. */
const removeRows = async (
  table: Table,
  ws: string,
  prefix: string,
  hasTime: () => boolean,
  before: (found: readonly Key[]) => Promise<void> = async () => {},
): Promise<boolean> => {
  while (hasTime()) {
    const page = await table.query({
      partition: workspacePartition(ws),
      sort: ['begins_with', prefix],
      limit: PAGE,
      consistent: true,
    });
    if (page.items.length === 0) return true;
    await before(page.items);
    await table.removeMany(page.items);
  }
  return false;
};

/** The site's row, its mark on the workspace and its install check go together. */
const removeSite = async (table: Table, ws: string, site: string) => {
  const isDone = await tryTransact(table, [
    { delete: keys.site(ws, site) },
    {
      update: keys.workspace(ws),
      discard: { deleted_sites: new Set([site]), quarantine_sites: new Set([site]) },
      when: [['exists', 'pk']],
    },
    { in: 'scratch', delete: scratchKeys.seen(site) },
    { in: 'scratch', delete: scratchKeys.refused(site) },
  ]);
  if (!isDone) await table.removeMany([keys.site(ws, site)]);
};

/** Removes a deleted site's rows and files, the site last. Safe to interrupt anywhere and to repeat. */
export const purgeSite = async (
  table: Table,
  storage: Storage,
  row: Key & Item,
  hasTime: () => boolean,
): Promise<Progress> => {
  const [ws, site] = requireIds(keys.site, row);
  if (!(await removeAllAnnotations(table, ws, site, hasTime))) return 'more';
  if (!(await removeSiteReviews(table, storage, ws, site, hasTime))) return 'more';
  if (typeof row.looked_at !== 'number') {
    return { wait_ms: Math.max(INDEX_LAG_MS, Number(row.deleted_at) + REQUEST_MS - now()) };
  }
  if (!(await removeRows(table, ws, keys.stakeholder(ws, site, '').sk, hasTime))) return 'more';
  const notes = sortPrefix(keys.stakeholderNote, ws, site);
  // An entry that still stands belongs to a note whose creation broke off: its row may be missing, and parts of it not.
  const removeBroken = (found: readonly Key[]) =>
    removeAnnotations(
      table,
      ws,
      found.map((key) => requireIds(keys.stakeholderNote, key)[3]),
    );
  if (!(await removeRows(table, ws, notes, hasTime, removeBroken))) return 'more';
  if (!(await storage.removeFolder(objects.siteFolder(ws, site), hasTime))) return 'more';
  await removeSite(table, ws, site);
  return 'done';
};
