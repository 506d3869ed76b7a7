const MAX_LETTERS = 32;
const MAX_TEXT = 20_000;

/** Scripts that write no spaces between words. */
const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}`;
const RUN = new RegExp(String.raw`[[${UNSPACED}]&&[\p{L}\p{M}\p{N}]]+|[[\p{L}\p{M}\p{N}]--[${UNSPACED}]]+`, 'gv');
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'v');
/** Accents, and vowel points of Arabic and Hebrew. Marks of other scripts are letters. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;
const LETTERS: Readonly<Record<string, string>> = { ς: 'σ', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' };

/** Upper case first: it writes ß as SS, and both Turkish i as I. */
const fold = (text: string): string =>
  text
    .slice(0, MAX_TEXT)
    .toWellFormed()
    .replace(/https?:\/\//gi, ' ')
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toUpperCase()
    .toLowerCase()
    .replace(ACCENTS, '')
    .replace(/[ςæœøłđ]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC');

export const isUnspaced = (word: string): boolean => IS_UNSPACED.test(word);

const cut = (run: string): string[] => {
  const letters = [...run];
  if (!isUnspaced(run)) return [letters.slice(0, MAX_LETTERS).join('')];
  // Overlapping, so that a part of it is found across a cut.
  const parts: string[] = [];
  for (let start = 0; start === 0 || start + MAX_LETTERS / 2 < letters.length; start += MAX_LETTERS / 2) {
    parts.push(letters.slice(start, start + MAX_LETTERS).join(''));
  }
  return parts;
};

/** Distinct and folded, in their order: at most `max`. */
export const wordsIn = (text: string, max: number): string[] => {
  const words = new Set<string>();
  for (const [run] of fold(text).matchAll(RUN)) {
    for (const word of cut(run)) {
      if (words.size === max) return [...words];
      words.add(word);
    }
  }
  return [...words];
};

/** An address as people read it, also where it was cut within a character. */
export const decodeAddress = (text: string): string =>
  text.replace(/(%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString());

export const MAX_TERMS = 8;

/** A run of an unspaced script is found in parts no longer than what is kept in one piece for certain. */
export const termsIn = (query: string): string[] => {
  const terms = wordsIn(query, MAX_TERMS);
  return [...new Set(terms.map((term) => (isUnspaced(term) ? [...term].slice(0, MAX_LETTERS / 2).join('') : term)))];
};

/** As an entry holds them: each after a space. */
export const joinWords = (words: readonly string[]): string => words.map((word) => ` ${word}`).join('');
export const splitWords = (joined: string): string[] => joined.split(' ').slice(1);

/** Each term begins a word, or is anywhere in one of an unspaced script. */
export const hasTerms = (joined: string, terms: readonly string[]): boolean =>
  terms.every((term) => joined.includes(isUnspaced(term) ? term : ` ${term}`));

const BEGINNING = 4;
const PAIR = 2;
const IS_HANGUL = /^\p{Script=Hangul}/u;

/** The beginnings, or pairs of unspaced letters, that lead to blocks of notes. */
export const leadsOf = (words: Iterable<string>): Set<string> => {
  const leads = new Set<string>();
  for (const word of words) {
    const letters = [...word];
    if (!isUnspaced(word)) {
      const length = IS_HANGUL.test(word) ? PAIR : BEGINNING;
      if (letters.length >= length) leads.add(letters.slice(0, length).join(''));
    } else {
      for (let at = 0; at + PAIR <= letters.length; at += 1) leads.add(letters.slice(at, at + PAIR).join(''));
    }
  }
  return leads;
};
