import { expect, test } from '@jest/globals';
import { FALLBACKS, readShipped } from '../../functions/exports/render/fonts.ts';
import { subsetFont } from '../../functions/exports/render/harfbuzz.ts';

test('subsetting one font repeatedly does not take more and more memory', () => {
  const largest = readShipped(FALLBACKS.find(({ name }) => name === 'ChocolateClassicalSans')?.path ?? '');
  const glyphs = Array.from({ length: 200 }, (_, index) => 1000 + index * 7);
  const first = subsetFont(largest, glyphs);
  const before = process.memoryUsage.rss();
  for (let round = 0; round < 30; round += 1) expect(subsetFont(largest, glyphs).equals(first)).toBe(true);
  expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024);
});
