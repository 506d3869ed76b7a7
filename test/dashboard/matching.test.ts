import { expect, test } from '@jest/globals';
import { mentionsIn, spansIn, wordsOf } from '../../web/dashboard/pages/inbox/matching.ts';

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

const PEOPLE = [
  { id: 'ann', name: 'Ann' },
  { id: 'lee', name: 'Ann Lee' },
  { id: 'alex-1', name: 'Alex' },
  { id: 'alex-2', name: 'Alex' },
  { id: 'tanaka', name: '田中' },
  { id: 'annika', name: 'Annika' },
];
test.each([
  ['@Ann Lee, look', [], ['lee']],
  ['@Ann and @Ann Lee', [], ['lee', 'ann']],
  ['@Anna or @Ann2, look', [], []],
  ['@Anna, ask @Ann.', [], ['ann']],
  ['@Alex', [], ['alex-1']],
  ['@Alex', ['alex-2'], ['alex-2']],
  ['@Alex and @Alex', ['alex-1', 'alex-2'], ['alex-2', 'alex-1']],
  ['@Alex, chosen last', ['alex-2', 'alex-1', 'alex-2'], ['alex-2']],
  ['@田中さん、お願いします', ['tanaka'], ['tanaka']],
  ['@田中さん、お願いします', [], []],
  ['@Annin or @Anna', ['ann'], ['ann']],
  ['@Annikalle, kiitos', ['ann'], []],
  ['@Annikalle, kiitos', ['annika'], ['annika']],
  ['@Ann Leelle, kiitos', ['ann', 'lee'], ['lee']],
  ['@Ann Lee, look', ['ann'], ['lee']],
  ['no one', ['alex-2'], []],
])('%s, with %j chosen, mentions %j', (text, chosen, mentioned) => {
  expect(mentionsIn(text, PEOPLE, chosen)).toEqual(mentioned);
});
