import type { Place } from '../fact.ts';
import type { Passage } from './passage.ts';

const NUMBERS: readonly string[] = [
  ...['two zwei', 'three drei', 'four vier', 'five fünf', 'six sechs', 'seven sieben', 'eight acht', 'nine neun'],
  'ten zehn',
];
const NUMBER_WORDS = new Map(NUMBERS.flatMap((words, i) => words.split(' ').map((word) => [word, i + 2] as const)));
const ANNOUNCED = new RegExp(
  `(?<![\\d.,:/€$£-])(?:(\\d{1,2})|\\b(${[...NUMBER_WORDS.keys()].join('|')}))(?![\\d.,:%/-]*\\d|%)`,
  'giu',
);
const NOT_COUNTED =
  /^ ?(?:days?|hours?|minutes?|weeks?|months?|years?|seconds?|px|km|people|percent|times|to|or|and|Tagen?|Stunden?|Wochen?|Jahren?|bis|oder|und)\b/i;
/** “Windows 11” and “step 2” are names. */
const NAMED_BY_NUMBER =
  /(?:^|\s)(?:(?!(?:The|These|Those|Our|Your|Their|All|Only|Just|With|In|For|Follow|Use|Try|Take|Die|Diese|Unsere|Ihre|Alle|Nur|Mit|Für|Es)\s)\S*\p{Lu}\S*|day|step|level|phase|stage|part|chapter|section|page|version|room|grade|unit|module|week|year|class|type|group|number|no\.) ?$/u;
/** Within two words, a plural or a German noun. */
const THINGS =
  /^(?: \p{L}[\p{L}’'-]*)? (?!(?:is|has|was|does|this|as|us|its|includes|contains)(?!\p{L}))(?:\p{L}*\p{Ll}s|\p{Lu}\p{Ll}+[enrl]|children|people|men|women|criteria)(?!\p{L})/u;

/** A heading that announces the list after it. */
const HEADED =
  /^(?:(?:the|our|top|unsere|die) )*(?:\d+|\p{L}+) (?:\p{Ll}+ )?(?:reasons|ways|steps|tips|things|rules|benefits|features|questions|mistakes|facts|options|plans|ideas|Gründe|Wege|Schritte|Tipps|Dinge|Regeln|Vorteile|Fragen|Fehler|Ideen)(?!\p{L})/iu;

export interface Listing {
  before: string;
  is_heading: boolean;
  items: number;
  place: Place;
}

/** Announced numbers that the list after them doesn't have. */
export const wrongCounts = (listings: readonly Listing[], passages: readonly Passage[]): Place[] =>
  [...listings, ...passages.flatMap(listingsIn)].flatMap(({ before: announcing, is_heading, items, place }) => {
    const sentence = announcing.split(/(?<=[.!?]) (?=\p{Lu})/u).at(-1) ?? '';
    const found = [...sentence.matchAll(ANNOUNCED)];
    const [one] = found;
    if (!one || found.length > 1 || items === 0) return [];
    if (!(is_heading ? HEADED.test(sentence) : sentence.endsWith(':'))) return [];
    const [before, after] = [sentence.slice(0, one.index), sentence.slice(one.index + one[0].length)];
    if (NOT_COUNTED.test(after)) return [];
    if (!is_heading && (NAMED_BY_NUMBER.test(before) || (one[1] && !THINGS.test(after)))) return [];
    const announced = Number(one[1] ?? NUMBER_WORDS.get((one[2] ?? '').toLowerCase()));
    if (announced < 2 || announced > 30 || announced === items) return [];
    return [{ ...place, quote: sentence, value: `${announced} ≠ ${items}` }];
  });

/** “5 members wrote: Ada, Ben and Cleo.” */
const NAMED = /^([^:]*\p{Ll}s\b[^:]*:) ((?:[^,.:;]{1,30}, )+[^,.:;]{1,30}?,? (?:and|und) [^,.:;]{1,30})\.?$/u;
const OPEN_ENDED =
  /\b(?:and|und)\b.*\b(?:and|und)\b|\b(?:more|others?|including|such as|like|among|etc|mehr|andere|weitere|darunter|wie)\b/iu;

const listingsIn = ({ text, selector, box, tag }: Passage): Listing[] => {
  const [, before = '', named = ''] = (tag !== 'tr' && NAMED.exec(text)) || [];
  if (!named || OPEN_ENDED.test(before + named)) return [];
  return [{ before, is_heading: false, items: named.split(/,? (?:and|und) |, /).length, place: { selector, box } }];
};
