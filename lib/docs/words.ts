import { parseSync, Visitor } from 'oxc-parser';

export interface Text {
  path: string;
  text: string;
}

export interface Found {
  path: string;
  line: number;
  word: string;
  instead: string;
  excerpt: string;
}

interface Rule {
  word: string;
  /** A space matches any white space, also across the lines of a comment. */
  pattern: string;
  instead: string;
  /** Only at the beginning of a comment, a heading, a list item or a catalog's text, and not in a question. */
  opens?: true;
  isCaseSensitive?: true;
}

const BRITISH = [
  'colou?rise',
  '(?:behavi|fav|hon|neighb|col|flav|hum|lab)our',
  '(?:centre|catalogue|grey|artefact|programme|whilst|learnt|spelt|licence|defence|judgement)',
  '(?:un|de|re)?(?:author|organ|custom|normal|optim|initial|serial|minim|maxim|summar|recogn|synthes|anonym|capital|util|categor|prior|real|final)is(?:e[ds]?|ing|ations?)',
  '(?:cancel|label|model|travel|signal|level|fuel)l(?:ed|ing)',
  'analys(?:e[ds]?|ing)',
].join('|');

const RULES: readonly Rule[] = [
  { word: 'somebody', pattern: 'somebody', instead: 'someone' },
  { word: 'nobody', pattern: 'nobody', instead: 'no one' },
  { word: 'whoever', pattern: 'whoever', instead: 'anyone who, or name the actor' },
  { word: 'whatever', pattern: 'whatever', instead: 'regardless of, or anything that' },
  {
    word: 'stands',
    pattern: 'st(?:ands?|ood|anding) (?:under|beside|behind|above|below|on|at|there|apart|by|for|in(?! for))',
    instead: 'is',
  },
  { word: 'anew', pattern: 'anew', instead: 'again' },
  { word: 'of ours', pattern: 'of ours|of (?:its|their|his|her|our|one.s) own', instead: 'our, or its own' },
  { word: 'hangs on', pattern: 'h(?:angs?|ung|anging) on', instead: 'depends on' },
  { word: 'is told', pattern: '(?:is|are|was|were|be|been|being) told(?! apart)', instead: 'is notified, or learns' },
  { word: 'hears of', pattern: 'hears? of', instead: 'is notified of' },
  { word: 'good for', pattern: 'good for (?:\\d|an? |one|two|five|ten|good)', instead: 'valid for' },
  { word: 'goes out', pattern: 'go(?:es)? out(?! of)', instead: 'is sent' },
  { word: 'lives in', pattern: 'lives? in', instead: 'is in' },
  { word: 'comes of it', pattern: '(?:comes?|came|become|becomes|became) of (?:it|them|him|her)', instead: 'results' },
  { word: 'as they were then', pattern: 'as (?:it|they) w(?:as|ere) then', instead: 'at that time' },
  { word: 'beside', pattern: 'beside', instead: 'next to, or besides' },
  {
    word: 'headless what',
    pattern: '(?:What(?! works)|Whoever|Where|That)',
    instead: 'name the thing',
    opens: true,
    isCaseSensitive: true,
  },
  { word: 'e-mail', pattern: 'e-mails?', instead: 'email' },
  { word: 'British', pattern: `(?:${BRITISH})s?`, instead: 'the American spelling' },
  { word: 'spaced %', pattern: '\\d+ %(?! ?\\d)', instead: '% without a space' },
];

const GAP = '(?:\\s|(?<=\\s)[*/]+)+';
const QUESTION = '(?![^.!:;\\n]*\\?)';

const compiled = RULES.map(({ word, instead, pattern, opens, isCaseSensitive }) => {
  const source = pattern.replaceAll(/ (?!\?)/g, GAP);
  const from = opens ? `(?<=^[\\s*/#>-]*|\\n\\s*(?:#+|[-*]|\\d+\\.) [*_]*)` : '(?<![\\w-])';
  const to = opens ? `\\b${QUESTION}` : pattern.startsWith('\\d') || /[ )]$/.test(pattern) ? '' : '(?![\\w-])';
  return { word, instead, pattern: new RegExp(`${from}(?:${source})${to}`, isCaseSensitive ? 'g' : 'gi') };
});

export interface Piece {
  text: string;
  from: number;
}

/** Keeps the length, so that offsets remain valid. */
const blank = (text: string): string => text.replaceAll(/[^\n]/g, '·');

const withoutCode = (text: string): string => text.replaceAll(/`[^`\n]+`|https?:\/\/\S+/g, blank);

const proseOf = ({ text }: Text): Piece[] => {
  const prose = text
    .replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, blank)
    .replaceAll(/(?<=\]\()[^)]+/g, blank)
    .replaceAll(/<!--[\s\S]*?-->/g, blank);
  return [{ text: withoutCode(prose), from: 0 }];
};

/** The pattern has one group, which ends one character before the match does. */
const matchesIn = (text: string, pattern: RegExp): Piece[] =>
  [...text.matchAll(pattern)].map(({ 0: whole, 1: group = '', index }) => ({
    text: withoutCode(group),
    from: index + whole.length - group.length - 1,
  }));

/** One text per line, as the formatter writes catalogs. */
const catalogTexts = ({ text }: Text): Piece[] => matchesIn(text, /^\s*"[^"]+": "(.*)"(?=,?$)/gm);

const apiTexts = ({ text }: Text): Piece[] =>
  matchesIn(text, /"(?:summary|description|detail)": ?"((?:[^"\\]|\\.)*)"/g);

const widgetTexts = ({ text }: Text): Piece[] => {
  const end = text.indexOf('\n}');
  return matchesIn(text.slice(0, end), /^\s*\w+:\s+['"`](.*)['"`](?=,?$)/gm);
};

