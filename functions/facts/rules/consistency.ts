import type { Table } from '../../browser/in-page/measurements.ts';
import type { Fact, Place } from '../fact.ts';
import { byPlaces } from './outcome.ts';
import { type Passage, placeIn } from './passage.ts';

const DAY_MS = 86_400_000;

// Dates.

const MONTHS = [
  'january jan januar',
  'february feb februar',
  'march mar märz',
  'april apr',
  'may mai',
  'june jun juni',
  'july jul juli',
  'august aug',
  'september sept sep',
  'october oct oktober okt',
  'november nov',
  'december dec dezember dez',
].map((names) => names.split(' '));
const MONTH = MONTHS.flat()
  .sort((a, b) => b.length - a.length)
  .join('|');
const DAYS = [
  'sunday sonntag',
  'monday montag',
  'tuesday dienstag',
  'wednesday mittwoch',
  'thursday donnerstag',
  'friday freitag',
  'saturday samstag sonnabend',
].map((names) => names.split(' '));
const WEEKDAY = `(?:(?<weekday>${DAYS.flat().join('|')}),? (?:the |den |dem )?)?`;
const DATES = [
  `${WEEKDAY}\\b(?<month>${MONTH})\\.? (?<day>\\d{1,2})(?:st|nd|rd|th)?(?:[–-]\\d{1,2})?,? (?<year>(?:19|20)\\d\\d)\\b`,
  `${WEEKDAY}\\b(?<day>\\d{1,2})(?:st|nd|rd|th|\\.)? (?:of )?(?<month>${MONTH})\\.?,? (?<year>(?:19|20)\\d\\d)\\b`,
  `${WEEKDAY}(?<![\\d.])(?<day>\\d{1,2})\\. ?(?<month>\\d{1,2})\\. ?(?<year>(?:19|20)\\d\\d)(?![\\d.]*\\d)`,
  `${WEEKDAY}(?<![\\d-])(?<year>(?:19|20)\\d\\d)-(?<month>\\d\\d)-(?<day>\\d\\d)(?![\\d-]*\\d)`,
].map((pattern) => new RegExp(pattern, 'giu'));

interface Dated {
  passage: Passage;
  from: number;
  words: string;
  /** Undefined if there is no such day. */
  at: number | undefined;
  weekday: number | undefined;
}

const datesIn = (passage: Passage): Dated[] =>
  DATES.flatMap((pattern) =>
    [...passage.text.matchAll(pattern)].map(({ 0: words, index, groups = {} }) => {
      const { day = '', month = '', year = '', weekday = '' } = groups;
      const m = /^\d/.test(month)
        ? Number(month) - 1
        : MONTHS.findIndex((names) => names.includes(month.toLowerCase()));
      const at = Date.UTC(Number(year), m, Number(day));
      const date = new Date(at);
      const isReal = m >= 0 && m < 12 && date.getUTCMonth() === m && date.getUTCDate() === Number(day);
      const named = DAYS.findIndex((names) => names.includes(weekday.toLowerCase()));
      return { passage, from: index, words, at: isReal ? at : undefined, weekday: named < 0 ? undefined : named };
    }),
  );

const ACT = '(?:sign up|register|book|order|apply|buy|submit|send|enter|rsvp|reply|respond|pay|return)';
const TO_COME = new RegExp(
  [
    '\\b(?:until|by|ends?(?: on)?|closes(?: on)?|expires(?: on)?|deadline(?: is)?:?|due(?: on| by)?:?) $',
    `\\b${ACT}\\b[^.]*\\bbefore $`,
    '\\b(?:next|upcoming) [^.,;]{2,40}?(?: is| starts| takes place| begins)?(?: on|:) $',
    '\\b(?:bis(?: zum| einschließlich)?|spätestens(?: am| bis)?|endet am|Anmeldeschluss(?: ist)?(?: am|:)?) $',
    '\\b(?:nächste[rns]?) [^.,;]{2,40}?(?: ist| beginnt)?(?: am|:) $',
  ].join('|'),
  'iu',
);
const IN_THE_PAST =
  /\b(?:was|were|had|did|used to|closed|ended|expired|lasted|ran|served|lived|worked|written|posted|published|released|from|war(?:en)?|wurden?|hatten?|galt(?:en)?|lief(?:en)?|von|vom|since|seit)\b/i;
/** Older dates are history. */
const MAX_AGE_MS = 730 * DAY_MS;

const sentenceBefore = ({ text }: Passage, from: number) =>
  text
    .slice(0, from)
    .split(/(?<=[!?]|\p{L}{2}\.) (?=\p{Lu})/u)
    .at(-1) ?? '';
const sentenceAfter = (text: string) => /^[^.!?]*/.exec(text)?.[0] ?? '';

const hasPassed = ({ passage, from, words, at }: Dated, now: number): boolean => {
  if (at === undefined || at + DAY_MS > now || at < now - MAX_AGE_MS) return false;
  const before = sentenceBefore(passage, from);
  const after = sentenceAfter(passage.text.slice(from + words.length));
  return TO_COME.test(before) && !IN_THE_PAST.test(before.replace(TO_COME, '') + after);
};

