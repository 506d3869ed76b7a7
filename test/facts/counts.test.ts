import { expect, test } from '@jest/globals';
import { wrongCounts } from '../../functions/facts/rules/counts.ts';

const valuesOf = (before: string, items: number, is_heading = false) =>
  wrongCounts([{ before, is_heading, items, place: {} }], []).map(({ value }) => value);

test.each([
  ...['Day 2:', 'Step 2: Choose one:', 'In Windows 11 do the following:', 'Windows 11 features:', 'Level 2 includes:'],
  ...['For iOS 17:', 'Tag 3:', 'Phase 2 umfasst:', 'In step 2 options appear:', 'Unter iOS 17 finden Sie:'],
  ...['Schritt zwei:', 'Version 3 fixes these bugs:', 'Type 2 includes:'],
])('“%s” announces no number of items', (before) => {
  expect(valuesOf(before, 5)).toEqual([]);
});

test.each([
  ['It takes 4 steps:', '4 ≠ 5'],
  ['The 3 easy steps:', '3 ≠ 5'],
  ['Choose one of 3 runners:', '3 ≠ 5'],
  ['Pick one of our four plans:', '4 ≠ 5'],
  ['There are three:', '3 ≠ 5'],
  ['Unsere Gruppe hat 4 Mitglieder:', '4 ≠ 5'],
  ['Das sind 3 gute Gründe:', '3 ≠ 5'],
  ['Sie brauchen 6 Dinge:', '6 ≠ 5'],
])('“%s” announces another number of items', (before, value) => {
  expect(valuesOf(before, 5)).toEqual([value]);
  expect(valuesOf(before, Number(value[0]))).toEqual([]);
});

test('a heading announces the items after it', () => {
  expect(valuesOf('Top 10 reasons to love it', 5, true)).toEqual(['10 ≠ 5']);
});
