import { MINUTE, now } from '../kit/clock.ts';
import type { Storage } from '../kit/files/storage.ts';
import { LIVE, type Test } from '../kit/table/expression.ts';
import { requireIds } from '../kit/table/key-ids.ts';
import { type IndexName, type Key, keys, objects, partitions, reviewPartition } from '../kit/table/keys.ts';
import type { Item, StoredRow, Table } from '../kit/table/table.ts';
import { tryTransact } from '../kit/table/try-transact.ts';
import { OVERDUE, owed } from '../owed/jobs.ts';
import { removeShowcased } from '../showcase/listing.ts';

/** Its places in lists. */
const LISTED = ['gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'] as const;
const AT_ONCE = 10;
/** Longer than a worker may read an input: one that had begun before the mark keeps no picture after this. */
const READING_MS = 3 * MINUTE;

type Progress = 'done' | 'more' | { wait_ms: number };

const rowsIn = (table: Table, ws: string, review: string) =>
  table.queryAll({ partition: reviewPartition(ws, review), consistent: true });

/** Removes all of a review but its `REVIEW` row, by which it is found again; tells whether it came to the end. */
const removeParts = async (
  table: Table,
  storage: Storage,
  ws: string,
  review: string,
  rows: readonly StoredRow[],
  hasTime: () => boolean,
): Promise<boolean> => {
  const last = keys.review(ws, review);
  const slug = rows.find(({ sk }) => sk === last.sk)?.showcase_slug;
  if (typeof slug === 'string') await removeShowcased(table, ws, review, slug);
  await table.removeMany(rows.filter(({ sk }) => sk !== last.sk));
  return storage.removeFolder(objects.reviewFolder(ws, review), hasTime);
};

/** A worker may be reading its input, and keep pictures of it. */
const isBeingRead = ({ input, status }: Item) => input !== undefined && status !== 'failed';

/** Removes a deleted review's rows and files, the `REVIEW` row last. Safe to interrupt anywhere and to repeat. */
export const purgeReview = async (
  table: Table,
  storage: Storage,
  row: Key & Item,
  hasTime: () => boolean,
): Promise<Progress> => {
  const [ws, review] = requireIds(keys.review, row);
  const rows = await rowsIn(table, ws, review);
  if (!(await removeParts(table, storage, ws, review, rows, hasTime))) return 'more';
  if (isBeingRead(row) && typeof row.looked_at !== 'number') return { wait_ms: READING_MS };
  await table.removeMany([row]);
  return 'done';
};

/** A review that is still being read is marked as deleted instead: it waits for its reader, and its site's purge needn't. */
const markDeleted = async (table: Table, ws: string, review: string): Promise<void> => {
  const key = keys.review(ws, review);
  const at = now();
  await tryTransact(table, [
    {
      update: key,
      set: { deleted_at: at, ...owed('purge', key, at) },
      remove: [...OVERDUE, ...LISTED, 'wait_seconds', 'shared'],
      when: LIVE,
    },
  ]);
};

/** Marks the reviews of a note, which hold its words: each then owes its own purge. */
export const markNoteReviews = async (table: Table, ws: string, site: string, annotation: string): Promise<void> => {
  let after: Item | undefined;
  do {
    const partition = partitions.siteReviews(ws, site);
    const filter: Test[] = [['=', 'annotation_id', annotation]];
    const page = await table.query({ index: 'gsi2', partition, filter, after });
    await Promise.all(page.items.map((row) => markDeleted(table, ws, requireIds(keys.review, row)[1])));
    after = page.last;
  } while (after);
};

interface Where {
  index: IndexName;
  partition: string;
  /** No worker is using them. */
  isAtRest: boolean;
}

const removeReviews = async (
  table: Table,
  storage: Storage,
  ws: string,
  { index, partition, isAtRest }: Where,
  hasTime: () => boolean,
): Promise<boolean> => {
  const removeOne = async (review: string): Promise<boolean> => {
    const rows = await rowsIn(table, ws, review);
    const last = keys.review(ws, review);
    const row = rows.find(({ sk }) => sk === last.sk);
    if (!isAtRest && row && isBeingRead(row)) {
      await markDeleted(table, ws, review);
      return true;
    }
    if (!(await removeParts(table, storage, ws, review, rows, hasTime))) return false;
    await table.removeMany([last]);
    return true;
  };
  let after: Item | undefined;
  do {
    const page = await table.query({ index, partition, limit: AT_ONCE, after });
    if (page.items.length > 0 && !hasTime()) return false;
    const ends = await Promise.all(page.items.map((row) => removeOne(requireIds(keys.review, row)[1])));
    if (ends.includes(false)) return false;
    after = page.last;
  } while (after);
  return true;
};

/** Removes the reviews of a site, those of its notes included; tells whether it came to the end. */
export const removeSiteReviews = (
  table: Table,
  storage: Storage,
  ws: string,
  site: string,
  hasTime: () => boolean,
): Promise<boolean> => {
  const where = { index: 'gsi2', partition: partitions.siteReviews(ws, site), isAtRest: false } as const;
  return removeReviews(table, storage, ws, where, hasTime);
};

/** Removes every review of a workspace whose grace is over: nothing was read in it for a month. */
export const removeWorkspaceReviews = (
  table: Table,
  storage: Storage,
  ws: string,
  hasTime: () => boolean,
): Promise<boolean> => {
  const where = { index: 'gsi1', partition: partitions.reviews(ws), isAtRest: true } as const;
  return removeReviews(table, storage, ws, where, hasTime);
};
