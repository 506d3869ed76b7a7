import { getDocumentProxy } from 'unpdf';
import { said } from '../../../codes/said.ts';
import { type Placed, type Reading, toReading, Unreadable } from './reading.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

const MAX_PAGES = 200;
/** Text beyond the cut only says how much was cut. */
const MAX_CHARACTERS = 2_000_000;
const LARGER = 1.18;
const LONG_HEADING = 160;

interface Piece {
  text: string;
  size: number;
  x: number;
  y: number;
  right: number;
}

interface Line extends Piece {
  page: number;
  cell: Piece | undefined;
}

interface TextPart {
  str: string;
  height: number;
  width: number;
  transform: number[];
  hasEOL: boolean;
}

const isText = (part: object): part is TextPart => 'str' in part;

/** Without a gap that is wider than one between words. */
const piecesOf = (parts: readonly object[]): Piece[] => {
  const pieces: Piece[] = [];
  let piece: Piece | undefined;
  const end = () => {
    const text = piece?.text.replace(/\s+/g, ' ').trim();
    if (piece && text) pieces.push({ ...piece, text });
    piece = undefined;
  };
  for (const part of parts) {
    if (!isText(part)) continue;
    const [, , , , x = 0, y = 0] = part.transform;
    const isBlank = part.str.trim() === '';
    // Some writers end no line, so another height is another line.
    if (piece && !isBlank && Math.abs(piece.y - y) > Math.max(piece.size, part.height) * 0.6) end();
    if (piece && isBlank && part.width > piece.size * 1.2) end();
    if (!isBlank) piece ??= { text: '', size: 0, x, y, right: x };
    if (piece) piece.text += part.str;
    if (piece && !isBlank) {
      piece.size = Math.max(piece.size, part.height);
      piece.right = Math.max(piece.right, x + part.width);
    }
    if (part.hasEOL) end();
  }
  end();
  return pieces;
};

const CELL = ' | ';

const linesOf = (parts: readonly object[], page: number): Line[] => {
  const lines: Line[] = [];
  for (const piece of piecesOf(parts)) {
    const line = lines.at(-1);
    const last = line?.cell ?? line;
    const down = last ? last.y - piece.y : Number.POSITIVE_INFINITY;
    const gap = last ? piece.x - last.right : 0;
    const isBeside = gap >= -1 && Math.abs(down) < piece.size * 1.6;
    if (line && isBeside && gap > piece.size * 0.7) {
      line.text += CELL + piece.text;
      line.cell = piece;
    } else if (line && isBeside && Math.abs(down) < piece.size * 0.3) {
      line.text += ` ${piece.text}`;
      line.right = piece.right;
    } else if (line?.cell && Math.abs(piece.x - line.cell.x) < 3 && down > 0 && down < piece.size * 1.7) {
      line.text += ` ${piece.text}`;
      line.cell = { ...piece, right: Math.max(piece.right, line.cell.right) };
    } else lines.push({ ...piece, page, cell: undefined });
  }
  return lines;
};

const bodySize = (lines: readonly Line[]): number => {
  const counts = new Map<number, number>();
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2;
    counts.set(rounded, (counts.get(rounded) ?? 0) + text.length);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
};

/** Words before it share its ending: "Ein- und Ausgang". */
const SECOND_PART = /^(?:und|oder|bzw\.|sowie|and|or|to)(?![\p{L}-])/u;
/** In the middle of one word: "up-to-date". */
const MIDDLE_PART = /^(?:und|oder|and|or|to|of|by)-/;
const ADDRESS = /:\/\/|^www\.|@|\.\p{L}+\//u;

const join = (before: string, next: string) => {
  const word = before.slice(before.lastIndexOf(' ') + 1, -1);
  const isAddress = before.endsWith('-') && ADDRESS.test(word);
  const isBroken = /\p{L}-$/u.test(before) && /^\p{L}/u.test(next) && !SECOND_PART.test(next);
  if (!isBroken && !isAddress) return `${before} ${next}`;
  const isOwn = isAddress || word.includes('-') || MIDDLE_PART.test(next) || !/^\p{Ll}/u.test(next);
  return (isOwn ? before : before.slice(0, -1)) + next;
};

const BULLET = /^(?:[•◦▪‣·∙–-]|\(?\d{1,2}[.)])\s+/;

interface Block extends Line {
  isHeading: boolean;
}

