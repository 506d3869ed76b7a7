import { syllable } from 'syllable';
import { said } from '../../codes/said.ts';
import { wordSet } from '../../kit/words.ts';
import type { Fact, Place } from '../fact.ts';
import { byPlaces, failedIf, notMeasured } from './outcome.ts';
import { guessLanguage, type Passage, placeIn, placesOf, primary, wordsIn } from './passage.ts';

const joined = (passages: readonly Passage[]) => passages.map(({ text }) => text).join('\n');

const TWICE = /(?<![\p{L}\p{N}’'-])(\p{L}{2,}) +(\1)(?![\p{L}\p{N}@’'-])/giu;
const MAY_REPEAT: Readonly<Record<string, RegExp>> = {
  en: /^(that|had|do|very|bye|no|ha|so|now|there|blah|knock|many|really|hear|tut|her|who|in|on)$/i,
  de: /^(sie|ja|nein|sehr|wie|wir|war)$/i,
  fr: /^(nous|vous|très|faire)$/i,
};
const ARTICLE = /^(der|die|das|den|dem)$/i;
const PREPOSITION =
  '(?:ab|an|auf|aus|bei|bis|durch|für|gegen|hinter|in|mit|nach|neben|ohne|seit|über|um|unter|von|vor|während|wegen|zu|zwischen)';
const PRONOUN = '(?:der|die|das|dem|den|denen|deren|dessen|wer|wem|wen|was)';
/** “…, mit der der Kunde zahlt”, “…, denen das das Leben rettet” */
const CLAUSE = new RegExp(`(?:,(?: ${PREPOSITION})?(?: ${PRONOUN})?|\\b(?:dass|ob|wenn|weil|als))\\s*$`, 'i');

const doubledIn = (passage: Passage): Place[] => {
  // In Dutch “die die” and in Spanish “nos nos” may be right.
  if (passage.language !== '' && !(passage.language in MAY_REPEAT)) return [];
  const text = passage.text.replace(/[“„«][^“”„«»]{0,300}[”“»]|\[[^\]]*\]/g, (quoted) =>
    '\uFFFC'.repeat(quoted.length),
  );
  return [...text.matchAll(TWICE)].flatMap(({ 0: both, 1: first = '', 2: second = '', index }) => {
    const before = text.slice(0, index);
    // Names, abbreviations, and the end of one link next to the beginning of another.
    const isName = /^\p{Lu}/u.test(second) && (/^\p{Lu}/u.test(first) || first !== second);
    const isRelative = ARTICLE.test(first) && CLAUSE.test(before);
    const mayRepeat = MAY_REPEAT[passage.language]?.test(first) || MAY_REPEAT.en?.test(first);
    return isName || isRelative || mayRepeat ? [] : [placeIn(passage, index, both.length, both)];
  });
};

const FILL = '(?:text|title|content|copy|headline|heading|description|name|image|caption)';
const PLACEHOLDERS = new RegExp(
  [
    '\\blorem ipsum dolor\\b|^lorem ipsum\\W*$',
    '^(?-i:TODO|FIXME|XXX)(?:\\b *[:(]|\\W*$)',
    '(?<![\\w-])(?-i:TBD)(?![\\w-])',
    '\\[(?:your|insert|add|enter) [^\\]]{2,40}\\]',
    `^(?:(?:insert|add|enter|type|put) )?(?:your |some )?${FILL}(?: goes)? here\\W*$`,
    '^(?:sample|dummy|placeholder) text\\W*$',
    '\\b(?:Blindtext|Platzhaltertext)\\b',
    '(?:ここに|サンプル|ダミー)テキスト',
  ].join('|'),
  'gimu',
);

const VALUE = '(?-i:undefined|null|NaN|-?Infinity|\\[object Object\\])';
/** In these languages, null is a number. */
const NULL_IS_ZERO = wordSet('de no nb nn');
const UNITS =
  '(?:second|minute|hour|day|week|month|year|item|result|person|guest|seat|point|review|comment|message|file|vote|view|like)s?|people|left|ago|Sekunden?|Minuten?|Stunden?|Tage?n?|Wochen?|Monate?n?|Jahre?n?|Artikel|Personen|Plätze?|Punkte?';
const unfilled = (value: string) =>
  new RegExp(
    [
      '\\{\\{ *[\\w.$|-]+(?:\\([^)]*\\))? *\\}\\}',
      '\\$\\{[\\w.]+\\}',
      '(?<![\\w/{$])\\{[a-z]+(?:_[a-z]+)+\\}(?!\\})',
      '<%=? ?[\\w.]+ ?%>',
      '(?<![\\w%])%(?:\\d\\$)?[sd](?![\\w%])',
      '\\[object Object\\]',
      `(?<=\\b(?:hello|hi|hey|dear|welcome|welcome back|hallo|bonjour|hola),? )${VALUE}(?!\\w)`,
      `(?<=^[^.!?:]{1,40}: ?)${value}(?= ?%|[.!]?$| ?[a-z]{1,3}(?:/[a-z])?$)`,
      `(?<=[€$£] ?)${value}(?!\\w)|(?<!\\w)${value}(?= ?[€$£%](?!\\w))`,
      '(?<!\\w)undefined undefined(?!\\w)',
      // "null minutes": what is counted.
      `(?<!\\w)${value}(?= (?:${UNITS})(?!\\w))`,
    ].join('|'),
    'gimu',
  );
