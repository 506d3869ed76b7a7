import { describe, expect, test } from '@jest/globals';
import { said } from '../../functions/codes/said.ts';
import { toPicture } from '../../functions/exports/render/picture.ts';
import { extractApart } from '../../functions/reviews/read/extract/apart.ts';
import { Unreadable } from '../../functions/reviews/read/extract/reading.ts';
import { decode } from '../../functions/verification/cut-picture.ts';
import { pngHeader, pngOfZeros } from '../png-of-zeros.ts';
import { type PdfLine, paragraph, pdfOf, pngOf, wordParts, zipWith } from '../reviews/extract/made-files.ts';
import { DOCX, sample } from '../workers/asked-review.ts';

const readFile = async (bytes: Uint8Array, type: string, bounds = {}) => {
  const { reading } = await extractApart({ kind: 'file', bytes, type }, bounds);
  if (!reading) throw new Error('Nothing was read.');
  return reading;
};
const readPdf = (bytes: Uint8Array, bounds = {}) => readFile(bytes, 'application/pdf', bounds);
const readDocx = (bytes: Uint8Array) => readFile(bytes, DOCX);
const readImage = async (bytes: Uint8Array, type: string) => {
  const { image } = await extractApart({ kind: 'image', bytes, type });
  if (!image) throw new Error('No image was read.');
  return image;
};

const refused = async (reading: Promise<unknown>, words: RegExp) => {
  const error = await reading.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(Unreadable);
  expect((error as Error).message).toMatch(words);
};

const SEEN = said('pdf_text_read');

