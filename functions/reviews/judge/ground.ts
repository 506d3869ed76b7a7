import { visible } from '../../kit/text/visible.ts';
import type { Evidence } from '../finding-rows.ts';
import type { Content, Picture } from '../read/content.ts';

type Pointed = Omit<Evidence, 'grounded'>;

export interface Grounding {
  ground: (evidence: Pointed) => Evidence;
  /** Whether all words of a quote, or of each of its parts, are there in their order, however few they are. */
  contains: (quote: string) => boolean;
  /** Passages that share most words with a quote, nearest first: what a model may have meant. */
  nearest: (quote: string) => string[];
}

const MIN_CHARACTERS = 12;
const MIN_WORDS = 3;
const MIN_CHARACTERS_OF_WORDS = 8;
const MIN_CHARACTERS_OF_PART = 3;
const MAX_SHOWN = 600;

/** Written without spaces; each character counts as a word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;
/** Of Arabic and Hebrew, with the stroke that stretches Arabic words: they are rarely quoted. */
const VOWEL_MARKS = /[\u064b-\u0652\u0670\u0640\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g;
const WORD = new RegExp(
  [
    // The address of a Markdown link, and markers of list items
    String.raw`\]\([^\s)]*\)|(?<=^|\n)[ \t]*(?:\d{1,3}[.)]|[-*+•])[ \t]+`,
    String.raw`(?:${UNSPACED.source})\p{M}*`,
    String.raw`\p{N}+(?:[.,]\p{N}+)+`,
    String.raw`[\p{L}\p{N}\p{M}\p{Default_Ignorable_Code_Point}]+(?:['\u2018\u2019\u02bc][\p{L}\p{M}]+)*`,
    // Signs that change the meaning
    String.raw`[\p{Sc}%‰°&+=@§]`,
  ].join('|'),
  'gu',
);
const SKIPPED = /^(?:\]\(|[ \t]*(?:\d{1,3}[.)]|[-*+•])[ \t]+$)/;
const LINE_BREAK = /[\n\r\u2028\u2029]/;
const ELLIPSIS = /\s*[[(]?\s*(?:…|\.{3,})\s*[\])]?\s*/;
const QUOTED = /["“”„«»][^"“”„«»]+["“”„«»]/g;
const ITEM_NUMBER = /(^|[\s,;:])\d{1,3}[.)](?=\s)/g;
const CLOSERS: Readonly<Record<string, string>> = {
  '”': '“„',
  '’': '‘‚',
  '»': '«',
  '«': '»',
  '"': '"',
  ')': '(',
  ']': '[',
};

/** No word contains it. */
const GAP = '\u0001';

interface Word {
  text: string;
  from: number;
  to: number;
}

const wordsIn = (text: string): Word[] =>
  [...text.matchAll(WORD)]
    .filter(([found]) => !SKIPPED.test(found))
    .map(({ 0: found, index }) => ({
      text: found
        .replace(INVISIBLE, '')
        .normalize('NFKD')
        .replace(VOWEL_MARKS, '')
        .toLowerCase()
        .replace(/[\u2018\u2019\u02bc]/g, "'"),
      from: index,
      to: index + found.length,
    }))
    .filter(({ text }) => text !== '');

const joined = (words: readonly Word[]): string => words.map(({ text }) => text).join(GAP);

interface Source {
  original: string;
  words: readonly Word[];
  text: string;
  starts: readonly number[];
}

const sourceOf = (original: string): Source => {
  const words = wordsIn(original);
  let at = 0;
  const starts = words.map(({ text }) => {
    const start = at;
    at += text.length + GAP.length;
    return start;
  });
  return { original, words, text: `${GAP}${joined(words)}${GAP}`, starts };
};

interface Run {
  first: number;
  last: number;
}

const lastUpTo = (sorted: readonly number[], value: number): number => {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
};

