import { DAY, dayOf } from '../../kit/clock.ts';
import type { Fact } from '../fact.ts';
import { byPlaces } from './outcome.ts';
import { type Passage, placeIn } from './passage.ts';

/** In lower case, in English and German. */
const namesOf = (at: number, ...styles: Intl.DateTimeFormatOptions[]): string[] =>
  ['en', 'de'].flatMap((locale) =>
    styles.map((style) =>
      new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' }).format(at).toLowerCase().replace('.', ''),
    ),
  );
const MONTHS = Array.from({ length: 12 }, (_, month) =>
  namesOf(Date.UTC(2026, month), { month: 'long' }, { month: 'short' }),
);
MONTHS[8]?.push('sept');
/** From Sunday on. */
const DAYS = Array.from({ length: 7 }, (_, day) => namesOf(Date.UTC(2026, 1, 1 + day), { weekday: 'long' }));
DAYS[6]?.push('sonnabend');
const MONTH = [...new Set(MONTHS.flat())].sort((a, b) => b.length - a.length).join('|');
const WEEKDAYS = `(?:${DAYS.flat().join('|')})`;
/** A date after “Friday to Sunday” may be that of either. */
const NOT_IN_RANGE = `(?<!${WEEKDAYS}(?:,? (?:and|or|to|through|thru|until|und|oder|bis) | ?[-–—/&+] ?|, )${WEEKDAYS})`;
const WEEKDAY = `(?:(?<weekday>${WEEKDAYS})${NOT_IN_RANGE},? (?:the |den |dem )?)?`;
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
      const isMonthFirst = Number(month) > 12 && words.includes('.') && passage.language !== 'de';
      const [d, written] = isMonthFirst ? [Number(month), day] : [Number(day), month];
      const m = /^\d/.test(written)
        ? Number(written) - 1
        : MONTHS.findIndex((names) => names.includes(written.toLowerCase()));
      const at = Date.UTC(Number(year), m, d);
      const date = new Date(at);
      const isReal = m >= 0 && m < 12 && date.getUTCMonth() === m && date.getUTCDate() === d;
      const named = DAYS.findIndex((names) => names.includes(weekday.toLowerCase()));
      return { passage, from: index, words, at: isReal ? at : undefined, weekday: named < 0 ? undefined : named };
    }),
  );

const ACT = '(?:sign up|register|book|order|apply|buy|submit|send|enter|rsvp|reply|respond|pay|return)';
const TO_COME = new RegExp(
  [
    '\\b(?:until|by|ends?(?: on)?|closes(?: on)?|expires(?: on)?|deadline(?: is)?:?|due(?: on| by)?:?) $',
    `\\b${ACT}\\b[^.]*\\bbefore $`,
    "^(?:join|come to|meet us|visit us|see you|don['’]t miss|save the date)\\b[^.]*? (?:on|:) $",
    '^(?:kommen|besuchen|treffen) Sie\\b[^.]*? am $',
    '\\b(?:next|upcoming) [^.,;]{2,40}?(?: is| starts| takes place| begins)?(?: on|:) $',
    '\\b(?:bis(?: zum| einschließlich)?|spätestens(?: am| bis)?|endet am|Anmeldeschluss(?: ist)?(?: am|:)?) $',
    '\\b(?:nächste[rns]?) [^.,;]{2,40}?(?: ist| beginnt)?(?: am|:) $',
  ].join('|'),
  'iu',
);
const IN_THE_PAST =
  /\b(?:was|were|had|did|used to|closed|ended|expired|lasted|ran|served|lived|worked|written|posted|published|released|from|war(?:en)?|wurden?|hatten?|galt(?:en)?|lief(?:en)?|von|vom|since|seit)\b/i;
const FUTURE = /\b(?:will be|wird|werden)\b/i;
/** A day ends twelve hours later west of the date line than in UTC. */
const LASTS_MS = 1.5 * DAY;
/** Older dates are history. */
const MAX_AGE_MS = 730 * DAY;

const sentenceBefore = ({ text }: Passage, from: number) =>
  text
    .slice(0, from)
    .split(/(?<=[!?]|\p{L}{2}\.) (?=\p{Lu})/u)
    .at(-1) ?? '';
const sentenceAfter = (text: string) => /^[^.!?]*/.exec(text)?.[0] ?? '';

const hasPassed = ({ passage, from, words, at }: Dated, now: number): boolean => {
  if (at === undefined || at + LASTS_MS > now || at < now - MAX_AGE_MS) return false;
  const before = sentenceBefore(passage, from);
  const after = sentenceAfter(passage.text.slice(from + words.length));
  const isTold = IN_THE_PAST.test(before.replace(TO_COME, '') + after) && !FUTURE.test(before);
  return TO_COME.test(before) && !isTold;
};

export const dateFacts = (passages: readonly Passage[], now: number): Fact[] => {
  const dates = passages.flatMap(datesIn);
  const wrong = dates.flatMap(({ passage, from, words, at, weekday }) => {
    const actual = at === undefined ? undefined : new Date(at).getUTCDay();
    const isRight = actual !== undefined && (weekday === undefined || weekday === actual);
    const name = actual === undefined ? undefined : DAYS[actual]?.[passage.language === 'de' ? 1 : 0];
    const value = name && at !== undefined ? `${dayOf(at)}: ${name}` : '–';
    return isRight ? [] : [placeIn(passage, from, words.length, value)];
  });
  const passed = dates
    .filter((date) => hasPassed(date, now))
    .map(({ passage, from, words, at }) => placeIn(passage, from, words.length, dayOf(at ?? 0)));
  return [byPlaces('date-wrong', wrong), byPlaces('date-passed', passed)];
};

const YEAR = '(?:19|20)\\d\\d';
const COPYRIGHT = new RegExp(
  `(?:©|\\(c\\)|\\bcopyright\\b)[^\\d.;]{0,30}(${YEAR})((?: ?(?:[-–—/,&]|to|bis) ?(?:${YEAR}|present|today|now|heute)| ?[-–—/] ?\\d\\d(?!\\d))*)`,
  'iu',
);

export const copyrightFact = (passages: readonly Passage[], now: number): Fact => {
  const thisYear = new Date(now).getUTCFullYear();
  return byPlaces(
    'copyright-year',
    passages.flatMap((passage) => {
      const { text } = passage;
      const found = text.length <= 160 && !/licen[sc]e|lizenz/i.test(text) && COPYRIGHT.exec(text);
      if (!found || /photo|image|foto|bild/i.test(text.slice(0, found.index))) return [];
      const [words, first = '', later = ''] = found;
      const years =
        later.match(/\d+/g)?.map((year) => Number(year.length === 2 ? first.slice(0, 2) + year : year)) ?? [];
      const last = Math.max(Number(first), ...years);
      const isOld = last < thisYear - 1 && !/\p{L}$/u.test(later);
      return isOld ? [placeIn(passage, found.index, words.length, String(last))] : [];
    }),
  );
};
