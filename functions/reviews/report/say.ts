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

type WithOne = { [Text in ReportText]: `${Text}_one` extends ReportText ? Text : never }[ReportText];

/** The form of a text for this count. */
export const formFor = (count: number, text: WithOne): ReportText => (count === 1 ? `${text}_one` : text);

/** Those with a plural in -s; `of_finding` follows `of`, which takes the dative in German. */
type Thing = 'persona' | 'finding' | 'of_finding' | 'answer' | 'word' | 'character' | 'picture';

/** `one` or `many` after a number. */
export const countIn =
  (reported: Pick<Reported, 'language'>) =>
  (count: number, one: Thing | 'person'): string => {
    const many = one === 'person' ? 'people' : (`${one}s` as const);
    return `${count.toLocaleString(reported.language ?? 'en')} ${sayIn(reported)(count === 1 ? one : many)}`;
  };
