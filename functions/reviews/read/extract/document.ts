import { marked } from 'marked';
import { extractHtml } from './html.ts';
import type { Reading } from './reading.ts';
import { readPlain } from './text.ts';

/** Begins with a key: a document may also begin with a rule. */
const FRONT_MATTER = /^---[^\S\n]*\n(?=[\w-]+:\s)([\s\S]{0,10000}?)\n---[^\S\n]*(?:\n|$)/;

const titleIn = (matter: string): string | null =>
  /^title:[^\S\n]*(['"]?)(.{1,300})\1[^\S\n]*$/m.exec(matter)?.[2]?.trim() || null;

export const readMarkdown = (source: string): Reading => {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const matter = FRONT_MATTER.exec(text);
  const body = matter ? text.slice(matter[0].length) : text;
  try {
    const reading = extractHtml(marked.parse(body, { async: false, gfm: true }), { url: null });
    const title = titleIn(matter?.[1] ?? '') ?? reading.title ?? reading.elements.find(({ level }) => level)?.label;
    return { ...reading, title: title ?? null };
  } catch {
    return readPlain(body);
  }
};

const isHtml = (text: string) =>
  /^\s*(?:<!doctype\s+html|<html[\s>]|<!--)/i.test(text) ||
  (/^\s*<[a-z][^<>]*>/i.test(text) &&
    (text.slice(0, 20_000).match(/<\/(?:p|div|h[1-6]|li|ul|a|section|table|main)>/gi)?.length ?? 0) > 1);

const MARKS = [
  /^#{1,6}[^\S\n]+\S/m,
  /^(?:[-*+]|\d+\.)[^\S\n]+\S/m,
  /\[[^\]\n]+\]\([^)\s]+\)/,
  /^(?:```|~~~)/m,
  /(\*\*|__)\S[^\n]*?\1/,
  /^>[^\S\n]/m,
];

export const readPasted = (text: string): Reading => {
  if (isHtml(text)) return extractHtml(text, { url: null });
  const start = text.slice(0, 50_000).replace(/\r\n?/g, '\n');
  const marks = MARKS.filter((mark) => mark.test(start)).length;
  return marks > 1 || (MARKS[0]?.test(start) ?? false) ? readMarkdown(text) : readPlain(text);
};