const blocksOf = (lines: readonly Line[], body: number): Block[] => {
  const blocks: Block[] = [];
  let last: Line | undefined;
  for (const line of lines) {
    const block = blocks.at(-1);
    const isHeading = line.size > body * LARGER && line.text.length <= LONG_HEADING && /\p{L}/u.test(line.text);
    const gap = last && last.page === line.page ? (last.cell ?? last).y - line.y : Number.POSITIVE_INFINITY;
    const isClose = gap >= -1 && gap <= Math.max(line.size, last?.size ?? 0) * 1.75;
    const isSame = block && block.isHeading === isHeading && (!isHeading || Math.abs(block.size - line.size) < 0.6);
    const goesOn = block && !isHeading && last && last.page !== line.page && /^\p{Ll}/u.test(line.text);
    const isApart = BULLET.test(line.text) || line.cell || last?.cell;
    if (isSame && (isClose || goesOn) && !isApart) block.text = join(block.text, line.text);
    else blocks.push({ ...line, isHeading });
    last = line;
  }
  return blocks;
};

const write = (lines: readonly Line[], pages: number) => {
  const blocks = blocksOf(lines, bodySize(lines));
  const sizes = [...new Set(blocks.filter(({ isHeading }) => isHeading).map(({ size }) => Math.round(size)))].sort(
    (one, other) => other - one,
  );
  const elements: Placed[] = [];
  const counts = new Map<string, number>();
  let text = '';
  let before = '';
  let page = 0;
  for (const block of blocks) {
    const kind = block.cell ? 'row' : BULLET.test(block.text) ? 'item' : 'paragraph';
    const isTogether = kind !== 'paragraph' && kind === before;
    const joint = text === '' ? '' : isTogether ? '\n' : '\n\n';
    before = kind;
    const at = text.length + joint.length;
    while (page < block.page) {
      page += 1;
      const label = page === block.page ? `Page ${page} of ${pages}: ${block.text}` : `Page ${page} of ${pages}`;
      elements.push({ id: `page-${page}`, kind: 'page', label, at });
    }
    if (block.isHeading) {
      const level = Math.min(3, sizes.indexOf(Math.round(block.size)) + 1);
      const count = (counts.get(`h${level}`) ?? 0) + 1;
      counts.set(`h${level}`, count);
      elements.push({ id: `h${level}-${count}`, kind: 'heading', label: block.text, level, at });
    }
    text += joint + block.text.replace(/^[•◦▪‣·∙–]\s+/, '- ');
  }
  return { text, elements, title: elements.find(({ level }) => level === 1)?.label ?? null };
};

const open = async (bytes: Buffer): Promise<Pdf> => {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), {
      disableFontFace: true,
      useSystemFonts: false,
      useWorkerFetch: false,
      isOffscreenCanvasSupported: false,
      enableXfa: false,
      verbosity: 0,
    });
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') throw new Unreadable(said('pdf_protected'));
    throw new Unreadable(said('pdf_damaged'));
  }
};

const readPages = async (pdf: Pdf) => {
  const lines: Line[] = [];
  let empty = 0;
  let broken = 0;
  let read = 0;
  let characters = 0;
  for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES) && characters < MAX_CHARACTERS; number += 1) {
    try {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      const found = linesOf(items, number);
      characters += found.reduce((sum, { text }) => sum + text.length, 0);
      if (found.length === 0) empty += 1;
      lines.push(...found);
      page.cleanup();
    } catch {
      broken += 1;
    }
    read += 1;
  }
  return { lines, empty, broken, read };
};

const written = (value: unknown): string | null => (typeof value === 'string' ? value.trim() || null : null);

/** In the order of writing. Scripts never run; pictures are ignored. */
export const extractPdf = async (bytes: Buffer): Promise<Reading> => {
  if (!bytes.subarray(0, 1024).includes('%PDF-')) throw new Unreadable(said('not_pdf'));
  const pdf = await open(bytes);
  try {
    const { lines, empty, broken, read } = await readPages(pdf);
    if (lines.length === 0) {
      throw new Unreadable(said(broken > 0 ? 'pdf_pages_damaged' : 'pdf_pictures_only'));
    }
    const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
    const { Title, Language } = info as Record<string, unknown>;
    const marks = await pdf.getMarkInfo().catch(() => undefined);
    const { title, text, elements } = write(lines, pdf.numPages);
    return toReading({
      title: written(Title) ?? title,
      is_titled: written(Title) !== null,
      language: written(Language),
      text,
      elements,
      is_tagged: marks === undefined ? undefined : (marks?.Marked ?? false),
      notes: [
        said('pdf_text_read'),
        ...(read < pdf.numPages ? [said('pdf_first_pages_read', { count: read, all: pdf.numPages })] : []),
        ...(empty > 0 ? [said('pdf_pages_empty', { count: empty, all: read })] : []),
        ...(broken > 0 ? [said('pdf_pages_broken', { count: broken, all: read })] : []),
      ],
    });
  } finally {
    await pdf.loadingTask.destroy();
  }
};
