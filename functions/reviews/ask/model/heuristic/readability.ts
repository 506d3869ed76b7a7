import { syllable } from 'syllable';
import type { Document } from './read-document.ts';
import { wordsOf } from './read-document.ts';

/** Enough to settle the mean; the syllables of more would cost more than they tell. */
const MAX_WORDS = 6000;
const MAX_WORD = 40;

/** Vowel groups: what German hyphenation follows closely enough for a mean. */
const germanSyllables = (word: string): number =>
  word.match(/(?:eu|äu|au|ei|ie|ai|aa|ee|oo|[aeiouyäöü])/g)?.length ?? 1;

export interface Readability {
  /** 0 (very hard) to 100 (very easy); may lie outside. */
  ease: number;
  formula: 'Flesch' | 'Flesch by Amstad';
  wordsPerSentence: number;
  syllablesPerWord: number;
}

/**
 * Reading ease: English by Flesch (1948), 206.835 − 1.015 · words/sentence − 84.6 · syllables/word; German by Amstad
 * (1978), 180 − words/sentence − 58.5 · syllables/word. Undefined for other languages and for texts without sentences.
 */
export const readability = ({ language, sentences }: Document): Readability | undefined => {
  if (language.lists === undefined || sentences.length === 0) return undefined;
  const known = new Map<string, number>();
  const count = language.lists === 'de' ? germanSyllables : syllable;
  let words = 0;
  let syllables = 0;
  let seen = 0;
  for (const { text } of sentences) {
    for (const word of wordsOf(text)) {
      const short = word.slice(0, MAX_WORD);
      const n = known.get(short) ?? Math.max(1, count(short));
      known.set(short, n);
      words += 1;
      syllables += n;
    }
    seen += 1;
    if (words >= MAX_WORDS) break;
  }
  if (words === 0) return undefined;
  const [length, weight] = [words / seen, syllables / words];
  const ease = language.lists === 'de' ? 180 - length - 58.5 * weight : 206.835 - 1.015 * length - 84.6 * weight;
  return {
    ease: Math.round(ease),
    formula: language.lists === 'de' ? 'Flesch by Amstad' : 'Flesch',
    wordsPerSentence: length,
    syllablesPerWord: weight,
  };
};

/** Flesch's own classes. */
export const easeInWords = (ease: number): string =>
  ease >= 80
    ? 'easy'
    : ease >= 65
      ? 'plain'
      : ease >= 50
        ? 'fairly difficult'
        : ease >= 30
          ? 'difficult'
          : 'very difficult';