const READERS: readonly [path: RegExp, read: (file: Text) => Piece[]][] = [
  [/^web\/dashboard\/words\/en\/.*\.json$/, catalogTexts],
  [/^functions\/discovery\/static\/openapi\.json$/, apiTexts],
  [/^functions\/discovery\/static\/.*\.txt$/, proseOf],
  [/^web\/widget\/strings\.ts$/, widgetTexts],
  [/\.md$/, proseOf],
  [/\.tsx?$/, () => []],
];

const SKIPPED = /^test\/(?:content|reviews\/replay\/[\w-]+)\/|\.generated\.ts$/;

const readerOf = (path: string) =>
  SKIPPED.test(path) ? undefined : READERS.find(([pattern]) => pattern.test(path))?.[1];

export const isRead = (path: string): boolean => readerOf(path) !== undefined;

export const isSource = (path: string): boolean => isRead(path) && /\.tsx?$/.test(path);

export const commentsIn = ({ path, text }: Text): Piece[] => {
  const { comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const merged: { start: number; end: number; type: string }[] = [];
  for (const { type, start, end } of comments) {
    const last = merged.at(-1);
    if (last && type === 'Line' && last.type === 'Line' && /^\s*$/.test(text.slice(last.end, start))) last.end = end;
    else merged.push({ start, end, type });
  }
  return merged.map(({ start, end }) => ({ text: text.slice(start, end), from: start }));
};

const CONNECTED = /^['"`](and|so|that|whose|but|or|nor|which|who)\b/i;

/** Titles of tests that only continue a sentence of their group. */
export const connectedTitlesIn = ({ path, text }: Text): Found[] => {
  if (!path.startsWith('test/') || !isSource(path)) return [];
  const found: Found[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (!title || !/^(?:test|it)\b/.test(text.slice(callee.start, callee.end))) return;
      const excerpt = CONNECTED.exec(text.slice(title.start, title.end))?.[1];
      if (!excerpt) return;
      const line = text.slice(0, title.start).split('\n').length;
      found.push({ path, line, word: 'connected title', instead: 'a test title that reads alone', excerpt });
    },
  }).visit(parseSync(path, text).program);
  return found;
};

export const wordsIn = (file: Text, comments: readonly Piece[] = []): Found[] =>
  [
    ...(readerOf(file.path)?.(file) ?? []),
    ...comments.map(({ text, from }) => ({ text: withoutCode(text), from })),
  ].flatMap((piece) =>
    compiled.flatMap(({ word, instead, pattern }) =>
      [...piece.text.matchAll(pattern)].map((match) => {
        const at = piece.from + match.index;
        const line = file.text.slice(0, at).split('\n').length;
        return { path: file.path, line, word, instead, excerpt: match[0].replaceAll(/[\s*/]+/g, ' ').trim() };
      }),
    ),
  );

export type Counts = Readonly<Record<string, number>>;

const roomOf = (path: string): string => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '.');

export const countsOf = (found: readonly Found[]): Counts => {
  const counts: Record<string, number> = {};
  for (const { path, word } of found) {
    const key = `${roomOf(path)}: ${word}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};

/** After a merge conflict both sides are read, and the larger count wins. */
export const readAllowance = (text: string): Counts => {
  const counts: Record<string, number> = {};
  for (const [, key = '', count] of text.matchAll(/^([\w.]+: .+) (\d+)$/gm)) {
    counts[key] = Math.max(counts[key] ?? 0, Number(count));
  }
  return counts;
};

export const writeAllowance = (counts: Counts): string =>
  Object.keys(counts)
    .filter((key) => (counts[key] ?? 0) > 0)
    .sort()
    .map((key) => `${key} ${counts[key]}\n`)
    .join('');

export const lowered = (allowed: Counts, counts: Counts): Counts =>
  Object.fromEntries(Object.entries(allowed).map(([key, most]) => [key, Math.min(most, counts[key] ?? 0)]));

export const wordFaults = (
  found: readonly Found[],
  allowed: Counts,
  isChanged: (path: string) => boolean = () => false,
): string[] => {
  const counts = countsOf(found);
  return [...new Set([...Object.keys(counts), ...Object.keys(allowed)])].sort().flatMap((key) => {
    const count = counts[key] ?? 0;
    const most = allowed[key] ?? 0;
    if (count < most) return [`${key}: ${count} found, ${most} allowed. Run: node bin/check-words.ts --accept`];
    if (count === most) return [];
    const places = found.filter(({ path, word }) => `${roomOf(path)}: ${word}` === key);
    const changed = places.filter(({ path }) => isChanged(path));
    return [
      ...(changed.length > 0 ? changed : places).map(
        ({ path, line, excerpt, instead }) => `${path}:${line}: “${excerpt}”: write ${instead}.`,
      ),
      `${key}: ${count} found, ${most} allowed.`,
    ];
  });
};
