import { expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { keys, scratchKeys } from '../../functions/kit/table/keys.ts';
import { BLOCK, newestBlocks } from '../../functions/search/blocks.ts';
import { isWhole } from '../../functions/search/find.ts';
import { indexNote } from '../../functions/search/index-note.ts';
import { indexSite, sitesOf } from '../../lib/operate/index-site.ts';
import { inTurn, newPlace, SCRATCH, searchedTable } from '../search/searched-table.ts';
import { openOwnTable } from '../workers/own-tables.ts';

test('indexing a site finds its earlier notes, writes differences only, and leaves deleted sites alone', async () => {
  const table = await openOwnTable();
  const on = searchedTable(table);
  const place = newPlace();
  const [older, newer, deleted] = [newId(), newId(), newId()];
  await table.put({ ...keys.site(place.ws, place.site), id: place.site });
  await on.put(place, older, 'zebra');
  await on.put(place, newer, 'zebra');
  await on.put(place, deleted, 'zebra', { deleted_at: 1 });
  await indexNote(table, place, newer);
  expect(await on.find(place, 'zebra')).toEqual([newer]);
  expect(await isWhole(table, place)).toBe(false);

  expect(await sitesOf(table, place.ws)).toEqual([place.site]);
  for (let turn = 0; turn < 2; turn += 1) expect(await indexSite(table, place)).toBe(3);
  expect(await on.find(place, 'zebra')).toEqual([newer, older]);
  expect(await isWhole(table, place)).toBe(true);
  const entry = await table.get(scratchKeys.searchNote(place.ws, place.site, newer), SCRATCH);
  expect(entry).toMatchObject({ revision: 1 });

  const gone = newPlace();
  await table.put({ ...keys.site(gone.ws, gone.site), deleted_at: 1 });
  expect(await sitesOf(table, gone.ws)).toEqual([]);
  await indexSite(table, gone);
  expect(await isWhole(table, gone)).toBe(false);
});

test('indexing a site makes blocks of equal size, even if newer notes were indexed before', async () => {
  const table = await openOwnTable();
  const on = searchedTable(table);
  const place = newPlace();
  const ids = Array.from({ length: 4 * BLOCK }, newId).sort();
  await inTurn(ids, (id) => on.put(place, id, 'zebra'));
  await inTurn(ids.slice(BLOCK), (id) => indexNote(table, place, id));
  await indexSite(table, place);
  expect(await newestBlocks(table, place, 9)).toMatchObject(
    [3, 2, 1].map((number) => ({ number, to: ids[number * BLOCK - 1] })),
  );
});
