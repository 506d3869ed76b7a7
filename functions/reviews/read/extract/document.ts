import { marked } from 'marked';
import { extractHtml } from './html.ts';
import type { Reading } from './reading.ts';
import { readPlain } from './text.ts';

const BLOCK = /^---[^\S\n]*\n([\s\S]{0,10000}?)\n---[^\S\n]*(?:\n|$)/;
const KEY = /^(?:"[^"]+"|'[^']+'|[\p{L}\p{N}_$@][\p{L}\p{N}_.:/-]*(?: [\p{L}\p{N}_.-]+){0,2})[^\S\n]*:(?:\s|$)/u;
const ITEM = /^-(?:\s|$)/;
/** Another item, or a key without a value. */
const BEFORE_ITEM = /^-(?:\s|$)|:\s*(?:[#&!].*)?$/;

/** Whether a block is YAML: a document may also begin with a rule, and its sentences with a word and a colon. */
const isFrontMatter = (block: string): boolean => {
  const lines = block.split('\n').filter((line) => /^[^\s#]/.test(line));
  const [first = ''] = lines;
  // A heading looks like a comment, and the sentence after it like a key.
  if (/^[\s#]/.test(block) && /^\p{Lu}/u.test(first)) return false;
  const fits = (line: string, at: number) =>
    ITEM.test(line) ? BEFORE_ITEM.test(lines[at - 1] ?? '') : KEY.test(line) || /^[\]}]/.test(line);
  return KEY.test(first) && lines.every(fits);
};

const titleIn = (matter: string): string | null =>
  /^["']?title["']?:[^\S\n]*(['"]?)(.{1,300})\1[^\S\n]*$/m.exec(matter)?.[2]?.trim() || null;

export const readMarkdown = (source: string): Reading => {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const [block = '', inner = ''] = BLOCK.exec(text) ?? [];
  const [skipped, matter] = isFrontMatter(inner) ? [block.length, inner] : [0, ''];
  const body = text.slice(skipped);
  try {
    const reading = extractHtml(marked.parse(body, { async: false, gfm: true }), { url: null });
    const title = titleIn(matter) ?? reading.title ?? reading.elements.find(({ level }) => level)?.label;
    return { ...reading, title: title ?? null };
  } catch {
    return readPlain(body);
  }
};

const COMMENTS = /^\s*(?:<!--[\s\S]*?-->\s*)+/;
const RAW = /<(pre|script|style|textarea)\b[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi;
/** A heading, list or block of code. */
const BLOCK_MARK = /\n[^\S\n]*\n(?:(?:#{1,6}|[-*+]|\d+\.)[^\S\n]+\S|```|~~~)/;

const isHtml = (text: string): boolean => {
  if (/^\s*(?:<!doctype\s+html|<html[\s>])/i.test(text)) return true;
  const start = text.slice(0, 20_000).replace(/\r\n?/g, '\n');
  const ends = start.match(/<\/(?:p|div|h[1-6]|li|ul|a|section|table|main)>/gi)?.length ?? 0;
  // A README may begin with a header in HTML.
  return /^\s*<[a-z][^<>]*>/i.test(text) && ends > 1 && !BLOCK_MARK.test(start.replace(RAW, ''));
};

const MARKS = [
  /^#{1,6}[^\S\n]+\S/m,
  /^(?:[-*+]|\d+\.)[^\S\n]+\S/m,
  /\[[^\]\n]+\]\([^)\s]+\)/,
  /^(?:```|~~~)/m,
  /(\*\*|__)\S[^\n]*?\1/,
  /^>[^\S\n]/m,
];

export const readPasted = (text: string): Reading => {
  const body = text.replace(COMMENTS, '');
  if (isHtml(body)) return extractHtml(text, { url: null });
  const start = text.slice(0, 50_000).replace(/\r\n?/g, '\n');
  const marks = MARKS.filter((mark) => mark.test(start)).length;
  const isMarkdown = marks > 1 || (MARKS[0]?.test(start) ?? false) || body !== text;
  return isMarkdown ? readMarkdown(text) : readPlain(text);
};