describe('a PDF', () => {
  const page: PdfLine[] = [
    [24, 50, 780, 'Tea from Assam'],
    [11, 50, 740, 'It is picked by hand in the hills above the river and dried in the'],
    [11, 50, 726, 'sun for three days, as it has been for a hun-'],
    [11, 50, 712, 'dred years.'],
    [16, 50, 670, 'Prices'],
    [11, 50, 640, '1. Green tea costs seven euros.'],
    [11, 50, 626, '2. Black tea costs six.'],
    [11, 50, 590, 'Weight'],
    [11, 150, 590, 'Price'],
    [11, 50, 576, '100 g'],
    [11, 150, 576, '7 euros'],
  ];

  test('is read in order: headings by their size, paragraphs, lists, rows of tables, pages', async () => {
    const { text, elements, notes, title } = await readPdf(pdfOf([page, [[11, 50, 780, 'Goodbye.']]]));
    expect(text).toBe(
      'Tea from Assam\n\nIt is picked by hand in the hills above the river and dried in the sun for three days, as it has been for a hundred years.\n\nPrices\n\n1. Green tea costs seven euros.\n2. Black tea costs six.\n\nWeight | Price\n100 g | 7 euros\n\nGoodbye.',
    );
    expect(elements).toEqual([
      { id: 'page-1', kind: 'page', label: 'Page 1 of 2: Tea from Assam' },
      { id: 'h1-1', kind: 'heading', level: 1, label: 'Tea from Assam' },
      { id: 'h2-1', kind: 'heading', level: 2, label: 'Prices' },
      { id: 'page-2', kind: 'page', label: 'Page 2 of 2: Goodbye.' },
    ]);
    expect([title, notes]).toEqual(['Tea from Assam', [SEEN]]);
  });

  test('says whether it is tagged', async () => {
    const isTagged = async (catalog: string) => (await readPdf(pdfOf([page], { catalog }))).is_tagged;
    expect(await isTagged('/MarkInfo << /Marked true >>')).toBe(true);
    expect(await isTagged('/MarkInfo << /Marked false >>')).toBe(false);
    expect(await isTagged('')).toBe(false);
  });

  test('says whether its title is in its metadata or is a heading', async () => {
    const { title, is_titled } = await readPdf(
      pdfOf([page], { objects: ['<< /Title (Teas) >>'], trailer: '/Info 1000 0 R' }),
    );
    expect([title, is_titled]).toEqual(['Teas', true]);
    expect((await readPdf(pdfOf([page]))).is_titled).toBe(false);
  });

  test('keeps the hyphen at the end of a line if it belongs to the text', async () => {
    const pairs = [
      ['It lasts for a hun-', 'dred years'],
      ['Gasthaus Marien-', 'Hof'],
      ['Alle Ein-', 'und Ausfahrten'],
      ['Both short-', 'and long-term'],
      ['A state-of-', 'the-art mill'],
      ['Kept up-', 'to-date'],
      ['Drag-', 'and-drop'],
      ['Brewed step-', 'by-step'],
      ['A state-', 'of-the-art mill'],
      ['See https://tea.example/green-', 'tea/of/2026'],
      ['See tea.example/offer-', '2026/may'],
    ] as const;
    const lines = pairs.flatMap(([first, second], at): PdfLine[] => [
      [11, 50, 780 - at * 60, first],
      [11, 50, 766 - at * 60, second],
    ]);
    expect((await readPdf(pdfOf([lines]))).text.split('\n\n')).toEqual([
      'It lasts for a hundred years',
      'Gasthaus Marien-Hof',
      'Alle Ein- und Ausfahrten',
      'Both short- and long-term',
      'A state-of-the-art mill',
      'Kept up-to-date',
      'Drag-and-drop',
      'Brewed step-by-step',
      'A state-of-the-art mill',
      'See https://tea.example/green-tea/of/2026',
      'See tea.example/offer-2026/may',
    ]);
  });

  test('a PDF with very many pages is read up to page 200, and the text says so; picture pages are counted', async () => {
    const pages = Array.from({ length: 230 }, (_, index): PdfLine[] =>
      index === 3 ? [] : [[11, 50, 780, `This is page ${index + 1}.`]],
    );
    const { text, notes } = await readPdf(pdfOf(pages));
    expect(text).toMatch(/This is page 200\.$/);
    expect(notes).toEqual([
      SEEN,
      said('pdf_first_pages_read', { count: 200, all: 230 }),
      said('pdf_pages_empty', { count: 1, all: 200 }),
    ]);
  });

  test('a PDF with scripts, launches and embedded files is read, and none of them runs', async () => {
    const { text } = await readPdf(
      pdfOf([page], {
        catalog: '/OpenAction 1000 0 R /Names << /JavaScript << /Names [(a) 1000 0 R] >> >>',
        objects: [
          "<< /S /JavaScript /JS (globalThis.process.exit\\(7\\); app.alert\\('x'\\);) >>",
          '<< /S /Launch /F (/bin/sh) >>',
        ],
      }),
    );
    expect(text).toMatch(/^Tea from Assam/);
  });

  test('a PDF that is locked, truncated or not a PDF is refused with the reason', async () => {
    const key = '0'.repeat(64);
    const trailer = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${key}> /U <${key}> >> /ID [<00> <00>]`;
    await refused(readPdf(pdfOf([page], { trailer })), /password-protected/);
    await refused(readPdf(Buffer.from('%PDF-1.7\nnothing')), /damaged/);
    await refused(readPdf(Buffer.from('Dear reader')), /is not a PDF/);
    await refused(readPdf(Buffer.alloc(0)), /is not a PDF/);
    const whole = await sample('leaflet.pdf');
    const half = await readPdf(whole.subarray(0, whole.length / 2)).catch((error: unknown) => error);
    expect(half instanceof Unreadable || (half as { text: string }).text.length > 0).toBe(true);
  });

  test('a PDF whose pages refer to each other endlessly is read in bounded time', async () => {
    const loop = pdfOf([page]).toString('latin1').replace('/Kids [10 0 R]', '/Kids [02 0 R]');
    await refused(readPdf(Buffer.from(loop, 'latin1')), /damaged|contains no text|too long/);
  });
});

describe('a Word document', () => {
  test('is read with its headings, lists and title, but without embedded files', async () => {
    const heading = '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Tea</w:t></w:r></w:p>';
    const macro = { name: 'word/vbaProject.bin', bytes: Buffer.from('Sub AutoOpen()') };
    const core = {
      name: 'docProps/core.xml',
      bytes: Buffer.from('<c xmlns:dc="d"><dc:title>Tea &amp; more</dc:title></c>'),
    };
    const { text, title, notes } = await readDocx(
      zipWith([...wordParts(heading + paragraph('We sell &lt;tea&gt;.')), macro, core]),
    );
    expect({ text, title, notes }).toEqual({ text: 'Tea\n\nWe sell <tea>.', title: 'Tea & more', notes: [] });
  });

  test('is read if its main part has another name, and refused if that is no part of a document', async () => {
    const named = (name: string) =>
      wordParts(paragraph('Tea.')).map((part) => ({
        name: part.name.replace('word/document.xml', name),
        bytes: Buffer.from(part.bytes.toString().replaceAll('word/document.xml', name)),
      }));
    expect((await readDocx(zipWith(named('word/document2.xml')))).text).toBe('Tea.');
    await refused(readDocx(zipWith(named('word/deep/document.xml'))), /not a Word document/);
    await refused(readDocx(zipWith(named('xl/workbook.xml'))), /not a Word document/);
  });

  test('a Word document with nested entities doesn’t expand them', async () => {
    const entities = Array.from(
      { length: 9 },
      (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`,
    ).join('');
    const before = `<!DOCTYPE w [<!ENTITY e0 "${'ha'.repeat(50)}">${entities}]>`;
    const read = await readDocx(zipWith(wordParts(paragraph('Tea. &e9;'), before))).catch((error: unknown) => error);
    expect(read instanceof Unreadable || (read as { text: string }).text.length < 10_000).toBe(true);
  });

  test('a Word document with endlessly nested elements is reported as damaged', async () => {
    const deep = `${'<w:ins>'.repeat(100_000)}${'</w:ins>'.repeat(100_000)}`;
    await refused(readDocx(zipWith(wordParts(deep))), /damaged|no text|nothing that can be read|too long/);
  });

  test('a Word document that is locked, truncated or another format is refused with the reason', async () => {
    const parts = wordParts(paragraph('Tea.'));
    await refused(readDocx(zipWith(parts.map((part) => ({ ...part, flags: 1 })))), /password/);
    await refused(readDocx(Buffer.from('d0cf11e0a1b11ae1', 'hex')), /old Word document or password-protected/);
    const whole = zipWith(parts);
    await refused(readDocx(whole.subarray(0, whole.length - 30)), /damaged/);
    await refused(readDocx(zipWith([{ name: 'xl/workbook.xml', bytes: Buffer.from('<a/>') }])), /not a Word document/);
    await refused(
      readDocx(Buffer.concat([Buffer.alloc(200), Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18, 0xff)])),
      /damaged|too many/,
    );
  });
});

