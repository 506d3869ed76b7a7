import { buffer } from 'node:stream/consumers';
import { extractText, getDocumentProxy } from 'unpdf';

/** Of PDF.js: paint an image, or one that stands in the page's content. */
const IMAGE_OPERATORS = [85, 86];

/** Reads a PDF from its input and tells, as JSON, what a reader finds in it. A process of its own, as it loads ESM late. */
const pdf = await getDocumentProxy(new Uint8Array(await buffer(process.stdin)));
const { text: pages } = await extractText(pdf, { mergePages: false });
const links: string[] = [];
let jumps = 0;
let images = 0;
for (let number = 1; number <= pdf.numPages; number += 1) {
  const page = await pdf.getPage(number);
  for (const annotation of await page.getAnnotations()) {
    if (annotation.url) links.push(annotation.url);
    if (annotation.dest) jumps += 1;
  }
  const { fnArray } = await page.getOperatorList();
  images += fnArray.filter((operator: number) => IMAGE_OPERATORS.includes(operator)).length;
}
const { info } = await pdf.getMetadata();
const outline = (await pdf.getOutline())?.map(({ title }: { title: string }) => title) ?? [];
process.stdout.write(JSON.stringify({ pages, links, jumps, images, info, outline }));
