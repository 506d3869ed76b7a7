import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { scratchKeys } from '../../functions/kit/table/keys.ts';
import type { Table } from '../../functions/kit/table/table.ts';
import { BLOCK, newestBlocks, pack } from '../../functions/search/blocks.ts';
import { indexNote, removeFromSearch } from '../../functions/search/index-note.ts';
import { removeSiteFromSearch } from '../../functions/search/site.ts';
import { openOwnTable } from '../workers/own-tables.ts';
import { inTurn, newPlace, SCRATCH, searchedTable } from './searched-table.ts';

let table: Table;
let on: ReturnType<typeof searchedTable>;
beforeAll(async () => {
  table = await openOwnTable();
  on = searchedTable(table);
});

/** The table, but for one method. */
const tableWith = <Name extends 'queryAll' | 'addTo'>(name: Name, method: Table[Name]): Table =>
  new Proxy(table, {
    get: (target, asked) => {
      if (asked === name) return method;
      const value = Reflect.get(target, asked, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

/** Its reads of a note's rows wait until they are released. */
const slowTable = () => {
  const released = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const own = tableWith('queryAll', async (query) => {
    const rows = await table.queryAll(query);
    reached.resolve();
    await released.promise;
    return rows;
  });
  return { table: own, release: released.resolve, isReading: reached.promise };
};

describe('the index of a site', () => {
  test('holds no word of a deleted note, even if a slow worker read it before', async () => {
    const place = newPlace();
    const id = newId();
    await on.put(place, id, 'zebracrossing');
    const late = slowTable();
    const writing = indexNote(late.table, place, id);
    await late.isReading;
    await on.put(place, id, 'zebracrossing', { deleted_at: 1 });
    await removeFromSearch(table, place, id);
    late.release();
    await writing;
    expect(await on.textOf(place)).not.toContain('zebra');
    await indexNote(table, place, id);
    expect(await on.textOf(place)).not.toContain('zebra');
  });

  test('ends with the latest text of a note, even if a slow worker read an earlier one', async () => {
    const place = newPlace();
    const id = newId();
    await on.put(place, id, 'zebra');
    await indexNote(table, place, id);
    await on.reply(place, id, 'Okapi');
    const late = slowTable();
    const writing = indexNote(late.table, place, id);
    await late.isReading;
    await on.put(place, id, 'giraffe');
    await indexNote(table, place, id);
    late.release();
    await writing;
    expect(await on.find(place, 'giraffe okapi')).toEqual([id]);
    expect(await on.textOf(place)).not.toContain('zebra');
  });

  test('is written once, however often a change comes', async () => {
    const place = newPlace();
    const id = newId();
    await on.put(place, id, 'zebra');
    for (let turn = 0; turn < 20; turn += 1) await indexNote(table, place, id);
    await Promise.all(Array.from({ length: 20 }, () => indexNote(table, place, id)));
    expect(await on.rowsOf(place)).toMatchObject([{ revision: 1 }]);
  });

  test('continues a block that broke off', async () => {
    const place = newPlace();
    const ids = Array.from({ length: 3 * BLOCK }, newId);
    await inTurn(ids, (id) =>
      table.put(
        {
          ...scratchKeys.searchNote(place.ws, place.site, id),
          words: id === ids[3] ? ' zebra' : ' other',
          revision: 1,
        },
        SCRATCH,
      ),
    );
    const breaking = tableWith('addTo', () => Promise.reject(new Error('It ended here.')));
    await expect(pack(breaking, place)).rejects.toThrow('It ended here.');
    expect(await on.find(place, 'zebra')).toEqual([ids[3]]);
    while (await pack(table, place));
    expect(await newestBlocks(table, place, 2)).toMatchObject([
      { number: 2, ready: true },
      { number: 1, ready: true },
    ]);
    expect(await on.find(place, 'zebra')).toEqual([ids[3]]);
  });

  test('comes back for a note that an operator restored, and for no other', async () => {
    const place = newPlace();
    const id = newId();
    await on.put(place, id, 'zebra');
    await removeFromSearch(table, place, id);
    await indexNote(table, place, id);
    expect(await on.find(place, 'zebra')).toEqual([]);
    await on.put(place, id, 'zebra', { restored_at: 1 });
    await indexNote(table, place, id);
    expect(await on.find(place, 'zebra')).toEqual([id]);
  });

  test('keeps nothing of a removed site but marks without words that expire', async () => {
    const place = newPlace();
    const [id, gone] = [newId(), newId()];
    await on.put(place, id, 'zebra');
    await on.put(place, gone, 'okapi');
    await Promise.all([indexNote(table, place, id), indexNote(table, place, gone)]);
    await removeFromSearch(table, place, gone);
    expect(await removeSiteFromSearch({ table, hasTime: () => true }, place)).toBe(true);
    const key = scratchKeys.searchNote(place.ws, place.site, gone);
    expect(await on.rowsOf(place)).toEqual([{ ...key, gone: true, revision: 2, ttl: expect.any(Number) }]);
  });

  test('bounds an entry for 200 KB of distinct words', async () => {
    const place = newPlace();
    const id = newId();
    await on.put(
      place,
      id,
      `first ${Array.from({ length: 30_000 }, (_, at) => `word${at}`).join(' ')}`.slice(0, 200_000),
    );
    await on.put(place, id, 'x'.repeat(10_000).concat(' last'));
    await on.reply(
      place,
      id,
      Array.from({ length: 30_000 }, (_, at) => `wort${at}`)
        .join(' ')
        .slice(0, 200_000),
    );
    await indexNote(table, place, id);
    expect((await on.textOf(place)).length).toBeLessThan(4096);
    expect(await on.find(place, 'last wort1')).toEqual([id]);
  });
});
