import { said } from '../../../codes/said.ts';
import { type Reading, toReading, Unreadable } from './reading.ts';

const BINARY = [
  ['file_is_pdf', /^255044462d/],
  ['file_is_zip', /^504b0[357]/],
  ['file_is_image', /^(?:89504e47|ffd8ff|47494638|52494646.{8}57454250)/],
  ['file_is_old_word', /^d0cf11e0/],
  ['file_is_rtf', /^7b5c727466/],
] as const;
/** Tab, line feed, vertical tab, form feed, carriage return, and the escape of old terminals. */
const SPACING = new Set([9, 10, 11, 12, 13, 27]);

const countControls = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code < 32 && !SPACING.has(code)) || code === 127) count += 1;
  }
  return count;
};

const decode = (bytes: Buffer, charset: string, fatal = true): string | undefined => {
  try {
    return new TextDecoder(charset, { fatal }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** A file in another encoding would be damaged in nearly all of its letters that aren't ASCII. */
const decodeDamaged = (bytes: Buffer, charset: string): string | undefined => {
  const text = decode(bytes, charset, false);
  if (text === undefined) return undefined;
  let excess = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 127) excess += code === 0xfffd ? 1 : -1;
  }
  return excess > 0 ? undefined : text;
};

/** Browsers read ISO-8859-1 as Windows-1252. */
const declaredIn = (bytes: Buffer): string | undefined =>
  /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{2,40})/i.exec(bytes.toString('latin1', 0, 2048))?.[1];

const charsetOf = (bytes: Buffer): string | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
};

export const decodeText = (bytes: Buffer) => {
  const start = bytes.toString('hex', 0, 16);
  const other = BINARY.find(([, pattern]) => pattern.test(start));
  if (other) throw new Unreadable(said(other[0]));
  const marked = charsetOf(bytes);
  const utf8 = decode(bytes, marked ?? 'utf-8');
  const declared = utf8 === undefined ? declaredIn(bytes) : undefined;
  const told = declared && decode(bytes, declared);
  const read = utf8 ?? told ?? (marked ? undefined : decodeDamaged(bytes, declared ?? 'utf-8'));
  const text = read ?? (marked ? undefined : decode(bytes, 'windows-1252'));
  if (text === undefined || countControls(text) > text.length / 1000) throw new Unreadable(said('not_text'));
  const notes = read === undefined ? [said('not_utf8')] : [];
  return { text: text.replaceAll('\0', ''), notes };
};

export const readPlain = (text: string): Reading =>
  toReading({
    title: null,
    text: text
      .replace(/^\ufeff/, '')
      .replace(/\r\n?/g, '\n')
      .replace(/[^\S\n]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  });
