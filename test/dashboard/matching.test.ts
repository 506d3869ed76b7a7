import { expect, test } from '@jest/globals';
import { spansIn, wordsOf } from '../../web/dashboard/pages/inbox/matching.ts';

const marked = (text: string, q: string) => spansIn(text, wordsOf(q)).map(([from, to]) => text.slice(from, to));

test('search ignores case, accents and Unicode form', () => {
  expect(marked('Die Straße zum Café', 'STRASSE cafe')).toEqual(['Straße', 'Café']);
  expect(marked('cafe\u0301 crème', 'CAFÉ creme')).toEqual(['cafe\u0301', 'crème']);
  expect(marked('İstanbul, ﬁne', 'istanbul fine')).toEqual(['İstanbul', 'ﬁne']);
  expect(marked('🙂 ok 🙂', 'ok')).toEqual(['ok']);
});

test('search finds every occurrence and merges overlapping matches', () => {
  expect(marked('total, Total', 'total')).toEqual(['total', 'Total']);
  expect(marked('checkout', 'check heck out')).toEqual(['checkout']);
  expect(marked('nothing of it', 'missing')).toEqual([]);
  expect(wordsOf('  ')).toEqual([]);
});
