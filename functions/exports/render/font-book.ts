import { BOLD, FALLBACKS, REGULAR } from './fonts.ts';
import { NO_FONT } from './paragraph.ts';
import { PdfFont } from './pdf-font.ts';

export interface FontChoice {
  text: string;
  font: number;
}

/** Shaping takes notice of these, and no font needs to have them. */
const SILENT = /[\ufe0e\ufe0f\u061c\u200c-\u200f]/u;
const FILES = [REGULAR, BOLD, ...FALLBACKS];
const FIRST_FALLBACK = 2;
const PLAIN =
  /^[\u0020-\u007e\u00a0-\u02ff\u0370-\u0373\u0376-\u03ff\u0400-\u0482\u048a-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u20ac\u2116\u2122]*$/;

export class FontBook {
  readonly fonts: readonly PdfFont[] = FILES.map((file, index) => new PdfFont(file, index + 1));
  readonly missing = new Set<string>();
  readonly #chosen = new Map<string, FontChoice[]>();

  font(number: number): PdfFont {
    const font = this.fonts[number];
    if (!font) throw new Error(`There is no font ${number}.`);
    return font;
  }

  /** Its own font has all of Latin, Greek and Cyrillic. */
  isPlain(text: string, isBold: boolean): boolean {
    return PLAIN.test(text) && this.#has(isBold ? 1 : 0, text);
  }

  choose(letter: string, isBold: boolean): FontChoice[] {
    const key = isBold ? `*${letter}` : letter;
    const known = this.#chosen.get(key);
    if (known) return known;
    const choices = this.#find(letter, isBold);
    this.#chosen.set(key, choices);
    return choices;
  }

  #find(letter: string, isBold: boolean): FontChoice[] {
    const whole = this.#fontOf(letter, isBold);
    if (whole !== undefined) return [{ text: letter, font: whole }];
    const plain = letter.normalize('NFKC');
    if (plain !== letter) return this.#find(plain, isBold);
    const parts = [...letter];
    if (parts.length > 1) return parts.flatMap((part) => this.#find(part, isBold));
    if (SILENT.test(letter)) return [{ text: letter, font: 0 }];
    this.missing.add(letter);
    return [{ text: letter, font: NO_FONT }];
  }

  #fontOf(letter: string, isBold: boolean): number | undefined {
    const first = FILES.findIndex(({ writes }) => writes?.test(letter));
    const others = FILES.map((_, index) => index).slice(FIRST_FALLBACK);
    return [...(first < 0 ? [] : [first]), isBold ? 1 : 0, 0, ...others].find((font) => this.#has(font, letter));
  }

  #has(font: number, text: string): boolean {
    const { fonts } = this;
    const candidate = fonts[font];
    if (!candidate) return false;
    for (const letter of text) {
      if (!SILENT.test(letter) && !candidate.has(letter.codePointAt(0) ?? 0)) return false;
    }
    return true;
  }
}
