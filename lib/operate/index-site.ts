import { LIVE } from '../../functions/kit/table/expression.ts';
import { keys, partitions } from '../../functions/kit/table/keys.ts';
import { allOf, requireIds } from '../../functions/kit/table/record.ts';
import type { Table } from '../../functions/kit/table/table.ts';
import { pack, type SearchedSite } from '../../functions/search/blocks.ts';
import { indexNote } from '../../functions/search/index-note.ts';
import { searchedFromStart } from '../../functions/search/site.ts';

const AT_ONCE = 10;

export const sitesOf = async (table: Table, ws: string): Promise<string[]> => {
  const rows = await table.queryAll({ ...allOf(keys.site, ws), filter: [['absent', 'deleted_at']] });
  return rows.map((row) => requireIds(keys.site, row)[1]);
};

/**
 * Indexes the notes of a site for search, newest first; then search no longer says that older ones may be missing.
 * Repeating it writes only what differs. Returns the number of notes.
 */
export const indexSite = async (table: Table, place: SearchedSite): Promise<number> => {
  const { ws, site } = place;
  let notes = 0;
  const list = { index: 'gsi1', partition: partitions.siteAnnotations(ws, site), newestFirst: true } as const;
  for await (const rows of table.pages({ ...list, limit: AT_ONCE })) {
    await Promise.all(rows.map((row) => indexNote(table, place, requireIds(keys.annotation, row)[1])));
    notes += rows.length;
  }
  while (await pack(table, place));
  await table.tryTransact([{ check: keys.site(ws, site), when: LIVE }, searchedFromStart(ws, site)]);
  return notes;
};
