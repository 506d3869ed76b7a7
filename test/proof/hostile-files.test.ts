import { expect, test } from '@jest/globals';
import { extractApart } from '../../functions/reviews/extract/apart.ts';
import { Unreadable } from '../../functions/reviews/extract/unreadable.ts';
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
  await refused(readPdf(pdfOf([[]], { content }), { growth_bytes: 300 * MB }), /too long, or too much memory/);
}, 60_000);
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