describe('an image', () => {
  const rows = (width: number, height: number, color: (x: number, y: number) => number[]) =>
    Buffer.concat(
      Array.from({ length: height }, (_, y) =>
        Buffer.from([0, ...Array.from({ length: width }, (__, x) => color(x, y)).flat()]),
      ),
    );

  test('is measured by contrast of its two colors, background and edges; transparency counts as white', async () => {
    const half = rows(100, 100, (_, y) => (y < 75 ? [0, 0, 0, 0] : [118, 118, 118, 255]));
    const { facts, notes } = await readImage(pngOf(100, 100, half), 'image/png');
    expect(facts).toEqual({
      width: 100,
      height: 100,
      contrast: 4.54,
      background_share: 0.75,
      colors: 2,
      edges: expect.any(Number),
    });
    expect(facts.edges).toBeCloseTo(0.005, 3);
    expect(notes).toEqual([]);
  });

  test('an image with a false size or a decompression bomb is refused or read in bounds', async () => {
    const claims = pngOf(4000, 4000, Buffer.alloc(1000));
    expect((await readImage(claims, 'image/png')).type).toBe('image/png');
    const bomb = pngOf(10, 10, Buffer.alloc(100 * 1024 * 1024));
    expect((await readImage(bomb, 'image/png')).type).toBe('image/png');
    await refused(readImage(pngOf(6000, 5000, Buffer.alloc(10)), 'image/png'), /over 25 megapixels/);
  });

  test.each([
    ['declares 900 megapixels', [pngHeader(30_000, 30_000)]],
    ['declares them in a second header', [pngHeader(10, 10), pngHeader(30_000, 30_000)]],
    ['is interlaced, so that its length follows from no size', [pngHeader(10, 10, { interlaced: true })]],
  ])('an image of a megabyte that unpacks to a gigabyte is never unpacked if it %s', async (_, headers) => {
    const bomb = pngOfZeros(headers, 30_001 * 30_000);
    expect(bomb.length).toBeLessThan(1_500_000);
    const before = process.resourceUsage().maxRSS;
    const read = await readImage(bomb, 'image/png').catch((error: unknown) => error);
    if (headers.length === 1 && read instanceof Error) expect(read.message).toMatch(/over 25 megapixels/);
    else expect(read).toMatchObject({ facts: {}, notes: [said('image_not_measured')] });
    expect(await decode(bomb, 'image/png')).toBeUndefined();
    expect(await toPicture(bomb, 'image/png')).toBeUndefined();
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(200 * 1024);
  });

  test('an interlaced image measures the same as one that isn’t', async () => {
    const [plain, interlaced] = await Promise.all(
      [false, true].map((is) =>
        readImage(pngOfZeros([pngHeader(64, 64, { interlaced: is })], 64 * 64 + (is ? 120 : 64)), 'image/png'),
      ),
    );
    expect(interlaced).toEqual(plain);
    expect(plain?.facts).toMatchObject({ width: 64, height: 64 });
  });

  test('a WebP image is measured by size only', async () => {
    const webp = Buffer.from('524946461a000000574542505650384c0d0000002f0ac0050010071092889fff7', 'hex');
    expect(await readImage(webp, 'image/webp')).toEqual({
      type: 'image/webp',
      facts: { width: 11, height: 24 },
      notes: [said('webp_not_measured')],
    });
  });

  test('an image that is truncated or of another type is refused', async () => {
    const png = await sample('ui-good.png');
    await refused(readImage(png.subarray(0, png.length - 100), 'image/png'), /damaged/);
    await refused(readImage(png, 'image/jpeg'), /not image\/jpeg/);
    await refused(readImage(Buffer.from('<svg/>'), 'image/svg+xml'), /Only png, jpeg and webp/);
  });
});

