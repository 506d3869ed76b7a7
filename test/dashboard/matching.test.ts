import { expect, test } from '@jest/globals';
import { spansIn, wordsOf } from '../../web/dashboard/pages/inbox/matching.ts';

const marked = (text: string, q: string) => spansIn(text, wordsOf(q)).map(([from, to]) => text.slice(from, to));

test('words are found whatever their case, their accents and how those are written', () => {
  expect(marked('Die Straße zum Café', 'STRASSE cafe')).toEqual(['Straße', 'Café']);
  expect(marked('cafe\u0301 crème', 'CAFÉ creme')).toEqual(['cafe\u0301', 'crème']);
  expect(marked('İstanbul, ﬁne', 'istanbul fine')).toEqual(['İstanbul', 'ﬁne']);
  expect(marked('🙂 ok 🙂', 'ok')).toEqual(['ok']);
});

test('what stands twice is found twice, and overlapping words are one', () => {
  expect(marked('total, Total', 'total')).toEqual(['total', 'Total']);
  expect(marked('checkout', 'check heck out')).toEqual(['checkout']);
  expect(marked('nothing of it', 'missing')).toEqual([]);
  expect(wordsOf('  ')).toEqual([]);
});
