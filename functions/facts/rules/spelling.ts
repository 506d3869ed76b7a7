import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import nspell from 'nspell';
import { said } from '../../codes/said.ts';
import { wordSet } from '../../kit/words.ts';
import type { Fact } from '../fact.ts';
import { DICTIONARY } from './dictionary.ts';
import { byPlaces, notMeasured } from './outcome.ts';
import { guessLanguage, type Passage, placeIn } from './passage.ts';
import { TRADE } from './trade.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string): Buffer | undefined => {
  const found = [join(import.meta.dirname, basename(path)), join(ROOT, path)].find(existsSync);
  return found === undefined ? undefined : readFileSync(found);
};

type IsKnown = (word: string) => boolean;
let known: IsKnown | undefined;

const openDictionary = (): IsKnown | undefined => {
  const [aff, dic] = DICTIONARY.map(read);
  if (!aff || !dic) return undefined;
  const speller = nspell(aff, dic);
  return (word) => speller.correct(word);
};

const AMERICAN: readonly [RegExp, string][] = [
  [/our/g, 'or'],
  [/is(e[drs]?|ing|ations?|able)$/, 'iz$1'],
  [/ys(e[drs]?|ing)$/, 'yz$1'],
  [/ll(ed|ing|ers?|ors?|ous)$/, 'l$1'],
  [/re(s?)$/, 'er$1'],
  [/ae|oe/g, 'e'],
  [/enc(es?)$/, 'ens$1'],
  [/ogue(s?)$/, 'og$1'],
  [/(program)me(s?)$/, '$1$2'],
  [/grey/g, 'gray'],
  [/dgement/g, 'dgment'],
  [/lment(s?)$/, 'llment$1'],
  [/cusse/g, 'cuse'],
  [/que(s?)$/, 'ck$1'],
];
/** Too short or too frequent to be the second part of a new compound. */
const ENDINGS = /^(?:ally|able|ably|ring|ling|ting|ding|king|sing|ping|ning|ions|ents|mental|ment|ness|less|ship)$/;
const SHORT_PARTS = wordSet('end net log fix off out top box map set key tag app web bot hub bar day way man men js');
const PREFIX =
  /^(?:un|re|non|pre|sub|de|dis|inter|multi|over|under|anti|micro|auto|bio|geo|eco|meta|hyper|super|mis|co)/;
/** A suffix, and what the word may end in without it. */
const SUFFIXES: readonly [RegExp, readonly string[]][] = [
  [/s$/, ['']],
  [/es$/, ['']],
  [/(?:er|ers|or|ors|ed|ing|ings|able|ability)$/, ['', 'e']],
  [/(?:ly|y|like|wise|ness|less|ful|ship|ism|ist|istic|ify|ified|ifier|ifies|ity)$/, ['', 'e']],
  [/(?:ied|ies|ier|ily)$/, ['y']],
  [/i[sz](?:e|ed|es|er|ers|ing|able|ation|ations)$/, ['', 'e', 'ize', 'y']],
  [/ations?$/, ['e', '', 'ate']],
  [/ions?$/, ['e', '']],
];

/** “Begining” isn't “begin” with an ending, because “beginning” is. */
const isDerived = (word: string, correct: IsKnown): boolean =>
  SUFFIXES.some(([suffix, endings]) => {
    const [found] = suffix.exec(word) ?? [];
    if (found === undefined) return false;
    const base = word.slice(0, -found.length);
    const doubled = base + base.at(-1) + found;
    if (
      base.length < 3 ||
      correct(doubled) ||
      (found === 'ly' && base.endsWith('al') && correct(`${base.slice(0, -2)}ly`))
    )
      return false;
    const single = /([bdgmnprt])\1$/.test(base) ? [base.slice(0, -1)] : [];
    return [...endings.map((ending) => base + ending), ...single].some((one) => one.length > 2 && correct(one));
  });

const isWord = (word: string, correct: IsKnown): boolean => {
  if (TRADE.has(word) || correct(word) || correct(word[0]?.toUpperCase() + word.slice(1))) return true;
  const american = AMERICAN.reduce((text, [from, to]) => text.replace(from, to), word);
  const others = [american, ...AMERICAN.map(([from, to]) => word.replace(from, to))];
  if (others.some((other) => other !== word && correct(other))) return true;
  for (let at = 3; at <= word.length - 2; at += 1) {
    const [first, second] = [word.slice(0, at), word.slice(at)];
    const isPart = second.length > 3 ? !ENDINGS.test(second) && correct(second) : SHORT_PARTS.has(second);
    if (isPart && correct(first)) return true;
  }
  const bare = word.replace(PREFIX, '');
  return (bare !== word && bare.length > 2 && isWord(bare, correct)) || isDerived(word, correct);
};

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** A word one slip away that begins the same: two letters swapped, one wrong, missing, doubled or too many. */
const meant = (word: string, correct: IsKnown): string | undefined => {
  const slips: string[] = [];
  for (let at = 1; at < word.length; at += 1) {
    const [before, here, rest] = [word.slice(0, at), word[at] ?? '', word.slice(at + 1)];
    if (rest) slips.push(before + rest[0] + here + rest.slice(1));
  }
  if (word.length >= 6) {
    for (let at = 1; at <= word.length; at += 1) {
      const [before, rest] = [word.slice(0, at), word.slice(at)];
      slips.push(before + before.at(-1) + rest, before + rest.slice(1));
      for (const letter of LETTERS) slips.push(before + letter + rest.slice(1), before + letter + rest);
    }
  }
  if (word.length >= 9)
    for (let at = 1; at < word.length - 1; at += 1) slips.push(word.slice(0, at) + word.slice(at + 2));
  return slips.find((slip) => slip !== word && correct(slip));
};

const WORD = /(?<![\p{L}\p{N}@#/\\._'’\uFFFC-])[a-z]{5,20}(?![\p{L}\p{N}@/\\_\uFFFC-]|['’.]\p{L}|\()/gu;
/** A name seldom begins a sentence that goes on in lower case and is one slip away from such a long word. */
const FIRST = /(?<=^|[.!?] )\p{Lu}[a-z]{7,19}(?=,? [a-z]{2})/gu;
const PROSE = /^(?:p|li|dd|blockquote|div)$/;
/** More often it is a term, not a slip. */
const MAX_TIMES = 2;

export const spellingFact = (passages: readonly Passage[], declared: string): Fact => {
  const text = passages.map((passage) => passage.text).join('\n');
  const language = guessLanguage(text) ?? declared;
  if (language !== 'en') return notMeasured('spelling', said('no_dictionary'));
  known ??= openDictionary();
  const words = known;
  if (!words) return notMeasured('spelling', said('dictionary_missing'));
  const places = new Map<string, { passage: Passage; at: number; word: string }[]>();
  for (const passage of passages.filter((one) => one.language === 'en' || one.language === '')) {
    const isProse = passage.tag === undefined || PROSE.test(passage.tag);
    const found = [...passage.text.matchAll(WORD), ...(isProse ? passage.text.matchAll(FIRST) : [])];
    for (const { 0: written, index } of found) {
      const word = written.toLowerCase();
      places.set(word, [...(places.get(word) ?? []), { passage, at: index, word }]);
    }
  }
  return byPlaces(
    'spelling',
    [...places].slice(0, 20_000).flatMap(([word, found]) => {
      if (found.length > MAX_TIMES || isWord(word, words)) return [];
      const other = meant(word, words);
      return other ? found.map(({ passage, at }) => placeIn(passage, at, word.length, `${word} → ${other}`)) : [];
    }),
  );
};
