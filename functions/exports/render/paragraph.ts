import bidiFactory from 'bidi-js';
import LineBreaker from 'linebreak';
import type { FontBook } from './font-book.ts';

/** Its types describe an ES module, but the import is the factory itself. */
const openBidi = bidiFactory as unknown as typeof bidiFactory.default;
const bidi = openBidi();
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('th', { granularity: 'word' });

const HAS_RTL = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Written without spaces between words, which only a dictionary finds. */
const UNSPACED = /\p{scx=Thai}|\p{scx=Lao}|\p{scx=Khmer}|\p{scx=Myanmar}/u;
const SPACES = / +$/;

export const NO_FONT = 255;

export interface Paragraph {
  text: string;
  isBold: boolean;
  isRtl: boolean;
  /** A number of the font book for each UTF-16 unit; undefined if all is in the text's own font. */
  fonts: Uint8Array | undefined;
  /** Undefined if all runs left to right. */
  levels: Uint8Array | undefined;
  breaks: readonly number[];
}

const plainBreaks = (text: string): number[] => {
  const found: number[] = [];
  for (const { index, 0: run } of text.matchAll(/ +|[-/](?=[^\s\d])/g)) found.push(index + run.length);
  if (found.at(-1) !== text.length) found.push(text.length);
  return found;
};

const unicodeBreaks = (text: string): number[] => {
  const breaker = new LineBreaker(text);
  const found = new Set<number>([text.length]);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) found.add(next.position);
  if (UNSPACED.test(text)) {
    for (const { index, segment } of words.segment(text)) if (UNSPACED.test(segment[0] ?? '')) found.add(index);
  }
  found.delete(0);
  return [...found].sort((one, other) => one - other);
};

export const graphemes = (text: string): string[] => Array.from(letters.segment(text), ({ segment }) => segment);

/** Its first letter gives the direction, unless `base` does. */
export const toParagraph = (
  book: FontBook,
  line: string,
  isBold: boolean,
  base: 'auto' | 'ltr' = 'auto',
): Paragraph => {
  if (book.isPlain(line, isBold)) {
    return { text: line, isBold, isRtl: false, fonts: undefined, levels: undefined, breaks: plainBreaks(line) };
  }
  const parts = graphemes(line).flatMap((letter) => book.choose(letter, isBold));
  const text = parts.map((part) => part.text).join('');
  const fonts = new Uint8Array(text.length);
  let at = 0;
  for (const part of parts) {
    fonts.fill(part.font, at, at + part.text.length);
    at += part.text.length;
  }
  const found = HAS_RTL.test(text) ? bidi.getEmbeddingLevels(text, base) : undefined;
  return {
    text,
    isBold,
    isRtl: (found?.paragraphs[0]?.level ?? 0) % 2 === 1,
    fonts,
    levels: found?.levels,
    breaks: unicodeBreaks(text),
  };
};

/** Spaces at a line's end take no room. */
export const withoutSpaces = (text: string, start: number, end: number): number => {
  const stretch = text.slice(start, end);
  return end - (SPACES.exec(stretch)?.[0].length ?? 0);
};
