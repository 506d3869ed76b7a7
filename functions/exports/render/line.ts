import type { FontBook } from './font-book.ts';
import { graphemes, NO_FONT, type Paragraph, withoutSpaces } from './paragraph.ts';
import { type Shaped, utf16Hex } from './pdf-font.ts';

const BOX_SCALE = 0.62;
const BOX_PADDING = 160;
/** In UTF-16 units. Cut before it is measured, because each line would measure the whole rest. */
const LONGEST_LINE = 400;

interface Piece {
  level: number;
  font: number;
  text: string;
  shaped: Shaped;
  /** In thousandths of the size. */
  width: number;
  isBox: boolean;
}

export interface Line {
  pieces: readonly Piece[];
  /** In thousandths of the size. */
  width: number;
  isRtl: boolean;
  next: number;
}

const SILENT = /^[\ufe0e\ufe0f\u061c\u200c-\u200f]*$/u;

const boxText = (letter: string) => `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const pieceOf = (book: FontBook, text: string, font: number, level: number): Piece[] => {
  if (font === NO_FONT) {
    return [...text].map((letter) => {
      const shaped = book.font(0).shape(boxText(letter), false);
      const width = shaped.width * BOX_SCALE + BOX_PADDING * 2;
      return { level, font: 0, text: letter, shaped, width, isBox: true };
    });
  }
  if (SILENT.test(text)) return [];
  const shaped = book.font(font).shape(text, level % 2 === 1);
  return [{ level, font, text, shaped, width: shaped.width, isBox: false }];
};

const piecesOf = (book: FontBook, paragraph: Paragraph, start: number, end: number): Piece[] => {
  const { text, fonts, levels, isBold } = paragraph;
  const own = isBold ? 1 : 0;
  const pieces: Piece[] = [];
  const isSpace = (at: number) => text.charCodeAt(at) === 32;
  for (let from = start; from < end; ) {
    let to = from + 1;
    while (
      to < end &&
      isSpace(to) === isSpace(from) &&
      (!fonts || fonts[to] === fonts[from]) &&
      (!levels || levels[to] === levels[from])
    )
      to += 1;
    pieces.push(...pieceOf(book, text.slice(from, to), fonts?.[from] ?? own, levels?.[from] ?? 0));
    from = to;
  }
  return pieces;
};

const widthOf = (pieces: readonly Piece[]) => pieces.reduce((sum, { width }) => sum + width, 0);

/** Rule L2 of the bidirectional algorithm, over pieces. */
const reorder = (pieces: Piece[]): Piece[] => {
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
  const result = [...pieces];
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < result.length; from += 1) {
      let to = from;
      while (to < result.length && (result[to]?.level ?? 0) >= level) to += 1;
      if (to > from + 1) result.splice(from, to - from, ...result.slice(from, to).reverse());
      from = to;
    }
  }
  return result;
};

const cutWord = (book: FontBook, paragraph: Paragraph, start: number, end: number, room: number): number => {
  let width = 0;
  let at = start;
  for (const letter of graphemes(paragraph.text.slice(start, Math.min(end, start + LONGEST_LINE)))) {
    width += widthOf(piecesOf(book, paragraph, at, at + letter.length));
    if (width > room && at > start) break;
    at += letter.length;
  }
  return at;
};

/** `room` is in thousandths of the size. */
export const nextLine = (book: FontBook, paragraph: Paragraph, start: number, room: number): Line | undefined => {
  const { text, breaks, levels, isRtl } = paragraph;
  if (start >= text.length) return undefined;
  let from = start;
  let width = 0;
  const kept: Piece[] = [];
  let spaces: Piece[] = [];
  for (const end of breaks.slice(breaks.findIndex((one) => one > start))) {
    const visibleEnd = withoutSpaces(text, from, end);
    const isTooLong = visibleEnd - from > LONGEST_LINE;
    const pieces = isTooLong ? [] : piecesOf(book, paragraph, from, visibleEnd);
    const wanted = widthOf(spaces) + widthOf(pieces);
    const fits = !isTooLong && width + wanted <= room;
    if (!fits && kept.length > 0) break;
    if (!fits) {
      from = cutWord(book, paragraph, from, visibleEnd, room);
      kept.push(...piecesOf(book, paragraph, start, from));
      width = widthOf(kept);
      if (from === visibleEnd) from = end;
      break;
    }
    kept.push(...spaces, ...pieces);
    width += wanted;
    spaces = piecesOf(book, paragraph, visibleEnd, end);
    from = end;
  }
  return { pieces: levels ? reorder(kept) : kept, width, isRtl, next: from };
};

const num = (value: number) => Number(value.toFixed(2));

const actualText = (text: string, operators: string) =>
  `/Span <</ActualText <FEFF${utf16Hex(text)}>>> BDC ${operators} EMC`;

/** The PDF's coordinates count upwards. */
export const drawLine = (book: FontBook, { pieces }: Line, x: number, y: number, size: number): string => {
  const operators: string[] = [];
  let text: string[] = [];
  let face = '';
  let pen = x;
  let joined = '';
  const flushJoined = () => {
    if (joined) text.push(`[${joined}] TJ`);
    joined = '';
  };
  const flush = () => {
    flushJoined();
    if (text.length > 0) operators.push(`BT ${text.join(' ')} ET`);
    text = [];
    face = '';
  };
  for (const { font, shaped, width, isBox, text: said } of pieces) {
    if (isBox) {
      flush();
      const small = num(size * BOX_SCALE);
      const inset = num((BOX_PADDING * size) / 1000);
      const wide = num((width * size) / 1000 - inset);
      operators.push(
        `q 0.5 w 0.6 G ${num(pen + inset / 2)} ${num(y - size * 0.16)} ${wide} ${num(size * 0.9)} re S Q`,
        `BT /${book.font(0).label} ${small} Tf 1 0 0 1 ${num(pen + inset)} ${num(y + size * 0.06)} Tm ${book.font(0).operators(shaped, small)} ET`,
      );
    } else {
      const own = book.font(font);
      if (text.length === 0 && !joined) text.push(`1 0 0 1 ${num(pen)} ${num(y)} Tm`);
      if (own.label !== face) {
        flushJoined();
        face = own.label;
        text.push(`/${face} ${size} Tf`);
      }
      if (shaped.tj !== undefined && !shaped.isSilent) joined += shaped.tj;
      else {
        flushJoined();
        const drawn = own.operators(shaped, size);
        text.push(shaped.isSilent ? actualText(said, drawn) : drawn);
      }
    }
    pen += (width * size) / 1000;
  }
  flush();
  return operators.join('\n');
};