const findRun = ({ text, starts }: Source, wanted: string, after = 0): Run | undefined => {
  const from = text.indexOf(`${GAP}${wanted}${GAP}`, starts[after] ?? text.length);
  if (from === -1) return undefined;
  const first = lastUpTo(starts, from);
  return { first, last: lastUpTo(starts, from + wanted.length - 1) };
};

const isTelling = (wanted: string): boolean => {
  const words = wanted.split(GAP);
  const width = [...wanted.replaceAll(GAP, '')].reduce((sum, character) => sum + (UNSPACED.test(character) ? 2 : 1), 0);
  const spaces = words.filter((word) => !UNSPACED.test(word)).length - 1;
  return (
    width + Math.max(0, spaces) >= MIN_CHARACTERS || (width >= MIN_CHARACTERS_OF_WORDS && words.length >= MIN_WORDS)
  );
};

const isWordless = (character: string | undefined): character is string =>
  character !== undefined && !/[\s\p{L}\p{N}]/u.test(character);

const plainMarks = (text: string): string =>
  text
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’‚]/g, "'")
    .replace(/\p{Pd}/gu, '-');

const shown = ({ original, words }: Source, { first, last }: Run, quote: string): string => {
  let [from, to] = [words[first]?.from ?? 0, words[last]?.to ?? 0];
  const [leading = ''] = /^[^\p{L}\p{N}]*/u.exec(quote) ?? [];
  const [trailing = ''] = /[^\p{L}\p{N}]*$/u.exec(quote) ?? [];
  const isQuoted = (character: string | undefined, marks: string) =>
    isWordless(character) && plainMarks(marks).includes(plainMarks(character));
  while (isQuoted(original[from - 1], leading)) from -= 1;
  while (isQuoted(original[to], trailing)) to += 1;
  for (const closer of original.slice(from, to)) {
    const before = original[from - 1];
    const openers = CLOSERS[closer];
    if (
      openers &&
      before &&
      openers.includes(before) &&
      ![...openers].some((one) => original.slice(from, to).includes(one))
    )
      from -= 1;
  }
  return visible(original.slice(from, to)).trim();
};

