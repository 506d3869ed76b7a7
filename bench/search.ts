import { newId } from '../functions/kit/ids.ts';
import { keys, scratchKeys } from '../functions/kit/table/keys.ts';
import { toStored } from '../functions/kit/table/stored-form.ts';
import type { Item } from '../functions/kit/table/table.ts';
import { BLOCK, blockKey, leadKey, pack, type SearchedSite } from '../functions/search/blocks.ts';
import { indexNote } from '../functions/search/index-note.ts';
import { joinWords, leadsOf, splitWords } from '../functions/search/words.ts';
import { randomFrom } from '../test/proof/random.ts';
import { classes } from './budget-classes.ts';
import type { Ground } from './cases/case.ts';
import type { Figure, Section } from './figures.ts';
import type { MeasuredRun } from './jobs.ts';
import { meter } from './meter.ts';
import { annotationItem } from './notes.ts';
import { prepare, run, type Site, type World } from './world.ts';
import { writeRows } from './write-rows.ts';

const SIZES = [500, 100_000] as const;
const WORDS = 24;
const VOCABULARY = 40_000;
const SYLLABLES = [...'bcdfghklmnprstvw'].flatMap((consonant) => [...'aeiou'].map((vowel) => consonant + vowel));
const RARE_EVERY = 10_000;
const [RARE, COMMON] = ['xylophone', 'always'];

interface Entry {
  id: string;
  words: string;
}

/** As frequent as words of a language are: some in most notes, most in hardly any. */
const entriesOf = (size: number): Entry[] => {
  const random = randomFrom(size);
  const wordOf = (rank: number) => {
    const ofRank = randomFrom(rank);
    return Array.from({ length: 2 + (rank % 2) }, () => ofRank.pick(SYLLABLES)).join('');
  };
  const vocabulary = Array.from({ length: VOCABULARY }, (_, rank) => wordOf(rank));
  return Array.from({ length: size }, (_, index) => {
    const words = new Set([COMMON, ...(index % RARE_EVERY === 1 ? [RARE] : [])]);
    while (words.size < WORDS) {
      words.add(vocabulary[Math.floor(VOCABULARY ** (random.below(1e6) / 1e6)) - 1] ?? '');
    }
    return { id: newId(), words: joinWords([...words]) };
  });
};

/** As `pack` makes them, but each row is written once. */
const blockRows = (place: SearchedSite, entries: readonly Entry[]): Item[] => {
  const rows: Item[] = [];
  const leads = new Map<string, Item & { blocks: Set<string> }>();
  for (let number = 1; (number + 1) * BLOCK <= entries.length; number += 1) {
    const own = entries.slice((number - 1) * BLOCK, number * BLOCK);
    const [after, to] = [entries[(number - 1) * BLOCK - 1]?.id ?? '', own.at(-1)?.id ?? ''];
    rows.push({ ...scratchKeys.searchBlockEnd(place.ws, place.site, to), number });
    rows.push({ ...blockKey(place, number), after, to, ready: true });
    for (const lead of leadsOf(own.flatMap(({ words }) => splitWords(words)))) {
      const key = leadKey(place, lead, number);
      const row = leads.get(key.sk) ?? { ...key, blocks: new Set() };
      row.blocks.add(String(number));
      leads.set(key.sk, row);
    }
  }
  return [...rows, ...leads.values()];
};

const seed = async (world: World, site: Site, size: number): Promise<void> => {
  const [ws, entries] = [world.workspace_id, entriesOf(size)];
  const rows = entries.map(({ id, words }) => ({ ...scratchKeys.searchNote(ws, site.id, id), words, revision: 1 }));
  await writeRows(world.names.scratch, [...rows, ...blockRows({ ws, site: site.id }, entries)]);
  // Only notes that a search may show are read.
  const shown = entries.filter(({ words }, index) => index >= size - 2 * BLOCK || words.includes(RARE));
  const notes = shown.map(({ id }) => {
    const row = annotationItem(world, site.id);
    return toStored({ ...row, ...keys.annotation(ws, id), gsi1sk: id, gsi2sk: id, id });
  });
  await writeRows(world.names.main, notes);
};

const search = async ({ token }: World, site: Site, q: string) => {
  const path = `/api/v1/sites/${site.id}/annotations?q=${q}`;
  const prepared = await prepare({ method: 'GET', path, as: token, headers: { 'accept-encoding': 'identity' } });
  const { answer, measured } = await meter.measure(() => run(prepared));
  if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status}: ${answer.body}`);
  return {
    measured,
    page: JSON.parse(answer.body.toString('utf8')) as { items: unknown[]; next_cursor: string | null },
  };
};

/** Cost of a search on a small and on a large site. */
export const measureSearch = async (world: World): Promise<Section> => {
  const rows = new Map<string, Record<string, Figure | string>>();
  const faults: string[] = [];
  for (const size of SIZES) {
    const site = await world.newSite();
    await seed(world, site, size);
    for (const [what, q, expected] of [
      [`a word of 1 in ${RARE_EVERY.toLocaleString('en')}`, RARE, Math.ceil(size / RARE_EVERY)],
      ['the beginning of it and a frequent word', `${RARE.slice(0, 5)}+${COMMON}`, Math.ceil(size / RARE_EVERY)],
      ['a word of all', COMMON, 50],
      ['an absent word', 'quagmire', 0],
      ['two absent letters', 'qx', 0],
    ] as const) {
      const { measured, page } = await search(world, site, q);
      const name = `${what}, ${size.toLocaleString('en')} notes`;
      rows.set(name, {
        items: String(page.items.length),
        cursor: page.next_cursor === null ? 'none' : 'yes',
        trips: { value: measured.trips },
        read: { value: measured.reads, limit: classes.searchMost.reads },
      });
      if (page.items.length !== expected) faults.push(`${name}: ${page.items.length} items instead of ${expected}`);
    }
  }
  return {
    title: 'A search on sites of 500 and 100,000 notes of 24 words',
    columns: ['items', 'cursor', 'trips', 'read'],
    rows,
    faults,
  };
};

export const INDEXING = {
  note: 'worker dispatch (indexes a new note)',
  block: 'worker dispatch (makes a block for search)',
} as const;

/** Cost of a note's entry, and of the block that 256 notes share. */
export async function* measureIndexing(ground: Ground): AsyncGenerator<MeasuredRun> {
  const { table, site, workspace_id: ws, names } = ground;
  const id = await ground.bareNote();
  const entry = await meter.measure(() => indexNote(table, { ws, site: site.id }, id));
  yield { name: INDEXING.note, class: 'indexing', measured: entry.measured };

  const place = { ws, site: newId() };
  const entries = entriesOf(2 * BLOCK);
  const rows = entries.map(({ id: note, words }) => ({ ...scratchKeys.searchNote(ws, place.site, note), words }));
  await writeRows(names.scratch, rows);
  const block = await meter.measure(() => pack(table, place));
  yield { name: INDEXING.block, class: 'packing', measured: block.measured };
}
