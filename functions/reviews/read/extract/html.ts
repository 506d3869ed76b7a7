import { isProbablyReaderable, Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { type Said, said } from '../../../codes/said.ts';
import { wordCount } from '../content.ts';
import { writeText } from './html-text.ts';
import { type Placed, type Reading, toReading } from './reading.ts';
import { tidyHtml } from './tidy-html.ts';

const MAX_HTML = 4 * 1024 * 1024;
/** An article is read alone if it has this part of the words, and each heading of second and third rank. */
const MIN_KEPT = 0.6;
const MAX_TAGS_OF_ARTICLE = 20_000;
/** Pages that scripts draw say less. */
const FEW_WORDS = 40;

const headings = (root: Element, isAside: (heading: Element) => boolean) =>
  ['h1', 'h2', 'h3']
    .flatMap((name) => [...root.getElementsByTagName(name)])
    .filter((heading) => !isAside(heading))
    .map((heading) => (heading.textContent ?? '').replace(/\s+/g, ' ').trim());

const inAside = (heading: Element) => heading.closest('nav, aside, footer, header') !== null;

/** Undefined for pages of several sections, which must not be lost. */
const findArticle = (html: string, text: string): Element | undefined => {
  const { document } = parseHTML(html);
  if (!isProbablyReaderable(document)) return undefined;
  const wanted = headings(document.body, inAside);
  const reader = new Readability<Element>(document, { serializer: (node) => node as Element, keepClasses: true });
  const { title, content } = reader.parse() ?? {};
  if (!content || wordCount(content.textContent ?? '') < MIN_KEPT * wordCount(text)) return undefined;
  const has = new Set([...headings(content, () => false), title?.trim() ?? '']);
  return wanted.slice(1).every((heading) => has.has(heading)) ? content : undefined;
};

const tryArticle = (html: string, text: string): Element | undefined => {
  try {
    return findArticle(html, text);
  } catch {
    return undefined;
  }
};

/** The reader of articles makes its first heading one of second rank. */
const levelsOf = (elements: readonly Placed[]) =>
  new Map(elements.flatMap(({ label, level }) => (level ? [[label, level] as const] : [])).reverse());

const notesOf = (text: string, title: string | null, scripts: number, frames: number, isPage: boolean): Said[] => {
  const words = wordCount(text);
  if (frames > 0) return [said('frames_not_read')];
  if (scripts > 0 && words < FEW_WORDS) return [said('drawn_by_scripts')];
  if (words === 0) return [said('nothing_read')];
  return isPage && !title ? [said('no_title')] : [];
};

/** `url` is null for a document. Pure: runs nothing, fetches nothing. */
export const extractHtml = (source: string, { url, isXml }: { url: string | null; isXml?: boolean }): Reading => {
  const isLong = source.length > MAX_HTML;
  const tidied = tidyHtml(isLong ? source.slice(0, MAX_HTML) : source, isXml);
  const { html, title, language, base: written, scripts, frames } = tidied;
  const { document } = parseHTML(html);
  const base = (written && URL.parse(written, url ?? undefined)?.href) || url;
  const whole = writeText(document, document.body, { base });
  const article = tidied.isArticle && tidied.tags <= MAX_TAGS_OF_ARTICLE ? tryArticle(html, whole.text) : undefined;
  const first = whole.elements.find(({ level }) => level === 1);
  const own = (title && document.title.trim()) || null;
  const read = article ? writeText(document, article, { base, levels: levelsOf(whole.elements) }) : whole;
  // The reader of articles takes a heading that repeats the title for one of the site.
  const lost = article && first && !read.elements.some(({ label }) => label === first.label) ? first : undefined;
  const heading = lost ? `${lost.label}\n\n` : '';
  return toReading({
    title: own ?? first?.label ?? null,
    is_titled: url === null ? undefined : own !== null,
    url,
    language,
    text: heading + read.text,
    elements: [
      ...(lost ? [{ ...lost, at: 0 }] : []),
      ...read.elements.map((element) => ({ ...element, at: element.at + heading.length })),
    ],
    code: read.code.map(([from, to]) => [from + heading.length, to + heading.length]),
    notes: [
      ...notesOf(whole.text, title.trim() || null, scripts, frames, url !== null),
      ...(article ? [said('article_read')] : []),
      ...(isLong ? [said('document_cut')] : []),
    ],
  });
};
