import type { Content, Element } from '../read/content.ts';

/** Of each version's text; about 8,000 tokens of one in Latin letters. */
const MAX_TEXT_BYTES = 32_000;
const MAX_ELEMENT_BYTES = 8000;
/** Of the words in one picture. */
const MAX_TRANSCRIPT_BYTES = 4000;
/** Blocks around the differences that are shown all the same. */
const CONTEXT = 3;

export interface ShownVersion {
  content: Content;
  /** In characters of the text; null if it is whole. */
  cut: { kept: number; of: number } | null;
  is_cut: boolean;
}

const bytesOf = (text: string): number => Buffer.byteLength(text);

const blocksOf = (text: string): string[] => text.split(/\n{2,}/);

const sharedStart = (one: readonly string[], other: readonly string[]): number => {
  const at = one.findIndex((block, index) => block !== other[index]);
  return at === -1 ? Math.min(one.length, other.length) : at;
};

const cutToBytes = (text: string, most: number): string => {
  if (bytesOf(text) <= most) return text;
  const kept = Buffer.from(text).subarray(0, most).toString('utf8').replace(/�+$/, '');
  const end = kept.search(/\s\S*$/);
  // Text without spaces ends anywhere.
  return end > kept.length / 2 ? kept.slice(0, end) : kept;
};

/** Without the blocks that both begin and end with, but for a few. */
const around = (text: string, other: string): string => {
  const [blocks, others] = [blocksOf(text), blocksOf(other)];
  const first = sharedStart(blocks, others);
  const last = sharedStart(blocks.slice(first).reverse(), others.slice(first).reverse());
  return blocks.slice(Math.max(0, first - CONTEXT), blocks.length - Math.max(0, last - CONTEXT)).join('\n\n');
};

const keyOf = ({ kind, label, level, href }: Element): string => JSON.stringify([kind, label, level, href]);

/** If there are too many, first those that the other version has, too, are left out. */
const elementsOf = (elements: readonly Element[], others: readonly Element[]): Element[] => {
  const fitting = (all: readonly Element[]): Element[] => {
    let left = MAX_ELEMENT_BYTES;
    return all.filter((one) => {
      left -= bytesOf(keyOf(one));
      return left >= 0;
    });
  };
  const all = fitting(elements);
  if (all.length === elements.length) return all;
  const known = new Set(others.map(keyOf));
  return fitting(elements.filter((one) => !known.has(keyOf(one))));
};

const shownOf = (content: Content, other: Content): ShownVersion => {
  const isLong = [content, other].some(({ text }) => bytesOf(text) > MAX_TEXT_BYTES);
  const text = isLong ? cutToBytes(around(content.text, other.text), MAX_TEXT_BYTES) : content.text;
  const elements = elementsOf(content.elements, other.elements);
  const transcripts = content.transcripts?.map((one) => ({ ...one, text: cutToBytes(one.text, MAX_TRANSCRIPT_BYTES) }));
  const cut = text.length < content.text.length ? { kept: text.length, of: content.text.length } : null;
  return { content: { ...content, text, elements, ...(transcripts && { transcripts }) }, cut, is_cut: cut !== null };
};

/** As much of two versions as fits into one call: if they are long, the parts that differ. */
export const shownVersions = (previous: Content, next: Content) => ({
  previous: shownOf(previous, next),
  new: shownOf(next, previous),
});
