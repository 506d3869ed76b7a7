import type { NOTES } from './notes.ts';
import type { REASONS } from './reasons.ts';
import { inWords, type Values } from './sentence.ts';
import german from './words/de/notes.json' with { type: 'json' };

/** Refusals that a review's reading may end with, too. */
type Unread =
  | 'image_type_refused'
  | 'type_mismatch'
  | 'image_damaged'
  | 'too_many_pixels'
  | 'upload_too_large'
  | 'pages_unavailable';

const GERMAN: Readonly<Record<keyof typeof NOTES | keyof typeof REASONS | Unread, string>> = german;

const isNote = (code: string): code is keyof typeof GERMAN => Object.hasOwn(GERMAN, code);

type Language = 'en' | 'de' | undefined;

interface Coded {
  code: string;
  values?: Values | undefined;
}

/** For a reader of the service's own texts, by the codes of its sentences. In English if one is unknown. */
export const saidIn = (language: Language, text: string, codes: readonly Coded[] = []): string => {
  const known = codes.flatMap(({ code, values }) => (isNote(code) ? [inWords([GERMAN[code]], values)] : []));
  return language === 'de' && known.length > 0 && known.length === codes.length ? known.join(' ') : text;
};

export interface Note extends Partial<Coded> {
  text: string;
}

export const noteIn = (language: Language, { text, code, values }: Note): string =>
  saidIn(language, text, code === undefined ? [] : [{ code, values }]);
