import { annotationPartition, type Key, keys, objects } from '../kit/keys.ts';
import type { Storage } from '../kit/storage.ts';
import type { Item, Table } from '../kit/table.ts';

const CHUNK = 100;

/** Removes all rows of an annotation's partition, the `ANN` row last, and its place in its stakeholder's list. */
export const removeAnnotationRows = async (
  table: Table,
  ws: string,
  annotation: string,
  keep?: 'ANN',
): Promise<void> => {
  const partition = annotationPartition(ws, annotation);
  const last = keys.annotation(ws, annotation);
  let after: Item | undefined;
  let row: Item | undefined;
  do {
    const page = await table.query({ partition, limit: CHUNK, after, consistent: true });
    row ??= page.items.find(({ sk }) => sk === last.sk);
    const rest = page.items.filter(({ sk }) => sk !== last.sk);
    await table.removeMany(rest.map(({ pk, sk }): Key => ({ pk: String(pk), sk: String(sk) })));
    after = page.last;
  } while (after);
  if (typeof row?.stakeholder_id === 'string') {
    await table.removeMany([keys.stakeholderNote(ws, String(row.site_id), row.stakeholder_id, annotation)]);
  }
  if (keep !== 'ANN') await table.removeMany([last]);
};

/** Removes what hangs on a deleted annotation, and the annotation last; tells whether it came to the end. */
export const purgeAnnotation = async (
  table: Table,
  storage: Storage,
  row: Key & Item,
  hasTime: () => boolean,
): Promise<boolean> => {
  const [, ws = '', , annotation = ''] = row.pk.split('#');
  await removeAnnotationRows(table, ws, annotation, 'ANN');
  const folder = objects.annotationFolder(ws, String(row.site_id), annotation);
  if (!(await storage.removeFolder(folder, hasTime))) return false;
  await table.removeMany([row]);
  return true;
};
