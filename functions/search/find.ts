import { chunksOf } from '../kit/chunks.ts';
import { scratchKeys } from '../kit/table/keys.ts';
import { numberAt } from '../kit/table/record.ts';
import type { StoredRow, Table } from '../kit/table/table.ts';
import {
  blocksOf,
  entriesIn,
  idOfEntry,
  newestBlocks,
  partitionOf,
  readBlock,
  SCRATCH,
  type SearchedSite,
} from './blocks.ts';
import { hasTerms, leadsOf } from './words.ts';

/** About 70 KB, so that a page of frequent words reads little. */
const CHUNK = 256;
const BLOCKS_AT_ONCE = 4;

export interface Looked {
  /** Newest first. */
  ids: string[];
  /** All notes down to this one have been looked at. */
  down_to: string;
  entries: number;
}

const lookedAt = (rows: readonly StoredRow[], terms: readonly string[], before: string | undefined): Looked => ({
  ids: rows
    .filter(({ words }) => typeof words === 'string' && hasTerms(words, terms))
    .map(idOfEntry)
    .filter((id) => id !== before),
  down_to: idOfEntry(rows.at(-1) as StoredRow),
  entries: rows.length,
});

/** Numbers of the blocks that may hold all terms, newest first. */
const candidates = async (
  table: Table,
  place: SearchedSite,
  terms: readonly string[],
  newest: number,
): Promise<number[]> => {
  const leads = [...leadsOf(terms)];
  if (leads.length === 0) return Array.from({ length: newest }, (_, index) => newest - index);
  const found = await blocksOf(table, place, leads);
  return [...found].filter((number) => number <= newest).sort((a, b) => b - a);
};

/** The block of a note, or the next newer one. */
const blockAt = async (table: Table, { ws, site }: SearchedSite, id: string): Promise<number | undefined> => {
  const keyOf = (end: string) => scratchKeys.searchBlockEnd(ws, site, end).sk;
  const sort = ['between', keyOf(id), keyOf('~')] as const;
  const { items } = await table.query({ ...SCRATCH, partition: partitionOf({ ws, site }), sort, limit: 1 });
  return items[0] && numberAt(items[0], 'number');
};

/**
 * Goes through a site's notes from the newest to the oldest, or from the one after `before`: all that are in no block,
 * then the blocks that may hold all terms. The newest block is read whole, since its leads may be on the way.
 */
export async function* look(
  table: Table,
  place: SearchedSite,
  terms: readonly string[],
  before?: string,
): AsyncGenerator<Looked> {
  const [, certain] = await newestBlocks(table, place, 2);
  const tail = { after: certain?.to ?? '', ...(before !== undefined && { to: before }) };
  if (before === undefined || before > tail.after) {
    for await (const rows of table.pages({ ...entriesIn(place, tail), newestFirst: true, limit: CHUNK })) {
      if (rows.length > 0) yield lookedAt(rows, terms, before);
    }
  }
  if (!certain) return;
  const [numbers, start = certain.number] = await Promise.all([
    candidates(table, place, terms, certain.number),
    before === undefined || before > tail.after ? undefined : blockAt(table, place, before),
  ]);
  const open = numbers.filter((number) => number <= start);
  for (const some of chunksOf(open, BLOCKS_AT_ONCE)) {
    const blocks = await Promise.all(some.map((one) => readBlock(table, place, one)));
    const rows = await Promise.all(
      blocks.flatMap((block) => {
        if (!block) return [];
        const to = before !== undefined && before < block.to ? before : block.to;
        return [table.queryAll({ ...entriesIn(place, { after: block.after, to }), newestFirst: true })];
      }),
    );
    const all = rows.flat();
    if (all.length > 0) yield lookedAt(all, terms, before);
  }
}

/** Whether all notes are in it: those from before search was there, and those that the store was too busy for. */
export const isWhole = async (table: Table, { ws, site }: SearchedSite): Promise<boolean> => {
  const row = await table.get(scratchKeys.searchSite(ws, site), { ...SCRATCH, consistent: false });
  return row !== undefined && row.incomplete !== true;
};
