import { cleanText } from './clean-text.ts';
import type { FontBook } from './font-book.ts';
import { drawLine, type Line, nextLine } from './line.ts';
import { type Paragraph, toParagraph } from './paragraph.ts';
import { type Box, PAGE, Sheet } from './pdf-document.ts';

const LEADING = 1.42;
const BASELINE = 1.08;

export interface TextStyle {
  size: number;
  ink: string;
  isBold?: boolean;
}

export interface Block extends TextStyle {
  indent?: number;
  bar?: string;
  link?: string;
  /** Ours, though it names what others wrote. */
  isOurs?: true;
  mostLines?: number;
}

export const leading = (size: number) => size * LEADING;

const WIDTH = PAGE.width - PAGE.left - PAGE.right;
const BOTTOM = PAGE.height - PAGE.bottom;

export class Flow {
  readonly sheets: Sheet[] = [];
  readonly book: FontBook;
  y = BOTTOM;
  #aside: { sheet: Sheet; width: number; until: number } | undefined;

  constructor(book: FontBook) {
    this.book = book;
  }

  get sheet(): Sheet {
    const last = this.sheets.at(-1);
    return last ?? this.newPage();
  }

  newPage(): Sheet {
    const sheet = new Sheet();
    this.sheets.push(sheet);
    this.y = PAGE.top;
    return sheet;
  }

  need(height: number): void {
    if (this.sheets.length === 0 || (this.y + height > BOTTOM && this.y > PAGE.top)) this.newPage();
  }

  gap(height: number): void {
    this.y += height;
  }

  setAside(width: number, height: number): void {
    this.#aside = { sheet: this.sheet, width, until: this.y + height };
  }

  clear(): void {
    if (this.#aside?.sheet === this.sheet) this.y = Math.max(this.y, this.#aside.until);
    this.#aside = undefined;
  }

  #room(): number {
    const aside = this.#aside;
    return aside && aside.sheet === this.sheet && this.y < aside.until ? WIDTH - aside.width : WIDTH;
  }

  write(text: string, block: Block): void {
    const { size, indent = 0, mostLines = Number.POSITIVE_INFINITY } = block;
    let lines = 0;
    for (const part of cleanText(text).split('\n')) {
      if (lines >= mostLines) return;
      const paragraph = toParagraph(this.book, part, block.isBold ?? false, block.isOurs ? 'ltr' : 'auto');
      const isLong = part.length > 70;
      if (part === '') this.#blank(block);
      for (let at = 0; at < paragraph.text.length; ) {
        this.need(leading(size) * (at === 0 && isLong ? 2 : 1));
        const room = this.#room() - indent;
        const found = nextLine(this.book, paragraph, at, (room * 1000) / size);
        if (!found) break;
        lines += 1;
        const isCut = lines >= mostLines && found.next < paragraph.text.length;
        this.#put(isCut ? cut(this.book, paragraph, at, (room * 1000) / size) : found, room, block);
        at = found.next;
        if (lines >= mostLines) break;
      }
    }
  }

  #blank({ size, bar, indent = 0 }: Block): void {
    const height = leading(size) / 2;
    if (this.y + height > BOTTOM) return;
    if (bar) this.#bar(bar, indent, height);
    this.y += height;
  }

  #bar(hex: string, indent: number, height: number): void {
    this.sheet.fill({ x: PAGE.left + indent - 9, y: this.y, width: 2, height }, hex);
  }

  #put(line: Line, room: number, { size, ink, indent = 0, bar, link }: Block): void {
    const width = (line.width * size) / 1000;
    const x = PAGE.left + indent + (line.isRtl ? room - width : 0);
    const height = leading(size);
    if (bar) this.#bar(bar, indent, height);
    this.sheet.text(this.y + size * BASELINE, ink, (y) => drawLine(this.book, line, x, y, size));
    if (link) this.sheet.links.push({ place: { x, y: this.y, width, height }, url: link });
    this.y += height;
  }
}

export const drawText = (
  book: FontBook,
  sheet: Sheet,
  text: string,
  place: Pick<Box, 'x' | 'y' | 'width'>,
  { size, ink, isBold = false }: TextStyle,
  align: 'left' | 'middle' | 'right' = 'left',
): void => {
  const paragraph = toParagraph(book, text, isBold);
  const whole = nextLine(book, paragraph, 0, Number.POSITIVE_INFINITY);
  if (!whole) return;
  const room = (place.width * 1000) / size;
  const line = whole.width <= room ? whole : cut(book, paragraph, 0, room);
  const width = (line.width * size) / 1000;
  const left = { left: 0, middle: (place.width - width) / 2, right: place.width - width }[align];
  const x = place.x + left;
  sheet.text(place.y + size * BASELINE, ink, (y) => drawLine(book, line, x, y, size));
};

const cut = (book: FontBook, paragraph: Paragraph, start: number, room: number): Line => {
  const dots = nextLine(book, toParagraph(book, '…', paragraph.isBold), 0, Number.POSITIVE_INFINITY);
  const shorter = nextLine(book, paragraph, start, room - (dots?.width ?? 0));
  const ends = dots?.pieces ?? [];
  const kept = shorter?.pieces ?? [];
  return {
    pieces: paragraph.isRtl ? [...ends, ...kept] : [...kept, ...ends],
    width: (shorter?.width ?? 0) + (dots?.width ?? 0),
    isRtl: paragraph.isRtl,
    next: shorter?.next ?? 0,
  };
};
