import { inWords, type Values } from '../../codes/sentence.ts';
import type { Reported } from './what-to-fix.ts';
import german from './words/de.json' with { type: 'json' };
import english from './words/en.json' with { type: 'json' };

type ReportText = keyof typeof english;

const TEXTS: Readonly<Record<'en' | 'de', Readonly<Record<ReportText, string>>>> = { en: english, de: german };

/** A report's own words, for its reader. Texts of personas and models stay in their language. */
export type Say = (text: ReportText, values?: Values) => string;

export const sayIn =
  ({ language = 'en' }: Pick<Reported, 'language'>): Say =>
  (text, values) =>
    inWords([TEXTS[language][text]], values);

/** Those with a plural in -s. */
type Thing = 'persona' | 'finding' | 'answer' | 'word' | 'character' | 'picture';

/** `one` or `many` after a number. */
export const countIn =
  (reported: Pick<Reported, 'language'>) =>
  (count: number, one: Thing | 'person'): string => {
    const many = one === 'person' ? 'people' : (`${one}s` as const);
    return `${count.toLocaleString(reported.language ?? 'en')} ${sayIn(reported)(count === 1 ? one : many)}`;
  };
