import type { FontBook } from './font-book.ts';
import { newDocument, PAGE } from './pdf-document.ts';
import type { Sheet } from './sheet.ts';

const FACES = /\/(F\d+) /g;

/** Writes filled pages as a PDF. Links lead to the addresses that the pages name and nowhere else. */
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
