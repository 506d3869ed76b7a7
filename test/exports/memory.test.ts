import { expect, test } from '@jest/globals';
import { FALLBACKS } from '../../functions/exports/render/fonts.ts';
import { subsetFont } from '../../functions/exports/render/harfbuzz.ts';
import { readShipped } from '../../functions/exports/render/shipped.ts';

test('one font reduced again and again takes no more memory, as a warm function would', () => {
  const largest = readShipped(FALLBACKS.find(({ name }) => name === 'NotoSansSC')?.path ?? '');
  const glyphs = Array.from({ length: 200 }, (_, index) => 1000 + index * 7);
  const first = subsetFont(largest, glyphs);
  const before = process.memoryUsage.rss();
  for (let round = 0; round < 30; round += 1) expect(subsetFont(largest, glyphs).equals(first)).toBe(true);
  expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024);
});
