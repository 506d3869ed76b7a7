import { describe, expect, test } from '@jest/globals';
import { DEFAULT_SETTINGS } from '../../functions/reviews/ask/model/settings.ts';
import { estimateTokens } from '../../functions/reviews/spend/estimate.ts';
import { costOf, fromCents, pricesOf, toCents } from '../../functions/reviews/spend/prices.ts';

const SONNET = { ...DEFAULT_SETTINGS, priceIn: 3, priceOut: 15 };

describe('the prices of a model', () => {
  test('are unknown if none are set', () => {
    expect(pricesOf(DEFAULT_SETTINGS)).toBeNull();
  });

  test('are a tenth of the input for reading the cache and a quarter more for writing it, unless they are set', () => {
    expect(pricesOf(SONNET)).toEqual({ input: 3, cached: expect.closeTo(0.3), written: 3.75, output: 15 });
    expect(pricesOf({ ...SONNET, priceCached: 3, priceWritten: 0 })).toMatchObject({ cached: 3, written: 0 });
  });

  test('may be zero', () => {
    const prices = pricesOf({ ...DEFAULT_SETTINGS, priceIn: 0, priceOut: 0 });
    expect(prices && costOf({ input: 1e6, cached: 1e5, output: 1e6 }, prices)).toBe(0);
  });
});

describe('the cost of tokens', () => {
  const prices = pricesOf(SONNET)!;

  test.each([
    [{ input: 1_000_000, cached: 0, output: 0 }, 3_000_000],
    [{ input: 0, cached: 0, output: 1_000_000 }, 15_000_000],
    [{ input: 1_000_000, cached: 1_000_000, output: 0 }, 300_000],
    [{ input: 1_000_000, cached: 0, written: 1_000_000, output: 0 }, 3_750_000],
    [{ input: 63_000, cached: 50_000, written: 3000, output: 7000 }, 30_000 + 15_000 + 11_250 + 105_000],
    [{ input: 1, cached: 1, output: 0 }, 0],
    [{ input: 0, cached: 0, output: 0 }, 0],
  ])('the tokens %j cost %d micro-dollars', (tokens, expected) => {
    expect(costOf(tokens, prices)).toBe(expected);
  });

  test('never falls below its cached part if a provider counts cached tokens apart from the input', () => {
    expect(costOf({ input: 10, cached: 1000, output: 0 }, prices)).toBe(300);
  });

  test('is a whole number of micro-dollars for any count', () => {
    for (let count = 0; count < 1000; count += 7) {
      const cost = costOf({ input: 3 * count + 1, cached: count, output: count }, prices);
      expect(Number.isSafeInteger(cost)).toBe(true);
    }
  });

  test('is the same in cents and back', () => {
    expect(toCents(123_456)).toBe(12.3456);
    expect(fromCents(2000)).toBe(20_000_000);
  });
});

describe('an estimate', () => {
  const planned = { characters: 12_000, pictures: 0, personas: 5, samples: 3 };

  test('has one call that writes the shared beginning and sixteen that read it', () => {
    const { input, cached, written = 0 } = estimateTokens(planned);
    expect(cached).toBe(16 * written);
    expect(input).toBeGreaterThan(17 * written);
  });

  test('saves at least 55% of the input if the content has a page or more', () => {
    const prices = { input: 1, cached: 0.1, written: 1.25, output: 0 };
    const tokens = estimateTokens(planned);
    expect(costOf(tokens, prices)).toBeLessThan(0.45 * costOf({ ...tokens, cached: 0, written: 0 }, prices));
  });

  test.each([{ characters: 13_000 }, { pictures: 1 }, { personas: 6 }, { samples: 4 }])('grows with %j', (more) => {
    const [less, larger] = [estimateTokens(planned), estimateTokens({ ...planned, ...more })];
    expect(larger.input).toBeGreaterThan(less.input);
    expect(larger.output).toBeGreaterThanOrEqual(less.output);
  });
});
