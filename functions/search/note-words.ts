import { unpackJson } from '../kit/packed.ts';
import { keys } from '../kit/table/keys.ts';
import { isLive, rowsOf } from '../kit/table/record.ts';
import type { Item, StoredRow } from '../kit/table/table.ts';
import { decodeAddress, joinWords, wordsIn } from './words.ts';

/** Of a note, so that its entry stays below 4 KB. */
export const MAX_WORDS = 300;
const MAX_BYTES = 3500;
/** So that a long address leaves room for replies. */
const MAX_ADDRESS = 300;

export const SEARCHED = ['summary', 'body', 'submitter.name', 'labels', 'page_url', 'replies[].body'] as const;

const texts = (...values: unknown[]): string[] => values.filter((value) => typeof value === 'string');

const addressOf = ({ page_url }: Item, { captured }: Item = {}): string => {
  const { page } = (captured instanceof Uint8Array ? unpackJson(captured) : {}) as { page?: Item };
  return decodeAddress(String(page?.url ?? page_url)).slice(0, MAX_ADDRESS);
};

/** Of its latest state, in order of weight: the first ones are kept. Undefined if the note is deleted or absent. */
export const wordsOf = (rows: readonly StoredRow[]): string | undefined => {
  const [note] = rowsOf(rows, keys.annotation);
  if (!isLive(note)) return undefined;
  const [context] = rowsOf(rows, keys.context);
  const { name } = (note.submitter ?? {}) as Item;
  const labels = Array.isArray(note.labels) ? note.labels : [];
  const replies = rowsOf(rows, keys.reply).map(({ body }) => body);
  const all = texts(
    note.summary,
    ...(context ? [context.body, context.name] : [note.excerpt, name]),
    ...labels,
    addressOf(note, context),
    ...replies.reverse(),
  );
  const words = new Set<string>();
  let bytes = 0;
  for (const text of all) {
    for (const word of wordsIn(text, MAX_WORDS)) {
      if (words.has(word)) continue;
      bytes += Buffer.byteLength(word) + 1;
      if (words.size === MAX_WORDS || bytes > MAX_BYTES) return joinWords([...words]);
      words.add(word);
    }
  }
  return joinWords([...words]);
};
