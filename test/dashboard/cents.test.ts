import { expect, test } from '@jest/globals';
import { centsIn, inField } from '../../web/dashboard/pages/workspace/cents.ts';

test.each([
  ['20', 2000],
  [' 20.5 ', 2050],
  ['20,05', 2005],
  ['$20', 2000],
  ['20 $', 2000],
  ['0', 0],
  ['100000', 10_000_000],
  ['', null],
  ['  ', null],
  ['100000.01', undefined],
  ['1e3', undefined],
  ['-1', undefined],
  ['1.234', undefined],
  ['1,000.00', undefined],
  ['twenty', undefined],
])('the amount "%s" is %p cents', (text, cents) => {
  expect(centsIn(text)).toBe(cents);
});

test.each([0, 5, 2050, 10_000_000, null])('a field shows %p cents as it reads them', (cents) => {
  expect(centsIn(inField(cents))).toBe(cents);
});
