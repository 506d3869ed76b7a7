import { expect, test } from '@jest/globals';
import { fitAnswer, MAX_ANSWER_BYTES } from '../../functions/browser/fit-answer.ts';
import { MAX_HTML } from '../../functions/browser/rendered.ts';
import { renderedPage } from './rendered-page.ts';

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test('a page that fits is sent as it is', () => {
  const small = renderedPage({ html: '<p>ランプ', checks: {}, measurements: {} });
  expect(fitAnswer(small)).toEqual(small);
});

test.each(['ランプ', 'ラ💡', '\u0000'])('a document of %j loses its end, not all of it', (sign) => {
  const html = sign.repeat(MAX_HTML / sign.length);
  const sent = fitAnswer(renderedPage({ html, measurements: { text: 'word' } }));
  expect(bytesOf(sent)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
  expect(bytesOf(sent)).toBeGreaterThan(MAX_ANSWER_BYTES * 0.9);
  expect(html.startsWith((sent.html ?? '').replace(/\ufffd$/, ''))).toBe(true);
  expect(sent).toMatchObject({ measurements: { text: 'word' }, limits: ['html'] });
});

test('a document that is sent whole ran into no limit of its size', () => {
  const html = 'あ'.repeat(10_000);
  const sent = fitAnswer(renderedPage({ html, candidates: 'あ'.repeat(800_000), checks: 'あ'.repeat(700_000) }));
  expect(sent).toMatchObject({ html, limits: ['answer'] });
  expect(sent.checks).toBeDefined();
  const short = fitAnswer(renderedPage({ html, visual_checks: 'あ'.repeat(1_400_000) }));
  expect(short).toMatchObject({ html, limits: ['answer'] });
});

test('checks go before the document is too short to be read', () => {
  const checks = 'あ'.repeat(900_000);
  const sent = fitAnswer(
    renderedPage({ html: 'あ'.repeat(MAX_HTML), checks, visual_checks: checks, measurements: {} }),
  );
  expect(bytesOf(sent)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
  expect(sent.html?.length).toBeGreaterThan(300_000);
  expect(sent).toMatchObject({ checks, measurements: {}, limits: ['html', 'answer'] });
  expect(sent.visual_checks).toBeUndefined();
});
