import type { Content, Element, Picture } from '../../../read/content.ts';
import { guessLanguage, type Language } from './guess-language.ts';
import { splitSentences } from './split-sentences.ts';

type BlockKind = 'heading' | 'paragraph' | 'list' | 'code' | 'table' | 'navigation';

export interface Block {
  kind: BlockKind;
  text: string;
  words: number;
  /** Which block of the text it is. */
  index: number;
}

/** A heading, a sentence, an item or a line: what word lists look through and findings quote. */
export interface Unit {
  kind: 'heading' | 'sentence' | 'item' | 'fragment' | 'navigation' | 'code';
  text: string;
  /** In lower case, typographic apostrophes made plain. */
  lower: string;
  words: number;
  block: number;
  /** How many words of the text stand before it. */
  before: number;
}

export interface Heading {
  label: string;
  level: number | undefined;
  id: string | undefined;
}

export interface Link {
  label: string;
  href: string;
  id: string | undefined;
}

export interface Named {
  label: string;
  id: string | undefined;
}

export interface Turn {
  speaker: string;
  seconds: number | undefined;
  text: string;
  words: number;
}

/** A content taken apart, once for all probes. */
export interface Document {
  content: Content;
  language: Language;
  title: string;
  words: number;
  blocks: readonly Block[];
  units: readonly Unit[];
  /** Units that are sentences of at least three words, also in lists. */
  sentences: readonly Unit[];
  paragraphs: readonly Block[];
  code: readonly Block[];
  /** Lines of code, apart from the units. */
  codeLines: readonly Unit[];
  headings: readonly Heading[];
  links: readonly Link[];
  images: readonly Named[];
  buttons: readonly Named[];
  fields: readonly Named[];
  tables: number;
  listItems: number;
  turns: readonly Turn[];
  pictures: readonly Picture[];
  /** Frequent words that carry meaning, most frequent first. */
  keywords: readonly string[];
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;
/** Words of a text, in lower case. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];
const countWords = (text: string): number => text.match(WORD)?.length ?? 0;

const STOPWORDS = new Set(
  `the and for you that with your are this from have will can was were has had not but all our they their them its it's his her she him
  who what when where which how why there here then than also into out over more most very just only some any each other such may might must
  should would could about after before between been being does did done one two too use used get make like need want new see now per
  der die und das ist nicht mit für sie ein eine einen einem einer den von auf wir werden wird ich auch dem des sich oder ihr ihre ihren
  unser unsere als wie bei aus nach zum zur kann können sind war hat haben wenn dass noch nur mehr sehr über unter vor durch`.split(
    /\s+/,
  ),
);

/** Words that carry meaning, in lower case, without a plural's s. */
export const contentWords = (text: string): string[] =>
  wordsOf(text)
    .filter((word) => word.length > 2 && word.length < 40 && !STOPWORDS.has(word) && !/^\d+$/.test(word))
    .map((word) => (/[^s]s$/.test(word) && word.length > 4 ? word.slice(0, -1) : word));

const ITEM = /^\s*(?:[-*•–▪◦]|\d{1,3}[.)])\s+/;
const CODE_LINE =
  /^(?:\s*(?:\$ |> ?npm |npm |npx |curl |git |pip |docker |brew |sudo |import |export |const |let |def |<\/?[a-z]|[{}[\]][,;]?\s*$|[{[]"|"[\w-]+":)|\s{4}\S)/;

const MARKDOWN_HEADING = /(?<=^#{1,6} [^\n]{0,300})\n|\n(?=#{1,6} )/m;

const kindOf = (text: string, headings: ReadonlySet<string>, codes: readonly string[]): BlockKind => {
  const lines = text.split('\n');
  if (headings.has(text.trim()) || /^#{1,6} \S/.test(text)) return 'heading';
  if (/^\s*(?:```|~~~)/.test(text) || codes.some((code) => text.startsWith(code))) return 'code';
  if (lines.length > 1 && lines.filter((line) => /[|\t]/.test(line)).length >= lines.length * 0.8) return 'table';
  if (lines.filter((line) => ITEM.test(line)).length >= lines.length / 2) return 'list';
  if (lines.filter((line) => CODE_LINE.test(line)).length >= lines.length * 0.6) return 'code';
  return 'paragraph';
};

/** What the content of a note puts before the parts that were captured. */
const CAPTURED_LABEL = /^(?:Page|Selected text|Text of the element):\n/;
const CAPTURED_SOURCE = /^(?:HTML|Styles) of the element:\n/;

const MAX_NAVIGATION = 400;

/** Tells blocks that hold nothing but the labels of two links or more. */
const navigationIn = ({ elements }: Content): ((block: string) => boolean) => {
  const labels = new Set(
    elements
      .filter(({ kind }) => kind === 'link')
      .map(({ label }) => label.trim())
      .filter(Boolean),
  );
  const byLength = [...labels].sort((a, b) => b.length - a.length);
  return (block) => {
    if (labels.size < 2 || block.length > MAX_NAVIGATION || /[.!?]\s/.test(block)) return false;
    const lines = block.split('\n').map((line) => line.replace(ITEM, '').trim());
    if (lines.length > 1) return lines.every((line) => labels.has(line));
    let rest = lines[0] ?? '';
    let found = 0;
    for (const label of byLength)
      if (rest.includes(label)) {
        rest = rest.replace(label, ' ');
        found += 1;
      }
    return found > 1 && !/[\p{L}\p{N}]{2}/u.test(rest);
  };
};

/** What a passage of a transcript begins with. */
const CUE = /^\[(?:\d{1,2}:)?\d{1,2}:\d{2}\] (?:\p{Lu}[^\n:]{0,40}: )?/u;

/** Blocks between blank lines; a fence keeps its blank lines. */
const readBlocks = (content: Content): Block[] => {
  const labelled = (kind: Element['kind']) =>
    content.elements.filter((one) => one.kind === kind && one.label !== '').map(({ label }) => label.trim());
  const headings = new Set(labelled('heading'));
  const codes = labelled('code').filter((label) => label.length > 8);
  const parts: string[] = [];
  let fence: string[] | undefined;
  for (const part of content.text.split(/\n[ \t]*\n\s*?(?=\S|$)/)) {
    const fences = part.match(/^\s*(?:```|~~~)/gm)?.length ?? 0;
    if (fence) {
      fence.push(part);
      if (fences % 2 === 1) {
        parts.push(fence.join('\n\n'));
        fence = undefined;
      }
    } else if (fences % 2 === 1) fence = [part];
    else if (fences > 0) parts.push(part);
    else parts.push(...part.split(MARKDOWN_HEADING));
  }
  if (fence) parts.push(...fence);
  const isMedia = content.input_type === 'audio' || content.input_type === 'video';
  const isNavigation = navigationIn(content);
  const source = content.comment === null ? -1 : parts.findIndex((part) => CAPTURED_SOURCE.test(part));
  const blocks = parts
    .map((part) => (content.comment === null ? part : part.replace(CAPTURED_LABEL, '')))
    .map((part) => (isMedia ? part.replace(CUE, '') : part))
    .map((text, at): Pick<Block, 'text' | 'kind'> => {
      if (source >= 0 && at >= source) return { text, kind: 'code' };
      return { text, kind: isNavigation(text) ? 'navigation' : kindOf(text, headings, codes) };
    })
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, kind }, index) => ({
      kind,
      text,
      words: kind === 'code' || kind === 'navigation' ? 0 : countWords(text),
      index,
    }));
  if (isMedia || blocks.some(({ kind }) => kind === 'heading')) return blocks;
  return blocks.map((block, at) => ({
    ...block,
    kind: looksLikeHeading(block, blocks[at + 1]) ? 'heading' : block.kind,
  }));
};

const looksLikeHeading = (block: Block, next: Block | undefined): boolean =>
  block.kind === 'paragraph' &&
  next !== undefined &&
  next.words > block.words &&
  block.words > 0 &&
  block.words <= 10 &&
  !block.text.trim().includes('\n') &&
  !/[.!:;,…]$/.test(block.text.trim()) &&
  /^[\p{Lu}\p{N}#¿"“„]/u.test(block.text.trim());

const toUnit = (block: Block, kind: Unit['kind'], text: string, before: number): Unit => ({
  kind,
  text,
  lower: text.toLowerCase().replaceAll('’', "'"),
  words: countWords(text),
  block: block.index,
  before,
});

const unitsOf = (block: Block, before: number): Unit[] => {
  if (block.kind === 'code') return [];
  if (block.kind === 'heading') return [toUnit(block, 'heading', block.text.replace(/^#{1,6} +/, '').trim(), before)];
  let at = before;
  return splitSentences(block.text).map((text) => {
    if (block.kind === 'navigation') return toUnit(block, 'navigation', text, at);
    const isItem = block.kind === 'list' && !/[.!?…]["'”’)\]]*$/.test(text);
    const isWhole = /[.!?…。！？]["'”’)\]*_]*$/.test(text);
    const unit = toUnit(block, isItem ? 'item' : isWhole ? 'sentence' : 'fragment', text, at);
    at += unit.words;
    return unit;
  });
};

const MARKDOWN_LINK = /(!?)\[([^\]\n]{0,200})\]\(([^()\s]{0,500})(?: "[^"\n]*")?\)/g;

/** What Markdown that came as plain text says in its own signs. */
const fromMarkdown = (text: string): { links: Link[]; images: Named[] } => {
  const links: Link[] = [];
  const images: Named[] = [];
  for (const [, bang, label = '', href = ''] of text.matchAll(MARKDOWN_LINK)) {
    if (bang) images.push({ label, id: undefined });
    else links.push({ label, href, id: undefined });
    if (links.length + images.length >= 400) break;
  }
  return { links, images };
};

const TURN =
  /^(?:[-–>\s]*)(?:\[?((?:\d{1,2}:)?\d{1,2}:\d{2})(?:[.,]\d+)?\]?[\s–-]*)?(?:([\p{Lu}][\p{L}\p{N} .'-]{0,30}):\s+)?(\S.*)$/u;

/** Turns of a conversation: lines that begin with a time or, as most lines of the text do, with a name. */
const readTurns = ({ input_type, text }: Content): Turn[] => {
  const turns: Turn[] = [];
  const isMedia = input_type === 'audio' || input_type === 'video';
  let lines = 0;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    lines += 1;
    const [, time, speaker, said = ''] = TURN.exec(line.slice(0, 4000)) ?? [];
    const seconds = time?.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
    const last = turns.at(-1);
    if (time !== undefined || speaker !== undefined)
      turns.push({ speaker: speaker ?? last?.speaker ?? '', seconds, text: said, words: countWords(said) });
    else if (last) last.words += countWords(line);
  }
  return isMedia || (turns.length >= 6 && turns.length > lines * 0.7) ? turns : [];
};

const readKeywords = (units: readonly Unit[], turns: readonly Turn[]): string[] => {
  const speakers = new Set(turns.flatMap(({ speaker }) => wordsOf(speaker)));
  const seen = new Map<string, number>();
  for (const { kind, text } of units)
    if (kind !== 'navigation')
      for (const word of contentWords(text)) if (word.length > 3) seen.set(word, (seen.get(word) ?? 0) + 1);
  return [...seen]
    .filter(([word, n]) => n > 1 && !speakers.has(word) && !speakers.has(`${word}s`))
    .sort((a, b) => b[1] - a[1])
    .slice(0, 12)
    .map(([word]) => word);
};

/** Takes a content apart. Never throws, and takes time in proportion to its length. */
export const readDocument = (content: Content): Document => {
  const blocks = readBlocks(content);
  let before = 0;
  const units = blocks.flatMap((block) => {
    const found = unitsOf(block, before);
    before += block.words;
    return found.filter(({ words }) => words > 0);
  });
  const of = (kind: Element['kind']): Named[] =>
    content.elements.filter((one) => one.kind === kind).map(({ id, label }) => ({ id, label: label.trim() }));
  const markdown = content.elements.length === 0 ? fromMarkdown(content.text) : undefined;
  const code = blocks.filter(({ kind }) => kind === 'code');
  const turns = readTurns(content);
  const headings: Heading[] = content.elements.some(({ kind }) => kind === 'heading')
    ? content.elements
        .filter(({ kind }) => kind === 'heading')
        .map(({ id, label, level }) => ({ id, label: label.trim(), level }))
    : blocks
        .filter(({ kind }) => kind === 'heading')
        .map(({ text }) => ({
          id: undefined,
          label: text.replace(/^#{1,6} +/, '').trim(),
          level: /^#{1,6}(?= )/.exec(text)?.[0].length,
        }));
  return {
    content,
    language: guessLanguage(wordsOf(content.text.slice(0, 12_000)), content.language),
    title: (content.title ?? headings[0]?.label ?? units[0]?.text ?? '').trim(),
    words: before,
    blocks,
    units,
    sentences: units.filter(
      ({ kind, words }) =>
        words >= 3 && (kind === 'sentence' || (kind !== 'heading' && kind !== 'navigation' && words >= 8)),
    ),
    paragraphs: blocks.filter(({ kind, words }) => kind === 'paragraph' && words >= 12),
    code,
    codeLines: code.flatMap((block) =>
      block.text
        .split('\n')
        .filter((line) => /\w/.test(line))
        .map((line) => toUnit(block, 'code', line.slice(0, 600), 0)),
    ),
    headings,
    links:
      markdown?.links ??
      content.elements
        .filter(({ kind }) => kind === 'link')
        .map((one) => ({ id: one.id, label: one.label.trim(), href: one.href ?? '' })),
    images: markdown?.images ?? of('image'),
    buttons: of('button'),
    fields: of('field'),
    tables: Math.max(of('table').length, blocks.filter(({ kind }) => kind === 'table').length),
    listItems: units.filter(({ text }) => ITEM.test(text)).length,
    turns,
    pictures: content.pictures,
    keywords: readKeywords(units, turns),
  };
};
