import { now, SECOND } from '../kit/clock.ts';
import type { Storage } from '../kit/files/storage.ts';
import { requireIds } from '../kit/table/key-ids.ts';
import { annotationPartition, type Key, keys, objects } from '../kit/table/keys.ts';
import type { Item, Table } from '../kit/table/table.ts';
import { markNoteReviews } from './purge-review.ts';

const CHUNK = 100;
/** An index may show a row a moment after it was written. */
export const INDEX_LAG_MS = 5 * SECOND;

type Progress = 'done' | 'more' | { wait_ms: number };

/** The rows of an annotation: its partition except the `ANN` row, and its place in its stakeholder's list. */
const hangingOn = async (table: Table, ws: string, annotation: string): Promise<Key[]> => {
  const partition = annotationPartition(ws, annotation);
  const last = keys.annotation(ws, annotation);
  const found: Key[] = [];
  let after: Item | undefined;
  do {
    const page = await table.query({ partition, limit: CHUNK, after, consistent: true });
    for (const { pk, sk, site_id, stakeholder_id } of page.items) {
      if (sk !== last.sk) found.push({ pk, sk });
      else if (typeof stakeholder_id === 'string') {
        found.push(keys.stakeholderNote(ws, String(site_id), stakeholder_id, annotation));
      }
    }
    after = page.last;
  } while (after);
  return found;
};

/** Removes annotations with all their rows, each `ANN` row last: while it exists, they are found again. */
export const removeAnnotations = async (table: Table, ws: string, ids: readonly string[]): Promise<void> => {
  const hanging = await Promise.all(ids.map((id) => hangingOn(table, ws, id)));
  await table.removeMany(hanging.flat());
  await table.removeMany(ids.map((id) => keys.annotation(ws, id)));
};

/** A review that was asked for just before the deletion may not be in the index yet. */
const mayHaveLateReview = ({ reviewed_at, looked_at }: Item) =>
  typeof reviewed_at === 'number' && typeof looked_at !== 'number' && now() - reviewed_at < INDEX_LAG_MS;

/** Removes what belongs to a deleted annotation, and the annotation last. Safe to interrupt anywhere and to repeat. */
export const purgeAnnotation = async (
  table: Table,
  storage: Storage,
  row: Key & Item,
  hasTime: () => boolean,
): Promise<Progress> => {
  const [ws, annotation] = requireIds(keys.annotation, row);
  const site = String(row.site_id);
  await table.removeMany(await hangingOn(table, ws, annotation));
  await markNoteReviews(table, ws, site, annotation);
  const folder = objects.annotationFolder(ws, site, annotation);
  if (!(await storage.removeFolder(folder, hasTime))) return 'more';
  if (mayHaveLateReview(row)) return { wait_ms: INDEX_LAG_MS };
  await table.removeMany([row]);
  return 'done';
};
