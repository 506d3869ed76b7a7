import * as z from 'zod';
import { SaidCode } from '../../codes/said-code.ts';
import { packJson, unpackJson } from '../../kit/packed.ts';

export const INPUT_TYPES = ['text', 'document', 'site', 'pdf', 'image', 'audio', 'video'] as const;
export type InputType = (typeof INPUT_TYPES)[number];

/** About 20,000 tokens of one text; more is cut, and the review says so. */
export const MAX_TEXT = 80_000;
export const MAX_ELEMENTS = 400;
/** Of more code, what follows is measured like other text. */
const MAX_CODE = 1000;

const Element = z.object({
  /** Unique in its content and short: `h2-3`, `link-12`, `image-1`, `#buy`. */
  id: z.string(),
  kind: z.enum(['heading', 'link', 'image', 'button', 'field', 'table', 'list', 'code', 'page', 'screenshot', 'other']),
  label: z.string(),
  level: z.number().int().optional(),
  href: z.string().optional(),
});
export type Element = z.infer<typeof Element>;

/** From and to, in UTF-16 units. */
const Span = z.tuple([z.number().int(), z.number().int()]);
export type Span = z.infer<typeof Span>;

const Picture = z.object({
  element: z.string(),
  key: z.string(),
  type: z.enum(['image/png', 'image/jpeg', 'image/webp']),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  /** Between the two most frequent colors (WCAG 2.2, 1 to 21). */
  contrast: z.number().optional(),
  /** Of the most frequent color, 0 to 1. */
  background_share: z.number().optional(),
  /** Of 4,096 colors (4 bits a channel), those that cover more than 0.2% of the pixels. */
  colors: z.number().int().optional(),
  /** Part of neighboring pixels that differ clearly, 0 to 1. */
  edges: z.number().optional(),
});
export type Picture = z.infer<typeof Picture>;

const Note = z.object({ text: z.string(), ...SaidCode.shape });

export const Cut = z.object({ kept: z.number().int(), of: z.number().int() }).nullable();

/** Quotes are verified against `text`: blocks separated by blank lines, headings on their own lines. */
export const Content = z.object({
  input_type: z.enum(INPUT_TYPES),
  title: z.string().nullable(),
  url: z.string().nullable(),
  /** BCP 47, as the content says. */
  language: z.string().nullable(),
  text: z.string(),
  elements: z.array(Element).max(MAX_ELEMENTS),
  /** Parts of the text as it was read that are code: no rule of language measures them. */
  code: z.array(Span).max(MAX_CODE).optional(),
  /** Of a PDF: whether assistive technology finds its structure. */
  is_tagged: z.boolean().optional(),
  /** Of a page or PDF: whether its head or metadata has the title; if not, it is a heading. */
  is_titled: z.boolean().optional(),
  pictures: z.array(Picture).max(8),
  /** The words in the pictures, as a model read them. */
  transcripts: z
    .array(z.object({ element: z.string(), text: z.string() }))
    .max(8)
    .optional(),
  cut: Cut,
  /** How it was read. */
  notes: z.array(Note).max(10),
  comment: z.string().nullable(),
});
export type Content = z.infer<typeof Content>;

export const cutText = (text: string, most = MAX_TEXT): Pick<Content, 'text' | 'cut'> => {
  if (text.length <= most) return { text, cut: null };
  const start = text.slice(0, most).toWellFormed();
  const at = Math.max(start.lastIndexOf('\n\n'), start.lastIndexOf(' '));
  const kept = at > most * 0.9 ? start.slice(0, at) : start;
  return { text: kept, cut: { kept: kept.length, of: text.length } };
};

export const cutSpans = (spans: readonly Span[], end: number): Span[] =>
  spans.flatMap(([from, to]): Span[] => (from < end ? [[from, Math.min(to, end)]] : [])).slice(0, MAX_CODE);

export const contentOf = (
  input_type: InputType,
  reading: Omit<Content, 'input_type' | 'pictures' | 'comment'>,
): Content => ({ input_type, ...reading, pictures: [], comment: null });

export const textContent = (input_type: InputType, title: string | null, text: string): Content =>
  contentOf(input_type, { title, url: null, language: null, ...cutText(text), elements: [], notes: [] });

export const packContent = (content: Content): Uint8Array =>
  packJson({ ...content, elements: content.elements.slice(0, MAX_ELEMENTS) });

/** Throws for bytes that `packContent` did not make. */
export const unpackContent = (bytes: Uint8Array): Content => Content.parse(unpackJson(bytes));

const WORD = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu;
/** Scripts without spaces have about two characters a word. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]{1,2}/gu;

export const wordCount = (text: string): number =>
  (text.match(UNSPACED)?.length ?? 0) + (text.replace(UNSPACED, ' ').match(WORD)?.length ?? 0);
