import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { keys, scratchKeys } from '../../functions/kit/table/keys.ts';
import type { Table } from '../../functions/kit/table/table.ts';
import { BLOCK, newestBlocks, pack, type SearchedSite } from '../../functions/search/blocks.ts';
import { isWhole } from '../../functions/search/find.ts';
import { followNotes } from '../../functions/search/follow-notes.ts';
import { indexNote, removeFromSearch } from '../../functions/search/index-note.ts';
import { removeSiteFromSearch, searchedFromStart } from '../../functions/search/site.ts';
import { table as stageTable } from '../driver.ts';
import { openOwnTable } from '../workers/own-tables.ts';
import { inTurn, newPlace, SCRATCH, searchedTable } from './searched-table.ts';

let table: Table;
let on: ReturnType<typeof searchedTable>;
beforeAll(async () => {
  table = await openOwnTable();
  on = searchedTable(table);
});

/** The table, but for some methods. */
const tableWith = (methods: Partial<Table>): Table =>
  new Proxy(table, {
    get: (target, asked) => {
      const own = Reflect.get(methods, asked);
      if (own !== undefined) return own;
      const value = Reflect.get(target, asked, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

/** Entries as `indexNote` writes them, oldest first. */
const seed = (place: SearchedSite, ids: readonly string[], wordsOf: (at: number) => string) =>
  inTurn([...ids.keys()], (at) =>
    table.put(
      { ...scratchKeys.searchNote(place.ws, place.site, ids[at] ?? ''), words: ` ${wordsOf(at)}`, revision: 1 },
      SCRATCH,
    ),
  );

/** Its reads of a note's rows wait until they are released. */
const slowTable = () => {
  const released = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const own = tableWith({
    queryAll: async (query) => {
      const rows = await table.queryAll(query);
      reached.resolve();
      await released.promise;
      return rows;
    },
  });
  return { table: own, release: released.resolve, isReading: reached.promise };
};

/** A note's entry was written into the range of a block whose words were read before; then the attempt ended. */
const brokenOff = async () => {
  const place = newPlace();
  const [late = '', ...others] = Array.from({ length: 4 * BLOCK }, newId).sort();
  await seed(place, others, () => 'other');
  await on.put(place, late, 'zebra');
  const breaking = tableWith({
    putIf: async (...given) => {
      while (await pack(table, place));
      return table.putIf(...given);
    },
    addTo: () => Promise.reject(new Error('It ended here.')),
  });
  await expect(indexNote(breaking, place, late)).rejects.toThrow('It ended here.');
  return { place, late };
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
    const ids = Array.from({ length: 3 * BLOCK }, newId).sort();
    await seed(place, ids, (at) => (at === 3 ? 'zebra' : 'other'));
    const breaking = tableWith({ addTo: () => Promise.reject(new Error('It ended here.')) });
    await expect(pack(breaking, place)).rejects.toThrow('It ended here.');
    expect(await on.find(place, 'zebra')).toEqual([ids[3]]);
    while (await pack(table, place));
    expect(await newestBlocks(table, place, 2)).toMatchObject([
      { number: 2, ready: true },
      { number: 1, ready: true },
    ]);
    expect(await on.find(place, 'zebra')).toEqual([ids[3]]);
  });

  test('finds a note whose block was made while it was written, after an attempt that broke off', async () => {
    const { place, late } = await brokenOff();
    expect(await on.textOf(place)).toContain('zebra');
    await indexNote(table, place, late);
    expect(await on.find(place, 'zebra')).toEqual([late]);
  });

  test('finds it by its earlier words, too, if it changes before that attempt is repeated', async () => {
    const { place, late } = await brokenOff();
    await on.put(place, late, 'zebra giraffe');
    await indexNote(table, place, late);
    expect(await on.find(place, 'zebra')).toEqual([late]);
    expect(await on.find(place, 'giraffe')).toEqual([late]);
  });

  test('lists a block with more beginnings of words than anyone writes for every search, in one write', async () => {
    const place = newPlace();
    const ids = Array.from({ length: 3 * BLOCK }, newId).sort();
    const random = () => randomBytes(6).toString('hex');
    await seed(place, ids, (at) => (at === 3 ? 'zebra' : Array.from({ length: 40 }, random).join(' ')));
    let writes = 0;
    const counting = tableWith({
      addTo: (...given) => {
        writes += 1;
        return table.addTo(...given);
      },
    });
    await pack(counting, place);
    expect(writes).toBe(1);
    while (await pack(table, place));
    expect(await newestBlocks(table, place, 1)).toMatchObject([{ number: 2, ready: true }]);
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

test('a note that can’t be indexed is tried again for ten seconds; then search says that notes may be missing', async () => {
  const place = newPlace();
  const { ws, site } = place;
  const [id, at] = [newId(), stageTable()];
  // No worker knows how to write over an entry without its revision.
  await at.put({ ...scratchKeys.searchNote(ws, site, id), words: ' zebra' }, SCRATCH);
  await at.transact([searchedFromStart(ws, site)]);
  const { pk, sk } = keys.annotation(ws, id);
  const record = (seconds: number) => ({
    eventName: 'INSERT' as const,
    dynamodb: {
      NewImage: { pk: { S: pk }, sk: { S: sk }, site_id: { S: site } },
      SequenceNumber: '7',
      ApproximateCreationDateTime: Date.now() / 1000 - seconds,
    },
  });
  expect(await followNotes([record(1)])).toEqual(['7']);
  expect(await isWhole(at, place)).toBe(true);
  expect(await followNotes([record(11)])).toEqual([]);
  expect(await isWhole(at, place)).toBe(false);
});
