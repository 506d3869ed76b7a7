import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import type { Table } from '../../functions/kit/table/table.ts';
import { BLOCK, newestBlocks, pack } from '../../functions/search/blocks.ts';
import { indexNote, removeFromSearch } from '../../functions/search/index-note.ts';
import { inTurn, newPlace, searchedTable } from '../search/searched-table.ts';
import { openOwnTable } from '../workers/own-tables.ts';
import { randomFrom } from './random.ts';

let table: Table;
let on: ReturnType<typeof searchedTable>;
beforeAll(async () => {
  table = await openOwnTable();
  on = searchedTable(table);
});

const VOCABULARY = [
  ...['checkout', 'cheque', 'chat', 'total', 'totals', 'toast', 'price', 'prices', 'pr', 'button', 'menu', 'größe'],
  ...['straße', 'invoice', '48213', '48999', 'ok', 'search', 'タワー', 'デザイン', '東京', '按钮', 'istanbul'],
];
const QUERIES = [
  ...['che', 'check', 'checkout', 'total', 'totals', 'to', 'p', 'price menu', 'grosse', 'STRASSE', '482', '48213'],
  ...['invoice search', 'タワー', 'デザ', '京', 'absent', 'absentee zebra', 'ok', 'Istanbul chat', 'button pr 48'],
];
const folded = (text: string) => text.toLowerCase().replaceAll('ß', 'ss').replaceAll('ö', 'o');

describe('the index of a site', () => {
  test('finds what a plain scan finds, whatever was written, changed, deleted, repeated and packed at once', async () => {
    const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
    console.log(`FUZZ_SEED=${seed}`);
    const random = randomFrom(seed);
    const some = (many: number) =>
      Array.from({ length: many }, () => VOCABULARY[random.below(1 + random.below(VOCABULARY.length))] ?? '');
    const place = newPlace();
    const ids = Array.from({ length: 3 * BLOCK + 60 }, newId);
    const texts = new Map<string, string[]>();
    await inTurn(ids, async (id) => {
      const words = some(1 + random.below(6));
      texts.set(id, words);
      await on.put(place, id, words.join(' '));
      await indexNote(table, place, id);
      if (random.chance(0.05)) await indexNote(table, place, id);
      if (random.chance(0.02)) await pack(table, place);
    });
    await Promise.all([pack(table, place), pack(table, place)]);
    while (await pack(table, place));
    const [newest] = await newestBlocks(table, place, 1);
    expect(newest).toMatchObject({ ready: true, number: 2 });

    await inTurn(ids, async (id) => {
      const chance = random.below(100);
      if (chance < 15) {
        const words = some(2);
        if (random.chance(0.1)) words.push('zebra', 'absentee');
        texts.set(id, [...(texts.get(id) ?? []), ...words]);
        await on.reply(place, id, words.join(', '));
        await Promise.all([indexNote(table, place, id), indexNote(table, place, id)]);
      } else if (chance < 25) {
        texts.delete(id);
        await on.put(place, id, 'zebra', { deleted_at: 1 });
        await Promise.all([indexNote(table, place, id), removeFromSearch(table, place, id)]);
      }
    });

    for (const query of QUERIES) {
      const terms = folded(query).split(' ');
      const expected = [...texts]
        .filter(([, words]) =>
          terms.every((term) =>
            words.some((word) => (/^[\u3040-\u9fff]/.test(term) ? word.includes(term) : folded(word).startsWith(term))),
          ),
        )
        .map(([id]) => id)
        .sort()
        .reverse();
      expect({ query, ids: await on.find(place, query) }).toEqual({ query, ids: expected });
      const middle = expected[Math.floor(expected.length / 2)];
      if (middle) expect(await on.find(place, query, middle)).toEqual(expected.filter((id) => id < middle));
    }
  });
});
