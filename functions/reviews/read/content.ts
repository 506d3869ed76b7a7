import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as z from 'zod';

/** What a review may be of. */
export const INPUT_TYPES = ['text', 'document', 'site', 'pdf', 'image', 'audio', 'video'] as const;
export type InputType = (typeof INPUT_TYPES)[number];

/** What a model is given of one text, about 20,000 tokens; more is cut, and the review says so. */
export const MAX_TEXT = 80_000;
const MAX_ELEMENTS = 400;
const QUALITY = 5;

/** The code of a text, and the values in it. */
export const SaidCode = z.object({
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

/** Something in the content that a finding may name where there is no text to quote. */
const Element = z.object({
  /** Unique in its content, short, and what a finding names: `h2-3`, `link-12`, `image-1`, `#buy`. */
  id: z.string(),
  kind: z.enum(['heading', 'link', 'image', 'button', 'field', 'table', 'list', 'code', 'page', 'screenshot', 'other']),
  /** Its text, alternative text or name; empty where it has none. */
  label: z.string(),
  /** Of a heading: 1 to 6. */
  level: z.number().int().optional(),
  /** Of a link. */
  href: z.string().optional(),
});
export type Element = z.infer<typeof Element>;

/** A picture that goes to the model as a picture. */
const Picture = z.object({
  /** The element that stands for it. */
  element: z.string(),
  /** A kept object. */
  key: z.string(),
  type: z.enum(['image/png', 'image/jpeg', 'image/webp']),
  /** Measured from its pixels, where they could be read. */
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  /** Contrast (WCAG 2.2, 1 to 21) between the two most frequent colours. */
  contrast: z.number().optional(),
  /** Part of the pixels that have the most frequent colour, 0 to 1. */
  background_share: z.number().optional(),
  /** How many of 4,096 colours (4 bits a channel) cover more than 0.2 % of the pixels. */
  colours: z.number().int().optional(),
  /** Part of neighbouring pixels that differ clearly, 0 to 1: how busy it is. */
  edges: z.number().optional(),
});
export type Picture = z.infer<typeof Picture>;

const Note = z.object({ text: z.string(), ...SaidCode.shape });

export const noteText = (note: Content['notes'][number]): string => (typeof note === 'string' ? note : note.text);

/**
 * What a review judges, whatever it came as. `text` is all that was read, in reading order, blocks separated by blank
 * lines, headings as lines of their own; quotes are verified against it.
 */
export const Content = z.object({
  input_type: z.enum(INPUT_TYPES),
  /** The content's own title, where it has one. */
  title: z.string().nullable(),
  /** Where it came from, for a site or an annotation. */
  url: z.string().nullable(),
  /** BCP 47, as the content says. */
  language: z.string().nullable(),
  text: z.string(),
  elements: z.array(Element).max(MAX_ELEMENTS),
  pictures: z.array(Picture).max(8),
  /** Where not all of it is judged: how many characters of how many. */
  cut: z.object({ kept: z.number().int(), of: z.number().int() }).nullable(),
  /** Notes for readers of the review about how it was read; older content has only texts. */
  notes: z.array(z.union([z.string(), Note])).max(10),
  /** For a review of a note: what its visitor wrote. It is the question, not what is judged. */
  comment: z.string().nullable(),
});
export type Content = z.infer<typeof Content>;

/** Cuts a text at a paragraph or word near the limit, and says so. */
export const cutText = (text: string, most = MAX_TEXT): Pick<Content, 'text' | 'cut'> => {
  if (text.length <= most) return { text, cut: null };
  const start = text.slice(0, most).toWellFormed();
  const at = Math.max(start.lastIndexOf('\n\n'), start.lastIndexOf(' '));
  const kept = at > most * 0.9 ? start.slice(0, at) : start;
  return { text: kept, cut: { kept: kept.length, of: text.length } };
};

/** The content of a text that came as it is. */
export const textContent = (input_type: InputType, title: string | null, text: string): Content => ({
  input_type,
  title,
  url: null,
  language: null,
  ...cutText(text),
  elements: [],
  pictures: [],
  notes: [],
  comment: null,
});

/** How content stands in its row. */
export const packContent = (content: Content): Uint8Array =>
  brotliCompressSync(JSON.stringify({ ...content, elements: content.elements.slice(0, MAX_ELEMENTS) }), {
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY },
  });

/** Throws for bytes that `packContent` did not make. */
export const unpackContent = (bytes: Uint8Array): Content =>
  Content.parse(JSON.parse(brotliDecompressSync(bytes).toString('utf8')));
