import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { pageOf } from '../../functions/kit/contract/schema.ts';
import { fitAnswer, MAX_ANSWER_BYTES } from '../../functions/kit/http/fit.ts';
import { encodeBody, jsonText } from '../../functions/kit/http/respond.ts';
import { mapPage, type Page, RESUME } from '../../functions/kit/table/page.ts';
import { fromResult, isOverPayload } from '../../lib/local/event.ts';

const Shape = pageOf(z.object({ n: z.number(), text: z.string() }));
const WORST = { quotes: '"', nulls: '\u0000', backslashes: '\\', 'four-byte characters': '💥', umlauts: 'ü' };

const pageFrom = (first: number, end: number, text: string): Page<{ n: number; text: string }> => ({
  items: Array.from({ length: end - first }, (_, at) => ({ n: first + at, text })),
  next_cursor: null,
  [RESUME]: (kept) => String(first + kept),
});

describe('a page that is too large to send', () => {
  test.each(Object.entries(WORST))('ends earlier, and every item of %s is on one of its pages', (_, sign) => {
    const text = sign.repeat(30_000);
    const seen: number[] = [];
    let pages = 0;
    for (let cursor: string | null = '0'; cursor !== null; pages += 1) {
      const sent = fitAnswer(Shape, pageFrom(Number(cursor), 200, text));
      expect(Buffer.byteLength(sent)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
      const page: z.infer<typeof Shape> = JSON.parse(sent);
      seen.push(...page.items.map(({ n }) => n));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(Array.from({ length: 200 }, (__, n) => n));
    expect(pages).toBeGreaterThan(1);
  });

  test('continues after the last item that was sent, if items before it were left out', () => {
    const shown = mapPage(pageFrom(0, 10, ''), (one) => (one.n % 3 === 0 ? one : undefined));
    expect(shown.items.map(({ n }) => n)).toEqual([0, 3, 6, 9]);
    expect([1, 2, 4].map(shown[RESUME])).toEqual(['1', '4', '10']);
  });

  test('is a bug if one item alone is too large', () => {
    expect(() => fitAnswer(Shape, pageFrom(0, 2, 'x'.repeat(MAX_ANSWER_BYTES)))).toThrow('cannot be sent');
  });
});

test('an answer without pages that is too large is a bug, not an answer that the gateway refuses', () => {
  expect(() => fitAnswer(z.object({ text: z.string() }), { text: '"'.repeat(MAX_ANSWER_BYTES) })).toThrow(
    'cannot be sent',
  );
});

test.each(Object.values(WORST))('a body of the most bytes made of %j is one that Lambda can give', (sign) => {
  const bytes = Buffer.byteLength(JSON.stringify(sign)) - 2;
  const text = JSON.stringify(sign.repeat((MAX_ANSWER_BYTES - 2) / bytes));
  const answer = encodeBody(jsonText(200, text), 'identity');
  expect(isOverPayload(answer)).toBe(false);
  expect(fromResult(answer).body.toString()).toBe(text);
});