const day = (at: number) => new Date(at).toISOString().slice(0, 10);

const dateFacts = (passages: readonly Passage[], now: number): Fact[] => {
  const dates = passages.flatMap(datesIn);
  const wrong = dates.flatMap(({ passage, from, words, at, weekday }) => {
    const actual = at === undefined ? undefined : new Date(at).getUTCDay();
    const isRight = actual !== undefined && (weekday === undefined || weekday === actual);
    const name = actual === undefined ? undefined : DAYS[actual]?.[passage.language === 'de' ? 1 : 0];
    return isRight
      ? []
      : [placeIn(passage, from, words.length, name && at !== undefined ? `${day(at)}: ${name}` : '–')];
  });
  const passed = dates.filter((date) => hasPassed(date, now));
  return [
    byPlaces('date-wrong', wrong),
    byPlaces(
      'date-passed',
      passed.map(({ passage, from, words, at }) => placeIn(passage, from, words.length, day(at ?? 0))),
    ),
  ];
};

const COPYRIGHT =
  /(?:©|\(c\)|\bcopyright\b)[^\d.;]{0,30}((?:19|20)\d\d)(?: ?[-–—] ?((?:19|20)\d\d|present|today|now|heute))?/iu;

export const copyrightFact = (passages: readonly Passage[], now: number): Fact => {
  const thisYear = new Date(now).getUTCFullYear();
  return byPlaces(
    'copyright-year',
    passages.flatMap((passage) => {
      const found = passage.text.length <= 160 ? COPYRIGHT.exec(passage.text) : null;
      if (
        !found ||
        /photo|image|foto|bild/i.test(passage.text.slice(0, found.index)) ||
        /licen[sc]e|lizenz/i.test(passage.text)
      )
        return [];
      const last = found[2] ?? found[1] ?? '';
      const isOld = /^\d/.test(last) && Number(last) < thisYear - 1;
      return isOld ? [placeIn(passage, found.index, found[0].length, last)] : [];
    }),
  );
};

// Amounts.

const NUMBER = "[-−–]?\\d(?:[\\d.,’' ]*\\d)?";
const CURRENCY = '(?:[€$£¥]|(?:EUR|USD|GBP|CHF|JPY)\\b)';
const AMOUNT = `(?:(?<before>${CURRENCY}) ?(?<a>${NUMBER})|(?<b>${NUMBER}) ?(?<after>${CURRENCY}))`;

