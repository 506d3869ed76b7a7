import { buffer } from 'node:stream/consumers';
import { extractText, getDocumentProxy } from 'unpdf';

/** Reads a PDF from its input and writes what a reader finds in it as JSON. A separate process, as it loads ESM late. */
const pdf = await getDocumentProxy(new Uint8Array(await buffer(process.stdin)));
const { text: pages } = await extractText(pdf, { mergePages: false });
const links: string[] = [];
const last: string[] = [];
let jumps = 0;
for (let number = 1; number <= pdf.numPages; number += 1) {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  const placed = items.flatMap((item) =>
    'str' in item && item.str.trim() ? [{ text: item.str, y: Number(item.transform[5]) }] : [],
  );
  const bottom = Math.min(...placed.map(({ y }) => y));
  last.push(placed.flatMap(({ text, y }) => (y < bottom + 2 ? [text] : [])).join(' '));
  for (const annotation of await page.getAnnotations()) {
    if (annotation.url) links.push(annotation.url);
    if (annotation.dest) jumps += 1;
  }
}
const { info } = await pdf.getMetadata();
const outline = (await pdf.getOutline())?.map(({ title }: { title: string }) => title) ?? [];
process.stdout.write(JSON.stringify({ pages, last, links, jumps, info, outline }));
