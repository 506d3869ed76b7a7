import { MINUTE, now } from '../kit/clock.ts';
import { LIVE, type Test } from '../kit/table/expression.ts';
import { type Key, keys, objects, partitions, reviewPartition } from '../kit/table/keys.ts';
import { requireIds } from '../kit/table/record.ts';
import type { Item, Query, StoredRow, Table } from '../kit/table/table.ts';
import { DELAYS, owed } from '../owed/jobs.ts';
import type { LongWork } from '../owed/long-work.ts';
import { removeShowcased } from '../showcase/listing.ts';

const LISTED = ['gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'] as const;
const AT_ONCE = 10;
/** Longer than a request or a worker from before the mark can run, which may still keep pictures or add rows. */
export const LATE_WRITES_MS = 4 * MINUTE;

export type Progress = 'done' | 'more' | { wait_ms: number };

const rowsIn = (table: Table, ws: string, review: string) =>
  table.queryAll({ partition: reviewPartition(ws, review), consistent: true });

/** All but its `REVIEW` row, by which it is found again. False if time ran out. */
const removeParts = async (
  { table, storage, hasTime }: LongWork,
  ws: string,
  review: string,
  rows: readonly StoredRow[],
): Promise<boolean> => {
  const last = keys.review(ws, review);
  const slug = rows.find(({ sk }) => sk === last.sk)?.showcase_slug;
  if (typeof slug === 'string') await removeShowcased(table, ws, review, slug);
  await table.removeMany(rows.filter(({ sk }) => sk !== last.sk));
  return storage.removeFolder(objects.reviewFolder(ws, review), hasTime);
};

/** A worker may be reading its input, and keep pictures of it. */
const isBeingRead = ({ input, status }: Item) => input !== undefined && status !== 'failed';

export const purgeReview = async (work: LongWork, row: Key & Item): Promise<Progress> => {
  const [ws, review] = requireIds(keys.review, row);
  const rows = await rowsIn(work.table, ws, review);
  if (!(await removeParts(work, ws, review, rows))) return 'more';
  if (isBeingRead(row) && typeof row.looked_at !== 'number') return { wait_ms: LATE_WRITES_MS };
  await work.table.removeMany([row]);
  return 'done';
};

/** A review that is being read waits for its reader, and its site's purge needn't. */
const markDeleted = async (table: Table, ws: string, review: string): Promise<void> => {
  const key = keys.review(ws, review);
  const at = now();
  await table.tryTransact([
    {
      update: key,
      set: { deleted_at: at, ...owed('purge', key, at) },
      remove: [...DELAYS, ...LISTED, 'shared'],
      when: LIVE,
    },
  ]);
};

/** They hold the note's words; each then owes its own purge. */
export const markNoteReviews = async (table: Table, ws: string, site: string, annotation: string): Promise<void> => {
  const partition = partitions.siteReviews(ws, site);
  const filter: Test[] = [['=', 'annotation_id', annotation]];
  for await (const rows of table.pages({ index: 'gsi2', partition, filter })) {
    await Promise.all(rows.map((row) => markDeleted(table, ws, requireIds(keys.review, row)[1])));
  }
};

/** Without a site, those of a workspace past its grace, where nothing was read for a month. False if time ran out. */
export const removeReviews = async (work: LongWork, ws: string, site?: string): Promise<boolean> => {
  const { table, hasTime } = work;
  const removeOne = async (review: string): Promise<boolean> => {
    const rows = await rowsIn(table, ws, review);
    const last = keys.review(ws, review);
    const row = rows.find(({ sk }) => sk === last.sk);
    if (site !== undefined && row && isBeingRead(row)) {
      await markDeleted(table, ws, review);
      return true;
    }
    if (!(await removeParts(work, ws, review, rows))) return false;
    await table.removeMany([last]);
    return true;
  };
  const list: Query =
    site === undefined
      ? { index: 'gsi1', partition: partitions.reviews(ws) }
      : { index: 'gsi2', partition: partitions.siteReviews(ws, site) };
  for await (const rows of table.pages({ ...list, limit: AT_ONCE })) {
    if (rows.length > 0 && !hasTime()) return false;
    const ends = await Promise.all(rows.map((row) => removeOne(requireIds(keys.review, row)[1])));
    if (ends.includes(false)) return false;
  }
  return true;
};