describe('text', () => {
  const readText = (bytes: Buffer) => readFile(bytes, 'text/plain');

  test('is decoded as UTF-8, as UTF-16 with a byte order mark, else as Windows-1252 with a note', async () => {
    expect((await readText(Buffer.from('\ufeffGrüße'))).text).toBe('Grüße');
    expect((await readText(Buffer.from('\ufeffGrüße', 'utf16le'))).text).toBe('Grüße');
    const latin = await readText(Buffer.from('Grüße', 'latin1'));
    const page = Buffer.concat([Buffer.from('<meta charset="shift_jis"><p>'), Buffer.from('93fa967b', 'hex')]);
    expect(await readFile(page, 'text/html')).toMatchObject({ text: '日本', notes: [] });
    expect([latin.text, latin.notes]).toEqual(['Grüße', [said('not_utf8')]]);
  });

  test('is refused if it is binary', async () => {
    await refused(readText(Buffer.from([0, 1, 2, 3, 255, 254, 0, 7])), /is not text/);
    await refused(readText(Buffer.from('{\\rtf1 Hello}')), /is RTF/);
    await refused(readText(Buffer.from(' \n\t ')), /contains no text/);
  });

  test('Markdown takes its title from its front matter, and runs no HTML', async () => {
    const source =
      '---\ntitle: "All about tea"\ndate: 1\n---\n# Tea\n\nGood <script>x</script>tea.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n';
    const { title, text } = await readFile(Buffer.from(source), 'text/markdown');
    expect({ title, text }).toEqual({ title: 'All about tea', text: 'Tea\n\nGood tea.\n\na | b\n1 | 2' });
    const deep = await readFile(Buffer.from(`${'>'.repeat(50_000)} tea`), 'text/markdown');
    expect(deep.text).toContain('tea');
  });
});

describe('bounds', () => {
  test('a file that takes too long is stopped, and the next file is read', async () => {
    const source = { kind: 'pasted', text: 'Tea.' } as const;
    await refused(extractApart(source, { ms: 1 }), /too long/);
    expect((await extractApart(source)).reading?.text).toBe('Tea.');
  });
});
