import type { NOTES } from './notes.ts';
import { inWords, type Values } from './sentence.ts';
import german from './words/de/notes.json' with { type: 'json' };

const GERMAN: Readonly<Record<keyof typeof NOTES, string>> = german;

const isNote = (code: string): code is keyof typeof GERMAN => Object.hasOwn(GERMAN, code);

export interface Note {
  text: string;
  /** Older rows have none. */
  code?: string | undefined;
  values?: Values | undefined;
}

/** For a reader of the service's own texts. In English if it has no code, as in older rows. */
export const noteIn = (language: 'en' | 'de' | undefined, { text, code, values }: Note): string =>
  language === 'de' && code !== undefined && isNote(code) ? inWords([GERMAN[code]], values) : text;
