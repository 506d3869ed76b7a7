import { createHash } from 'node:crypto';
import { DAY, now, ttlAt } from '../kit/clock.ts';
import { unavailable } from '../kit/errors.ts';
import { annotationPartition, keys, scratchKeys } from '../kit/table/keys.ts';
import { findNumberAt, rowsOf } from '../kit/table/record.ts';
import type { Item, StoredRow, Table } from '../kit/table/table.ts';
import { addToBlock, pack, SCRATCH, type SearchedSite } from './blocks.ts';
import { wordsOf } from './note-words.ts';
import { splitWords } from './words.ts';

const ATTEMPTS = 8;
/** Longer than a worker may run that read the note before it was deleted. */
const MARKED = DAY;
/** One new note in so many looks whether a block is due. */
const LOOKS = 32;

const isDue = (id: string) => (createHash('sha256').update(id).digest()[0] ?? 0) % LOOKS === 0;

const asRead = (entry: StoredRow | undefined) =>
  entry === undefined ? ([['absent', 'pk']] as const) : ([['=', 'revision', entry.revision]] as const);

/** Only over the revision that was read before the note, so that a slow worker can't bring back an earlier state. */
const write = async (
  table: Table,
  { ws, site }: SearchedSite,
  id: string,
  read: (entry: StoredRow | undefined) => Promise<Item | undefined>,
): Promise<boolean> => {
  const key = scratchKeys.searchNote(ws, site, id);
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const entry = await table.get(key, SCRATCH);
    const next = await read(entry);
    if (next === undefined) return false;
    const revision = (findNumberAt(entry ?? {}, 'revision') ?? 0) + 1;
    if (await table.putIf({ ...key, ...next, revision }, asRead(entry), SCRATCH)) return true;
  }
  throw unavailable('store_busy');
};

const tombstone = () => ({ gone: true, ttl: ttlAt(now() + MARKED) });

const added = (before: string, after: string): string[] => {
  const known = new Set(splitWords(before));
  return splitWords(after).filter((word) => !known.has(word));
};

/** Removes all words of the note, by any version of this code. */
export const removeFromSearch = async (table: Table, place: SearchedSite, id: string): Promise<void> => {
  await write(table, place, id, async (entry) => (entry?.gone === true ? undefined : tombstone()));
};

/** Brings the note's entry to its current state. Only a restored note comes back after its deletion. */
export const indexNote = async (table: Table, place: SearchedSite, id: string): Promise<void> => {
  let before = '';
  let missing: readonly string[] = [];
  let isInBlock = false;
  const isWritten = await write(table, place, id, async (entry) => {
    before = typeof entry?.words === 'string' ? entry.words : '';
    const isGone = entry?.gone === true;
    const rows = await table.queryAll({ partition: annotationPartition(place.ws, id), consistent: true });
    const words = wordsOf(rows);
    if (words === undefined) return isGone ? undefined : tombstone();
    const isRestored = rowsOf(rows, keys.annotation)[0]?.restored_at !== undefined;
    if (isGone && !isRestored) return undefined;
    if (!isGone && entry !== undefined && words === before) {
      // The attempt that wrote them may have ended before its last step.
      missing = entry.in_block === false ? splitWords(words) : [];
      return undefined;
    }
    missing = entry?.in_block === false ? splitWords(words) : added(before, words);
    // Before the entry: if this breaks off, it is repeated whole.
    isInBlock = await addToBlock(table, place, id, missing);
    return { words, ...(!isInBlock && { in_block: false }) };
  });
  // The block may have been made in between.
  if (!isInBlock) await addToBlock(table, place, id, missing);
  if (!isWritten || before !== '' || missing.length === 0 || !isDue(id)) return;
  // Without it, older notes may still be missing, and would all fall into the first block.
  const site = await table.get(scratchKeys.searchSite(place.ws, place.site), SCRATCH);
  if (site) await pack(table, place);
};
