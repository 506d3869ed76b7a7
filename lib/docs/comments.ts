import { parseSync } from 'oxc-parser';
import type { Piece, Text } from './words.ts';

/** Adjacent line comments are one. Throws if the source cannot be parsed. */
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
