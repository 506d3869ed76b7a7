import { describe, expect, test } from '@jest/globals';
import { extractApart } from '../../functions/reviews/read/extract/apart.ts';
import { extractHtml } from '../../functions/reviews/read/extract/html.ts';
import { Unreadable } from '../../functions/reviews/read/extract/reading.ts';
import { processorMs } from '../processor-time.ts';
import { paragraph, pdfOf, wordParts, zipWith } from '../reviews/extract/made-files.ts';
import { DOCX } from '../workers/asked-review.ts';

const MB = 1024 * 1024;

const readFile = async (bytes: Uint8Array, type: string, bounds = {}) => {
  const { reading } = await extractApart({ kind: 'file', bytes, type }, bounds);
  if (!reading) throw new Error('Nothing was read.');
  return reading;
};
const readPdf = (bytes: Uint8Array, bounds = {}) => readFile(bytes, 'application/pdf', bounds);
const readDocx = (bytes: Uint8Array) => readFile(bytes, DOCX);
const refused = async (reading: Promise<unknown>, words: RegExp) => {
  const error = await reading.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(Unreadable);
  expect((error as Error).message).toMatch(words);
};

test('a PDF that unpacks to more than there is room for is ended', async () => {
  const content = Buffer.concat([Buffer.from('BT /F1 11 Tf (a) Tj ET '), Buffer.alloc(700 * MB, ' ')]);
  await refused(readPdf(pdfOf([[]], { content }), { growth_bytes: 300 * MB }), /too long or too much memory/);
});
test('a Word document that unpacks to more than it may, whatever it says, is not unpacked', async () => {
  const [types, rels, document] = wordParts(paragraph('Tea.'));
  if (!types || !rels || !document) throw new Error('There are three parts.');
  const bomb = { name: 'word/styles.xml', bytes: Buffer.alloc(200 * MB, ' '), says: 100 };
  await refused(readDocx(zipWith([types, rels, document, bomb])), /unpacks to more/);
  const media = { ...bomb, name: 'word/media/image1.png' };
  expect((await readDocx(zipWith([types, rels, document, media]))).text).toBe('Tea.');
  const many = Array.from({ length: 5001 }, (_, index) => ({
    name: `word/a${index}.xml`,
    bytes: Buffer.from('<a/>'),
  }));
  await refused(readDocx(zipWith([types, rels, document, ...many])), /too many parts/);
});

describe('hostile pages', () => {
  const full = (piece: string) => piece.repeat(Math.ceil(MB / piece.length));
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => `a${index}=1`).join(' ');

  test.each([
    ['elements in elements', full('<div>')],
    ['paragraphs in list items', full('<li><p>')],
    ['tables in tables', full('<table><tr><td>')],
    ['openings without names', full('<')],
    ['tags that never end', full('<a')],
    ['a quote that never ends', full('<a title="')],
    ['comments that never end', full('<!--')],
    ['ends without beginnings', full('<b></i>')],
    ['a tag with 100,000 attributes', `<div ${numbered(100_000)}>x`],
    ['many tags with many attributes', `<i ${numbered(400)}>x</i>`.repeat(250)],
    ['paragraphs', full('<p>a')],
    ['entities', full('&amp;')],
    ['headings around a long text', `${'<h1>'.repeat(190)}${full('word ')}`],
    ['one long word', 'x'.repeat(MB)],
    ['zero bytes', full('\0<b>')],
    ['articles that are none', `<article>${full('<p>This is a sentence, with a comma, and of some length.<br>')}`],
  ])('%s: 1 MiB is read in bounded time', async (_, html) => {
    const read = () => {
      const { text, elements } = extractHtml(html, { url: 'https://shop.example/' });
      expect(text.length).toBeLessThanOrEqual(80_000);
      expect(elements.length).toBeLessThanOrEqual(400);
    };
    expect(await processorMs(read)).toBeLessThan(40_000);
  });
});
