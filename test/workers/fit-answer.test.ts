import { expect, test } from '@jest/globals';
import { fitAnswer, MAX_ANSWER_BYTES } from '../../functions/browser/fit-answer.ts';
import { MAX_HTML, type RenderedPage } from '../../functions/browser/rendered.ts';

const page = (more: Partial<RenderedPage>): RenderedPage => ({
  ok: true,
  url: 'https://shop.example/',
  status: 200,
  title: 'Lamps',
  timings: { first_byte_ms: 1, first_paint_ms: 2, lcp_ms: 3, cls: 0, blocking_ms: 0, loaded_ms: 4 },
  visits: 1,
  traffic: { requests: 1, bytes: 1000, failed: [], failed_count: 0, mixed: [], refused: [] },
  console: [],
  page_height: 1200,
  pictures: {},
  limits: [],
  ...more,
});

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test('a page that fits is sent as it is', () => {
  const small = page({ html: '<p>ランプ', checks: {}, measurements: {} });
  expect(fitAnswer(small)).toEqual(small);
});

test.each(['ランプ', 'ラ💡', '\u0000'])('a document of %j loses its end, not all of it', (sign) => {
  const html = sign.repeat(MAX_HTML / sign.length);
  const sent = fitAnswer(page({ html, measurements: { text: 'word' } }));
  expect(bytesOf(sent)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
  expect(bytesOf(sent)).toBeGreaterThan(MAX_ANSWER_BYTES * 0.9);
  expect(html.startsWith((sent.html ?? '').replace(/\ufffd$/, ''))).toBe(true);
  expect(sent).toMatchObject({ measurements: { text: 'word' }, limits: ['answer'] });
});

test('checks go before the document is too short to be read', () => {
  const checks = 'あ'.repeat(900_000);
  const sent = fitAnswer(page({ html: 'あ'.repeat(MAX_HTML), checks, visual_checks: checks, measurements: {} }));
  expect(bytesOf(sent)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
  expect(sent.html?.length).toBeGreaterThan(300_000);
  expect(sent).toMatchObject({ checks, measurements: {} });
  expect(sent.visual_checks).toBeUndefined();
});