const UNFILLED = unfilled(VALUE);
const UNFILLED_WITHOUT_NULL = unfilled(VALUE.replace('null|', ''));
const unfilledIn = (passage: Passage): Place[] =>
  placesOf([passage], NULL_IS_ZERO.has(passage.language) ? UNFILLED_WITHOUT_NULL : UNFILLED);

/** Bytes 0x80 to 0x9f. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const byteOf = (letter: string): number => {
  const code = letter.charCodeAt(0);
  const at = WINDOWS_1252.indexOf(letter);
  return at >= 0 ? 0x80 + at : code >= 0x80 && code <= 0xff ? code : -1;
};
const isGarbled = (run: string): boolean => {
  const bytes = [...run].map(byteOf);
  if (bytes.includes(-1) || !(/^[ÃÂ]|^â€/.test(run) || run.length >= 6)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
    return true;
  } catch {
    return false;
  }
};
const garbledIn = (passage: Passage): Place[] =>
  [...passage.text.matchAll(/\uFFFD+|[\u0080-\u02FF\u2013-\u2122]{2,}/gu)]
    .filter(([run]) => run.startsWith('\uFFFD') || isGarbled(run))
    .map(({ 0: run, index }) => placeIn(passage, index, run.length, run));

const SCRIPTS: readonly [RegExp, readonly string[]][] = [
  [/\p{sc=Arab}/gu, ['ar', 'fa', 'ur', 'ps', 'ckb', 'sd', 'ug']],
  [/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/gu, ['ja', 'zh', 'yue']],
  [/\p{sc=Hang}/gu, ['ko']],
  [/\p{sc=Cyrl}/gu, ['ru', 'uk', 'bg', 'sr', 'mk', 'be', 'kk', 'ky', 'mn', 'tg']],
  [/\p{sc=Grek}/gu, ['el']],
  [/\p{sc=Hebr}/gu, ['he', 'yi']],
  [/\p{sc=Thai}/gu, ['th']],
  [/\p{sc=Deva}/gu, ['hi', 'mr', 'ne', 'sa']],
];
const LATIN = wordSet('en de fr es it nl pt sv da nb no fi pl cs sk hu ro tr id vi ca hr sl et lv lt');

const mismatch = (passages: readonly Passage[], declared: string): string | undefined => {
  const text = joined(passages.filter(({ language }) => language === declared)).slice(0, 20_000);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 120 || declared === '') return undefined;
  for (const [script, languages] of SCRIPTS) {
    const share = (text.match(script)?.length ?? 0) / letters;
    if (share > 0.6 && LATIN.has(declared)) return languages[0];
    if (share < 0.1 && languages.includes(declared)) return guessLanguage(text, declared);
  }
  const read = guessLanguage(text, declared);
  return LATIN.has(declared) && read !== undefined && read !== declared ? read : undefined;
};

/** Flesch (1948) for English, Amstad (1978) for German; 0 is very hard, 100 very easy. */
const easeOf = (passages: readonly Passage[], language: string): number | undefined => {
  const count = language === 'de' ? (word: string) => word.match(/[aeiouyäöü]+/g)?.length ?? 1 : syllable;
  const sentences = passages
    .filter(({ text }) => wordsIn(text).length >= 8)
    .flatMap(({ text }) => text.split(/(?<=[.!?…])["”’)]*\s+(?=\p{Lu})/u))
    .map(wordsIn)
    .filter(({ length }) => length > 2);
  const words = sentences.flat().slice(0, 6000);
  if (words.length < 100) return undefined;
  const length = sentences.flat().length / sentences.length;
  const weight = words.reduce((sum, word) => sum + Math.max(1, count(word.slice(0, 40))), 0) / words.length;
  return Math.round(language === 'de' ? 180 - length - 58.5 * weight : 206.835 - 1.015 * length - 84.6 * weight);
};

const readingFact = (passages: readonly Passage[], declared: string): Fact => {
  const language = declared || (guessLanguage(joined(passages)) ?? '');
  if (language !== 'en' && language !== 'de') return notMeasured('reading-ease', said('no_reading_formula'));
  const prose = passages.filter((one) => !/^(tr|h[1-6]|nav|button|a)$/.test(one.tag ?? ''));
  const ease = easeOf(
    prose.filter((one) => one.language === language || one.language === ''),
    language,
  );
  if (ease === undefined) return notMeasured('reading-ease', said('too_little_text'));
  // The formulas leave their scale for very hard or very easy texts.
  return failedIf('reading-ease', ease < 30, { measured: `${Math.min(100, Math.max(0, ease))} (0–100)` });
};

export const languageFacts = (passages: readonly Passage[], declaredAs: string | null): Fact[] => {
  const declared = primary(declaredAs);
  const other = mismatch(passages, declared);
  const outsideTables = passages.filter(({ tag }) => tag !== 'tr');
  return [
    byPlaces('doubled-word', passages.flatMap(doubledIn)),
    byPlaces('placeholder-text', placesOf(passages, PLACEHOLDERS)),
    byPlaces('unfilled-value', outsideTables.flatMap(unfilledIn)),
    byPlaces('broken-characters', passages.flatMap(garbledIn)),
    failedIf('language-mismatch', other !== undefined, { measured: other ? `${declared} → ${other}` : null }),
    readingFact(passages, declared),
  ];
};
