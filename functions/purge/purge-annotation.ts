import { SECOND } from '../kit/clock.ts';
import { annotationPartition, type Key, keys, objects } from '../kit/table/keys.ts';
import { requireIds, textAt } from '../kit/table/record.ts';
import type { Item, Table } from '../kit/table/table.ts';
import type { LongWork } from '../owed/long-work.ts';
import { removeFromSearch } from '../search/index-note.ts';
import { LATE_WRITES_MS, markNoteReviews, type Progress } from './purge-review.ts';

const CHUNK = 100;
/** An index may show a row a moment after it was written. */
export const INDEX_LAG_MS = 5 * SECOND;

const hangingOn = async (table: Table, ws: string, annotation: string): Promise<Key[]> => {
  const partition = annotationPartition(ws, annotation);
  const last = keys.annotation(ws, annotation);
  const found: Key[] = [];
  for await (const rows of table.pages({ partition, limit: CHUNK, consistent: true })) {
    for (const { pk, sk, site_id, stakeholder_id } of rows) {
      if (sk !== last.sk) found.push({ pk, sk });
      else if (typeof stakeholder_id === 'string') {
        found.push(keys.stakeholderNote(ws, String(site_id), stakeholder_id, annotation));
      }
    }
  }
  return found;
};

/** Each `ANN` row last: while it exists, the others are found again. */
export const removeAnnotations = async (
  table: Table,
  ws: string,
  site: string,
  ids: readonly string[],
): Promise<void> => {
  const [hanging] = await Promise.all([
    Promise.all(ids.map((id) => hangingOn(table, ws, id))),
    Promise.all(ids.map((id) => removeFromSearch(table, { ws, site }, id))),
  ]);
  await table.removeMany(hanging.flat());
  await table.removeMany(ids.map((id) => keys.annotation(ws, id)));
};

/** Its finding can become a note again. */
const forgetNote = async (table: Table, ws: string, annotation: string, origin: unknown): Promise<void> => {
  const { review_id, feedback_id } = (origin ?? {}) as { review_id?: string; feedback_id?: string };
  if (!review_id || !feedback_id) return;
  const update = keys.finding(ws, review_id, feedback_id);
  await table.tryTransact([{ update, remove: ['annotation_id'], when: [['=', 'annotation_id', annotation]] }]);
};

export const purgeAnnotation = async ({ table, storage, hasTime }: LongWork, row: Key & Item): Promise<Progress> => {
  const [ws, annotation] = requireIds(keys.annotation, row);
  const site = textAt(row, 'site_id');
  const [hanging] = await Promise.all([
    hangingOn(table, ws, annotation),
    removeFromSearch(table, { ws, site }, annotation),
  ]);
  await table.removeMany(hanging);
  // They are found among all reviews of the site.
  if (row.reviewed_at !== undefined) await markNoteReviews(table, ws, site, annotation);
  await forgetNote(table, ws, annotation, row.origin);
  const folder = objects.annotationFolder(ws, site, annotation);
  if (!(await storage.removeFolder(folder, hasTime))) return 'more';
  // A request or a visit from before the mark may still add a review or pictures.
  if (typeof row.looked_at !== 'number') return { wait_ms: LATE_WRITES_MS };
  await table.removeMany([row]);
  return 'done';
};