/** “1.234,50”, “1,234.50”, “1’234” and “12.5” as they are meant. */
const toNumber = (text: string): number => {
  const plain = text.replace(/[\s’']/g, '').replace(/^[−–]/, '-');
  if (/^-?\d{1,3}(?:[.,]\d{3})+$/.test(plain)) return Number(plain.replace(/[.,]/g, ''));
  const decimal = /^(.*)[.,](\d{1,2})$/.exec(plain);
  return decimal ? Number(`${decimal[1]?.replace(/[.,]/g, '')}.${decimal[2]}`) : Number(plain.replace(/[.,]/g, ''));
};

const CELL = new RegExp(`^(?:[-−–] ?)?${CURRENCY}? ?${NUMBER} ?(?:${CURRENCY}|%)?$`, 'u');
const cellNumber = (cell: string): number | undefined => {
  if (!CELL.test(cell)) return undefined;
  const number = toNumber(/[\d].*\d|\d/.exec(cell)?.[0] ?? '');
  return /^[^\d]*[-−–]/.test(cell) ? -number : number;
};

/** “Total assets” may be the sum of other totals. */
const TOTAL =
  /^(?:(?:(?:grand |order )?total|sum|summe|gesamt(?:betrag|summe|preis)?)(?: (?:price|amount|cost|due))?|合計|総計|المجموع|total général) *:?$/iu;
const SUBTOTAL = /^(?:sub-?total|zwischensumme|小計|sous-total)/iu;

const wrongTotals = ({ rows }: Table): Place[] => {
  const identifiers = rows.every(({ cells: [name = ''] }) => !/\p{Ll}{2}/u.test(name) || name === rows[0]?.cells[0]);
  const at = rows.findIndex(({ cells: [name = ''] }) => TOTAL.test(name) && name.length < 40);
  const total = rows[at];
  if (!total || (identifiers && /[A-Z_]{4}/.test(total.cells[0] ?? ''))) return [];
  const lastSubtotal = rows.slice(0, at).findLastIndex(({ cells: [name = ''] }) => SUBTOTAL.test(name));
  const parts = rows.slice(Math.max(lastSubtotal, 0), at);
  return total.cells.flatMap((cell, column) => {
    const expected = column === 0 ? undefined : cellNumber(cell);
    const numbers = parts.flatMap(({ cells }) => cellNumber(cells[column] ?? '') ?? []);
    const filled = parts.filter(({ cells }) => /\d/.test(cells[column] ?? '')).length;
    if (expected === undefined || numbers.length < 2 || filled !== numbers.length) return [];
    const sum = numbers.reduce((all, number) => all + number, 0);
    const weighted = (other: number) =>
      parts.reduce(
        (all, { cells }) => all + (cellNumber(cells[column] ?? '') ?? 0) * (cellNumber(cells[other] ?? '') ?? 1),
        0,
      );
    const isNear = (value: number) => Math.abs(value - expected) <= (/%/.test(cell) ? 2 : 0.011);
    const isMean = expected <= Math.max(...numbers);
    if (isMean || isNear(sum) || total.cells.some((_, other) => other !== column && isNear(weighted(other)))) return [];
    const { selector, box } = total;
    return [{ selector, box, quote: cell, value: String(Math.round(sum * 100) / 100) }];
  });
};

const COUNTED = /\d|\b(?:two|three|four|five|six|ten|both|pair|zwei|drei|vier|fünf|zehn|beide)\b/i;
const FROM = /\b(?:from|up to|over|under|more than|at least|save|ab|bis(?: zu)?|über|unter|mindestens)\s*$/i;
const THING =
  /^(?:(?:the|our|your|an?|each|every|one|d(?:er|ie|as)|eine?|jede[rs]?|unsere?) )?(?<thing>[\p{L}][^.!?:;]{2,60}?)(?::| costs?| cost only| is(?: now)?| kostet| kosten)(?: only| just| nur)? *$/iu;
/** Labels that are repeated for different things. */
const LABEL =
  /^(?:(?:regular|sale|list|unit|your|new|old|original|starting) )?(?:price|total|subtotal|cost|amount|sum|fee|tax|vat|shipping|delivery|discount|deposit|saving|now|was|only|preis|summe|gesamt|betrag|versand|mwst|rabatt|kosten|zwischensumme)s?$/i;
const PRICE = new RegExp(AMOUNT, 'u');

interface Price {
  passage: Passage;
  thing: string;
  amount: number;
  money: string;
  from: number;
  words: string;
}

const pricesIn = (passage: Passage): Price[] => {
  if (passage.tag === 'tr') return [];
  let from = 0;
  return passage.text.split(/(?<=[.!?]) (?=\p{Lu})/u).flatMap((sentence) => {
    const start = from;
    from += sentence.length + 1;
    const found = PRICE.exec(sentence);
    if (!found) return [];
    const before = sentence.slice(0, found.index);
    const named = THING.exec(before)?.groups?.thing?.toLowerCase().trim() ?? '';
    if (named === '' || LABEL.test(named) || COUNTED.test(named) || FROM.test(before)) return [];
    const { a, b, before: left, after: right } = found.groups ?? {};
    const unit = /^ ?(?:\/ ?|(?:per|an?|each|je|pro|im) )(\p{L}+)/iu.exec(
      sentence.slice(found.index + found[0].length),
    );
    const thing = `${named.replace(/s$/, '')} ${unit?.[1]?.toLowerCase() ?? ''}`.trim();
    const amount = toNumber(a ?? b ?? '');
    return [{ passage, thing, amount, money: left ?? right ?? '', from: start + found.index, words: found[0] }];
  });
};

const differingPrices = (passages: readonly Passage[]): Place[] => {
  const all = Map.groupBy(passages.flatMap(pricesIn), ({ thing, money }) => `${thing} ${money}`);
  return [...all.values()].flatMap(([first, ...others]) => {
    const different = others.filter(({ amount }) => amount !== first?.amount);
    // With three prices it is a label, too.
    if (!first || new Set(different.map(({ amount }) => amount)).size > 1) return [];
    return different.map(({ passage, from, words }) =>
      placeIn(passage, from, words.length, `${first.words} ≠ ${words}`),
    );
  });
};

// Announced counts.

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

export interface Listing {
  before: string;
  items: number;
  place: Place;
}

const wrongCounts = (listings: readonly Listing[]): Place[] =>
  listings.flatMap(({ before, items, place }) => {
    const sentence = before.split(/(?<=[.!?]) (?=\p{Lu})/u).at(-1) ?? '';
    const found = [...sentence.matchAll(ANNOUNCED)];
    const [one] = found;
    if (!one || found.length > 1 || !sentence.endsWith(':') || items === 0) return [];
    if (NOT_COUNTED.test(sentence.slice(one.index + one[0].length))) return [];
    const announced = Number(one[1] ?? NUMBER_WORDS.get((one[2] ?? '').toLowerCase()));
    if (announced < 2 || announced > 30 || announced === items) return [];
    return [{ ...place, quote: sentence, value: `${announced} ≠ ${items}` }];
  });

export const consistencyFacts = (
  passages: readonly Passage[],
  { tables, listings }: { tables: readonly Table[]; listings: readonly Listing[] },
  now: number,
): Fact[] => [
  byPlaces('sum-wrong', tables.flatMap(wrongTotals)),
  byPlaces('price-differs', differingPrices(passages)),
  byPlaces('count-wrong', wrongCounts(listings)),
  ...dateFacts(passages, now),
];
