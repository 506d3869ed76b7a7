import { type FontFile, readShipped } from './fonts.ts';
import { type Glyph, openFont, subsetFont } from './harfbuzz.ts';
import type { PdfDocument } from './pdf-document.ts';

export interface Shaped {
  /** In thousandths of the size. */
  width: number;
  /** The operands of one TJ; undefined if glyphs are above or below the line. */
  tj: string | undefined;
  raised: readonly CodedGlyph[];
  /** Some glyphs have no text, so the text is written separately. */
  isSilent: boolean;
}

interface CodedGlyph extends Glyph {
  code: number;
}

const hex = (number: number) => number.toString(16).toUpperCase().padStart(4, '0');

export const utf16Hex = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();

const INVISIBLE = /[\ufe0e\ufe0f\u061c\u200c-\u200f]/gu;
/** A viewer would invent text for a glyph without any. */
const NOTHING = '\u200b';
const MAX_IN_CMAP = 100;

/** In reading order these are the text. Letters that a script reorders, joins or splits are shared by their cluster. */
const saidBy = (
  glyphs: readonly Glyph[],
  text: string,
  isRtl: boolean,
  glyphOf: (letter: string) => number,
): string[] => {
  const clusters = [...Map.groupBy(glyphs.keys(), (at) => glyphs[at]?.cluster ?? 0)].sort(
    ([one], [other]) => one - other,
  );
  const said: string[] = glyphs.map(() => '');
  for (const [index, [start, members]] of clusters.entries()) {
    const letters = [...text.slice(start, clusters[index + 1]?.[0]).replace(INVISIBLE, '')];
    if (isRtl) {
      const base = members.find((at) => glyphs[at]?.id === glyphOf(letters[0] ?? ''));
      const widest = members.find((at) => (glyphs[at]?.advance ?? 0) > 0);
      said[base ?? widest ?? members[0] ?? 0] = letters.join('');
      continue;
    }
    for (const [place, at] of members.entries()) {
      said[at] = place === members.length - 1 ? letters.join('') : (letters.shift() ?? '');
    }
  }
  return said;
};

const opened = new Map<string, { bytes: Uint8Array; font: ReturnType<typeof openFont> }>();

const open = ({ name, path }: FontFile) => {
  const known = opened.get(name);
  if (known) return known;
  const bytes = readShipped(path);
  const fresh = { bytes, font: openFont(bytes) };
  opened.set(name, fresh);
  return fresh;
};

export class PdfFont {
  readonly label: string;
  readonly #file: FontFile;
  readonly #shaped = new Map<string, Shaped>();
  readonly #codes = new Map<string, number>();
  readonly #coded: { glyph: number; text: string; width: number }[] = [{ glyph: 0, text: '', width: 0 }];

  constructor(file: FontFile, number: number) {
    this.#file = file;
    this.label = `F${number}`;
  }

  get #font() {
    return open(this.#file).font;
  }

  get isUsed(): boolean {
    return this.#codes.size > 0;
  }

  has(codePoint: number): boolean {
    return this.#font.glyphOf(codePoint) !== 0;
  }

  shape(text: string, isRtl: boolean): Shaped {
    const key = isRtl ? `\u200f${text}` : text;
    const known = this.#shaped.get(key);
    if (known) return known;
    const found = this.#font.shape(text, isRtl);
    const said = saidBy(found, text, isRtl, (letter) => this.#font.glyphOf(letter.codePointAt(0) ?? 0));
    const glyphs = found.map((glyph, index) => ({ ...glyph, code: this.#code(glyph.id, said[index] ?? '') }));
    const isLevel = glyphs.every(({ dy }) => dy === 0);
    const shaped = {
      width: glyphs.reduce((sum, { advance }) => sum + this.#thousandths(advance), 0),
      tj: isLevel ? this.#operands(glyphs) : undefined,
      raised: isLevel ? [] : glyphs,
      isSilent: !isRtl && said.includes(''),
    };
    this.#shaped.set(key, shaped);
    return shaped;
  }

  operators({ tj, raised }: Shaped, size: number): string {
    if (tj !== undefined) return `[${tj}] TJ`;
    return raised
      .map((glyph) => {
        const rise = (this.#thousandths(glyph.dy) * size) / 1000;
        return `${rise.toFixed(2)} Ts [${this.#operands([glyph])}] TJ`;
      })
      .concat('0 Ts')
      .join(' ');
  }

  #thousandths(units: number): number {
    return (units * 1000) / this.#font.unitsPerEm;
  }

  #code(glyph: number, text: string): number {
    const key = `${glyph} ${text}`;
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    const code = this.#coded.length;
    this.#coded.push({ glyph, text, width: Math.round(this.#thousandths(this.#font.advanceOf(glyph))) });
    this.#codes.set(key, code);
    return code;
  }

  /** A TJ moves left by its numbers: the font's own width minus the wanted one. */
  #operands(glyphs: readonly CodedGlyph[]): string {
    let operands = '<';
    for (const { code, advance, dx } of glyphs) {
      if (dx !== 0) operands += `>${Math.round(-this.#thousandths(dx))}<`;
      operands += hex(code);
      const back = Math.round((this.#coded[code]?.width ?? 0) - this.#thousandths(advance) + this.#thousandths(dx));
      if (back !== 0) operands += `>${back}<`;
    }
    return `${operands}>`.replaceAll('<>', ' ');
  }

  #unicodeMap(): string {
    const lines = this.#coded.map(({ text }, code) => `<${hex(code)}> <${utf16Hex(text || NOTHING)}>`);
    const groups = Array.from({ length: Math.ceil(lines.length / MAX_IN_CMAP) }, (_, part) => {
      const some = lines.slice(part * MAX_IN_CMAP, (part + 1) * MAX_IN_CMAP);
      return `${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`;
    });
    return [
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
      '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
      '1 begincodespacerange <0000><FFFF> endcodespacerange',
      ...groups,
      'endcmap CMapName currentdict /CMap defineresource pop end end',
    ].join('\n');
  }

  embed(document: PdfDocument, number: number): unknown {
    const { bytes } = open(this.#file);
    const write = (data: Record<string, unknown>, stream?: string | Uint8Array) => {
      const reference = document.ref(data);
      reference.end(stream);
      return reference;
    };
    const used = this.#coded.map(({ glyph }) => glyph);
    const file = write({}, subsetFont(bytes, used));
    const glyphs = write({}, Buffer.from(used.map(hex).join(''), 'hex'));
    const unicode = write({}, this.#unicodeMap());
    const tag = `SIDE${String.fromCharCode(65 + Math.floor(number / 26), 65 + (number % 26))}`;
    const BaseFont = `${tag}+${this.#file.name}`;
    const descriptor = write({
      Type: 'FontDescriptor',
      FontName: BaseFont,
      Flags: 4,
      FontBBox: [-1000, -500, 3000, 1200],
      ItalicAngle: 0,
      Ascent: 1069,
      Descent: -293,
      CapHeight: 714,
      StemV: 80,
      FontFile2: file,
    });
    const descendant = write({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont,
      CIDSystemInfo: { Registry: new String('Adobe'), Ordering: new String('Identity'), Supplement: 0 },
      FontDescriptor: descriptor,
      DW: 0,
      W: [0, this.#coded.map(({ width }) => width)],
      CIDToGIDMap: glyphs,
    });
    return write({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: unicode,
    });
  }
}
