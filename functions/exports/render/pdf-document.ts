import PDFDocument from 'pdfkit';
import type { FontBook } from './font-book.ts';
import type { Picture } from './picture.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const num = (value: number) => Number(value.toFixed(2));

const color = (hex: string): string =>
  [1, 3, 5].map((at) => num(Number.parseInt(hex.slice(at, at + 2), 16) / 255)).join(' ');

/** Positions count from the top left corner. */
export class Sheet {
  readonly operators: string[] = [];
  readonly pictures: { picture: Picture; place: Box }[] = [];
  readonly links: { place: Box; url: string }[] = [];
  readonly jumps: { place: Box; to: string }[] = [];
  readonly marks: { name: string; y: number; title: string }[] = [];
  #ink = '';

  #use(hex: string): void {
    if (hex !== this.#ink) this.operators.push(`${color(hex)} rg`);
    this.#ink = hex;
  }

  fill({ x, y, width, height }: Box, hex: string): void {
    this.#use(hex);
    this.operators.push(`${num(x)} ${num(PAGE.height - y - height)} ${num(width)} ${num(height)} re f`);
  }

  frame({ x, y, width, height }: Box, hex: string): void {
    this.operators.push(
      `q 0.6 w ${color(hex)} RG ${num(x)} ${num(PAGE.height - y - height)} ${num(width)} ${num(height)} re S Q`,
    );
  }

  text(y: number, hex: string, draw: (fromBelow: number) => string): void {
    this.#use(hex);
    this.operators.push(draw(PAGE.height - y));
  }
}

export type PdfDocument = PDFDocument;

export const PAGE = { width: 595.28, height: 841.89, left: 54, right: 54, top: 70, bottom: 62 } as const;

/** The library's own fonts have only Latin. */
const newDocument = (title: string, madeAt: number): PdfDocument =>
  new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    font: null,
    autoFirstPage: false,
    pdfVersion: '1.5',
    displayTitle: true,
    lang: 'en',
    // The library writes the title into XML unescaped.
    info: {
      Title: title.replace(/[<>&]/g, ' '),
      Creator: 'Sidenote',
      Producer: 'Sidenote',
      CreationDate: new Date(madeAt),
    },
  });

const FACES = /\/(F\d+) /g;

export const writePdf = async (
  book: FontBook,
  sheets: readonly Sheet[],
  title: string,
  madeAt: number,
): Promise<Buffer> => {
  const document = newDocument(title, madeAt);
  const fonts = new Map(
    book.fonts.flatMap((font, index) => (font.isUsed ? [[font.label, font.embed(document, index)] as const] : [])),
  );
  for (const { operators, pictures, links, jumps, marks } of sheets) {
    document.addPage();
    const images = pictures.map(({ picture: { pixels, width, height }, place }, index) => {
      const image = document.ref({
        Type: 'XObject',
        Subtype: 'Image',
        Width: width,
        Height: height,
        ColorSpace: 'DeviceRGB',
        BitsPerComponent: 8,
        Filter: 'FlateDecode',
      });
      image.end(pixels);
      document.page.xobjects[`I${index}`] = image;
      const matrix = [place.width, 0, 0, place.height, place.x, PAGE.height - place.y - place.height];
      return `q ${matrix.map((number) => number.toFixed(2)).join(' ')} cm /I${index} Do Q`;
    });
    const content = [...images, ...operators].join('\n');
    for (const [, label = ''] of content.matchAll(FACES)) document.page.fonts[label] = fonts.get(label);
    document.addContent(`q 1 0 0 -1 0 ${PAGE.height} cm\n${content}\nQ`);
    for (const { place, url } of links) document.link(place.x, place.y, place.width, place.height, url);
    for (const { place, to } of jumps) document.goTo(place.x, place.y, place.width, place.height, to);
    for (const { name, y, title: entry } of marks) {
      document.addNamedDestination(name, 'XYZ', 0, Math.max(0, y), null);
      document.outline.addItem(entry);
    }
  }
  document.end();
  const parts: Uint8Array[] = [];
  for await (const part of document) parts.push(part);
  return Buffer.concat(parts);
};
