import { createHash } from 'node:crypto';
import { chunksOf } from '../kit/chunks.ts';
import { scratchKeys } from '../kit/table/keys.ts';
import { allOf, numberAt, requireIds, textAt } from '../kit/table/record.ts';
import type { StoredRow, Table } from '../kit/table/table.ts';
import { leadsOf, splitWords } from './words.ts';

/** Search reads whole blocks, so a larger one costs each search more, and a smaller one each note. */
export const BLOCK = 256;
/** Blocks in one row of a lead, which stays below 1 KB. */
const GROUP = 64;
const AT_ONCE = 25;
/** Twice what 256 ordinary notes have. A block with more is read by every search, so that strangers' words cost no writes. */
const MAX_LEADS = 4000;
/** Of such blocks. No word has this lead. */
const ANY = '';
export const SCRATCH = { in: 'scratch' } as const;

export interface SearchedSite {
  ws: string;
  site: string;
}

export interface Block {
  number: number;
  /** The last note of the block before, or nothing. */
  after: string;
  to: string;
  ready: boolean;
}

export const partitionOf = ({ ws, site }: SearchedSite): string => scratchKeys.searchSite(ws, site).pk;

const numbered = (number: number) => String(number).padStart(8, '0');
export const blockKey = ({ ws, site }: SearchedSite, number: number) =>
  scratchKeys.searchBlock(ws, site, numbered(number));

/** A hash, since a purge leaves the leads of a block. */
const leadHash = (lead: string) => createHash('sha256').update(lead).digest('base64url').slice(0, 8);

const toBlock = (row: StoredRow): Block => ({
  number: Number(requireIds(scratchKeys.searchBlock, row)[2]),
  after: textAt(row, 'after'),
  to: textAt(row, 'to'),
  ready: row.ready === true,
});

export const newestBlocks = async (
  table: Table,
  place: SearchedSite,
  limit: number,
  consistent = false,
): Promise<Block[]> => {
  const all = allOf(scratchKeys.searchBlock, place.ws, place.site);
  const query = { ...SCRATCH, ...all, newestFirst: true, limit, consistent };
  return (await table.query(query)).items.map(toBlock);
};

export const readBlock = async (table: Table, place: SearchedSite, number: number): Promise<Block | undefined> => {
  const row = await table.get(blockKey(place, number), { ...SCRATCH, consistent: false });
  return row && toBlock(row);
};

export interface Range {
  /** Exclusive; empty for the oldest note. */
  after: string;
  /** Inclusive. */
  to?: string;
}

/** Characters that sort before and after those of ids. */
const [FIRST, LAST] = ['!', '~'];

/** Tombstones included. */
export const entriesIn = (place: SearchedSite, { after, to }: Range) => {
  const keyOf = (id: string) => scratchKeys.searchNote(place.ws, place.site, id).sk;
  return {
    ...SCRATCH,
    partition: partitionOf(place),
    sort: ['between', keyOf(after + FIRST), keyOf(to ?? LAST)] as const,
  };
};

export const idOfEntry = (row: StoredRow): string => requireIds(scratchKeys.searchNote, row)[2];

/** The row that lists the block, with others. */
export const leadKey = ({ ws, site }: SearchedSite, lead: string, number: number) =>
  scratchKeys.searchLead(ws, site, leadHash(lead), numbered(Math.floor(number / GROUP)));

const addLeads = async (table: Table, place: SearchedSite, number: number, leads: ReadonlySet<string>) => {
  for (const some of chunksOf([...leads], AT_ONCE)) {
    await Promise.all(
      some.map((lead) => table.addTo(leadKey(place, lead, number), { blocks: new Set([String(number)]) }, SCRATCH)),
    );
  }
};

/** For words that a note gets. False if it is in no block: a block that is made after the entry was written has them. */
export const addToBlock = async (
  table: Table,
  place: SearchedSite,
  id: string,
  words: readonly string[],
): Promise<boolean> => {
  const { ws, site } = place;
  if (words.length === 0) return true;
  const { items } = await table.query({
    ...SCRATCH,
    partition: partitionOf(place),
    sort: ['between', scratchKeys.searchBlockEnd(ws, site, id).sk, scratchKeys.searchBlockEnd(ws, site, LAST).sk],
    limit: 1,
    consistent: true,
  });
  const [end] = items;
  if (end) await addLeads(table, place, numberAt(end, 'number'), leadsOf(words));
  return end !== undefined;
};

/** Its range is fixed, and leads are only ever added, so that it may be repeated, and by several at once. */
const finish = async (table: Table, place: SearchedSite, block: Block): Promise<void> => {
  const { ws, site } = place;
  await table.put({ ...scratchKeys.searchBlockEnd(ws, site, block.to), number: block.number }, SCRATCH);
  const leads = new Set<string>();
  for await (const rows of table.pages({ ...entriesIn(place, block), consistent: true })) {
    for (const { words } of rows)
      if (typeof words === 'string') for (const one of leadsOf(splitWords(words))) leads.add(one);
  }
  await addLeads(table, place, block.number, leads.size > MAX_LEADS ? new Set([ANY]) : leads);
  await table.put({ ...blockKey(place, block.number), after: block.after, to: block.to, ready: true }, SCRATCH);
};

/** Makes a block of the oldest notes that are in none, if there are enough newer ones. False if there was nothing to do. */
export const pack = async (table: Table, place: SearchedSite): Promise<boolean> => {
  const [newest] = await newestBlocks(table, place, 1, true);
  if (newest && !newest.ready) {
    await finish(table, place, newest);
    return true;
  }
  const after = newest?.to ?? '';
  const tail = await table.query({ ...entriesIn(place, { after }), limit: 2 * BLOCK, project: ['pk', 'sk'] });
  const end = tail.items[BLOCK - 1];
  if (!end || (tail.items.length < 2 * BLOCK && !tail.last)) return false;
  const block: Block = { number: (newest?.number ?? 0) + 1, after, to: idOfEntry(end), ready: false };
  const row = { ...blockKey(place, block.number), after: block.after, to: block.to };
  if (await table.putNew(row, SCRATCH)) await finish(table, place, block);
  return true;
};

const listedUnder = async (table: Table, place: SearchedSite, lead: string): Promise<Set<number>> => {
  const all = allOf(scratchKeys.searchLead, place.ws, place.site, leadHash(lead));
  const rows = await table.queryAll({ ...SCRATCH, ...all });
  return new Set(rows.flatMap(({ blocks }) => (blocks instanceof Set ? [...blocks].map(Number) : [])));
};

/** The blocks in which words may have all these leads. */
export const blocksOf = async (table: Table, place: SearchedSite, leads: readonly string[]): Promise<Set<number>> => {
  const [always, ...sets] = await Promise.all([ANY, ...leads].map((lead) => listedUnder(table, place, lead)));
  const [first = new Set<number>(), ...others] = sets;
  const common = [...first].filter((number) => others.every((set) => set.has(number)));
  return new Set([...common, ...(always ?? [])]);
};
