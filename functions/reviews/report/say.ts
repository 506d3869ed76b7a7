import { inWords, type Values } from '../../codes/sentence.ts';
import { GERMAN } from './german.ts';
import type { Reported } from './what-to-fix.ts';

/** Translates a report's own words, which are English in the code, for its reader. */
export type Say = (text: string, values?: Values) => string;

export const sayIn =
  ({ language = 'en' }: Pick<Reported, 'language'>): Say =>
  (text, values) =>
    inWords([language === 'de' ? (GERMAN[text] ?? text) : text], values);

/** `one` or `many` after a number. */
export const countIn =
  (reported: Pick<Reported, 'language'>) =>
  (count: number, one: string, many = `${one}s`): string =>
    `${count.toLocaleString(reported.language ?? 'en')} ${sayIn(reported)(count === 1 ? one : many)}`;