const bareId = (id: string): string => id.replace(/^[\s#"'`[(<]+|[\s"'`\])>]+$/g, '').toLowerCase();

/** Of a quote that leaves something out, or lists several passages in quotation marks. */
const partsOf = (quote: string): string[][] => {
  const quoted = [...quote.matchAll(QUOTED)].map(([passage]) => passage);
  return [quote.split(ELLIPSIS), ...(quoted.length > 1 ? [quoted] : [])];
};

const MAX_PASSAGES = 2;
const MIN_OVERLAP = 0.5;

const passagesIn = (text: string) =>
  text
    .split(/[\n\r\u2028\u2029]+|(?<=[.!?。！？])\s+/)
    .map((passage) => passage.trim())
    .filter(Boolean)
    .map((passage) => ({ passage, words: new Set(wordsIn(passage).map(({ text }) => text)) }));

/** In parts of the picture; null if it is outside. Models also give pixels. */
const inPicture = (region: readonly number[] | null, { width, height }: Pick<Picture, 'width' | 'height'>) => {
  if (region?.length !== 4) return null;
  const isPixels = region.some((value) => value > 1.5);
  if (isPixels && !(width && height)) return null;
  const sides = isPixels ? [width ?? 1, height ?? 1] : [1, 1];
  const [x = 0, y = 0, w = 0, h = 0] = region.map((value, at) => value / (sides[at % 2] ?? 1));
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  const [right, bottom] = [Math.min(1, x + w), Math.min(1, y + h)];
  if (!(right > left && bottom > top)) return null;
  return [left, top, right - left, bottom - top].map((value) => Math.round(value * 1e4) / 1e4);
};

/**
 * A quote is found if the content has the same words in the same order; spaces, case, punctuation, typography and
 * Markdown may differ, and an ellipsis may leave something out. It is returned as the content has it.
 */
export const groundIn = (content: Content): Grounding => {
  const text = [content.text, ...(content.transcripts ?? []).map((one) => one.text)].join('\n\n');
  const body = sourceOf(text);
  const lines = new Set(text.split(LINE_BREAK).map((line) => joined(wordsIn(line))));
  const ids = new Map(content.elements.map(({ id }) => [bareId(id), id]));
  for (const { element } of content.pictures) ids.set(bareId(element), element);
  const labels = content.elements.flatMap(({ id, label, href }) =>
    [label, href ?? ''].filter(Boolean).map((text) => ({ id, ...sourceOf(text) })),
  );
  if (content.title) labels.push({ id: '', ...sourceOf(content.title) });

  const whole = (quote: string, element: string | undefined): string | undefined => {
    const wanted = joined(wordsIn(quote));
    if (wanted === '') return undefined;
    const isEnough = isTelling(wanted) || element !== undefined;
    const run = isEnough || lines.has(wanted) ? findRun(body, wanted) : undefined;
    if (run) return shown(body, run, quote);
    const label = labels.find(
      (one) => joined(one.words) === wanted || ((isTelling(wanted) || one.id === element) && findRun(one, wanted)),
    );
    const inLabel = label && findRun(label, wanted);
    return inLabel && shown(label, inLabel, quote);
  };

  const inParts = (given: readonly string[]): string | undefined => {
    const parts = given.filter((part) => wordsIn(part).length > 0);
    const wanted = parts.map((part) => joined(wordsIn(part)));
    if (parts.length < 2 || !wanted.some(isTelling)) return undefined;
    if (wanted.some(({ length }) => length < MIN_CHARACTERS_OF_PART)) return undefined;
    const found: string[] = [];
    let after = 0;
    for (const [at, one] of wanted.entries()) {
      const run = findRun(body, one, after);
      if (!run) return undefined;
      after = run.last + 1;
      found.push(shown(body, run, parts[at] ?? ''));
    }
    return found.join(' … ');
  };

  const find = (quote: string, element: string | undefined): string | undefined => {
    const unnumbered = quote.replace(ITEM_NUMBER, '$1');
    for (const one of unnumbered === quote ? [quote] : [quote, unnumbered]) {
      const found = whole(one, element) ?? partsOf(one).map(inParts).find(Boolean);
      if (found) return found.slice(0, MAX_SHOWN);
    }
    return undefined;
  };

  const contains = (quote: string): boolean =>
    quote
      .split(ELLIPSIS)
      .map((part) => joined(wordsIn(part)))
      .filter((wanted) => wanted !== '')
      .every((wanted) => [body, ...labels].some((source) => findRun(source, wanted) !== undefined));

  let passages: ReturnType<typeof passagesIn> | undefined;
  return {
    ground: ({ quote, element, region }) => {
      const named = element === null ? undefined : ids.get(bareId(element));
      const picture = content.pictures.find((one) => one.element === named);
      const place = { element: named ?? null, region: picture ? inPicture(region, picture) : null };
      if (quote === null || wordsIn(quote).length === 0) {
        // A region outside the picture is no place in it.
        const isPlace = named !== undefined && (region === null || region.length === 0 || place.region !== null);
        return { ...place, quote: null, grounded: isPlace };
      }
      const found = find(quote, named);
      return { ...place, quote: found ?? quote, grounded: found !== undefined };
    },
    contains,
    nearest: (quote) => {
      passages ??= passagesIn(text);
      const wanted = new Set(wordsIn(quote).map((word) => word.text));
      return passages
        .map(({ passage, words }) => ({
          passage,
          shared: [...wanted].filter((word) => words.has(word)).length / Math.max(1, wanted.size),
        }))
        .filter(({ shared }) => shared >= MIN_OVERLAP)
        .sort((one, other) => other.shared - one.shared)
        .slice(0, MAX_PASSAGES)
        .map(({ passage }) => passage.slice(0, MAX_SHOWN));
    },
  };
};
