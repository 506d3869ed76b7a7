import { readablePath } from '../../kit/address.ts';
import type { NoteRow } from './note-list.ts';

/** End exclusive. */
export type Span = readonly [from: number, to: number];

/** `at` maps each folded character to its original index. */
const fold = (text: string): { folded: string; at: number[] } => {
  const at: number[] = [];
  let folded = '';
  let position = 0;
  for (const character of text) {
    const plain = character.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase().toLowerCase();
    for (let count = 0; count < plain.length; count += 1) at.push(position);
    folded += plain;
    position += character.length;
  }
  return { folded, at: [...at, text.length] };
};

export const wordsOf = (q = ''): readonly string[] => {
  const { folded } = fold(q);
  return [...new Set(folded.split(/\s+/).filter(Boolean))];
};

export const spansIn = (text: string, words: readonly string[]): Span[] => {
  if (words.length === 0) return [];
  const { folded, at } = fold(text);
  const found: Span[] = [];
  for (const word of words) {
    for (let from = folded.indexOf(word); from >= 0; from = folded.indexOf(word, from + word.length)) {
      found.push([at[from] ?? 0, at[from + word.length] ?? text.length]);
    }
  }
  const merged: Span[] = [];
  for (const [from, to] of found.sort(([one], [other]) => one - other)) {
    const [start, end] = merged.at(-1) ?? [0, -1];
    if (from <= end) merged[merged.length - 1] = [start, Math.max(end, to)];
    else merged.push([from, to]);
  }
  return merged;
};

export const says = (note: NoteRow, words: readonly string[]): boolean => {
  if (words.length === 0) return true;
  const { excerpt, summary, page_url, submitter } = note;
  const { folded } = fold([excerpt, summary, page_url, readablePath(page_url), submitter.name].join('\n'));
  return words.every((word) => folded.includes(word));
};

export interface Person {
  id: string;
  name: string;
  /** The name, with the address if someone else has the same name. */
  label: string;
}

/** The API takes no more. */
const MAX_MENTIONS = 10;

/**
 * Longer names first, so that "@Ann Lee" doesn't also mention Ann. Of people with the same name, the last ones of
 * `chosen` are meant. A letter after a name may begin another name, but not after that of someone who was chosen: some
 * languages write endings there.
 */
export const mentionsIn = (
  text: string,
  people: readonly Pick<Person, 'id' | 'name'>[],
  chosen: readonly string[],
): string[] => {
  let rest = text;
  const found: string[] = [];
  const named = [...Map.groupBy(people, ({ name }) => name)];
  for (const [name, namesakes] of named.toSorted(([one], [other]) => other.length - one.length)) {
    const [before = '', ...after] = rest.split(`@${name}`);
    const ids = namesakes.map(({ id }) => id);
    const meant = new Set(chosen.toReversed().filter((id) => ids.includes(id)));
    const longer = people.filter((one) => one.name.length > name.length);
    const isLonger = (next: string) => longer.some((one) => `${name}${next}`.startsWith(one.name));
    const isNamed = (next: string) => !/^[\p{L}\p{N}]/u.test(next) || (meant.size > 0 && !isLonger(next));
    const count = after.filter(isNamed).length;
    if (count === 0) continue;
    found.push(...(meant.size > 0 ? [...meant].slice(0, count) : ids.slice(0, 1)));
    rest = [before, ...after].join(' ');
  }
  return found.slice(0, MAX_MENTIONS);
};
