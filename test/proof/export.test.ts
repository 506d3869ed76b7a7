import { expect, test } from '@jest/globals';
import { seedAnnotations } from '../annotations/seed.ts';
import { newWorkspace } from '../driver.ts';
import { exported } from '../exports/read-pdf.ts';
import { seedNotes } from '../exports/seed.ts';

test('a document holds the newest 2,000 annotations, each once and in order, and says that there are more', async () => {
  const ws = await newWorkspace();
  const site = await ws.site();
  await seedAnnotations(ws.id, site.id, 2003);
  const { pdf } = await exported(ws.owner, site.id);
  expect(pdf.pages[0]).toContain('2,000 annotations');
  expect(pdf.pages[0]).toContain('There are more: the newest 2,000 are shown.');
  const numbers = pdf.outline.slice(1).map((title) => Number(/^#(\d+) Bug: Note (\d+)$/.exec(title)?.[2]));
  expect(numbers).toEqual(Array.from({ length: 2000 }, (_, index) => 2002 - index));
});

test('a document with too much text for one request holds the first notes and says of how many', async () => {
  const ws = await newWorkspace();
  const site = await ws.site();
  const body = `${'Many words that nobody reads. '.repeat(400)}`.slice(0, 9990);
  await seedNotes(
    ws.id,
    site.id,
    Array.from({ length: 250 }, () => ({ body })),
  );
  const { pdf } = await exported(ws.owner, site.id);
  expect(pdf.pages[0]).toMatch(/The text is long: only the beginning of \d+ annotations is shown\./);
  expect(pdf.outline).toHaveLength(251);
  const shortened = Number(/only the beginning of (\d+)/.exec(pdf.pages[0] ?? '')?.[1]);
  expect(pdf.text.match(/Shortened: read the rest/g)).toHaveLength(shortened);
  expect(shortened).toBeGreaterThanOrEqual(49);
});
