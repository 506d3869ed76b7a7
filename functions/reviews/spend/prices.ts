import type { ModelSettings } from '../ask/model/settings.ts';
import type { Tokens } from '../run-rows.ts';

/** Dollars per million tokens, which are micro-dollars per token. */
export interface Prices {
  input: number;
  cached: number;
  written: number;
  output: number;
}

/** Shares of the input's price: most providers charge this for reading their cache, Anthropic's models this for writing it. */
const CACHED = 0.1;
const WRITTEN = 1.25;

type PriceSettings = Pick<ModelSettings, 'priceIn' | 'priceOut' | 'priceCached' | 'priceWritten'>;

/** Null if the stage has no prices. */
export const pricesOf = ({ priceIn, priceOut, priceCached, priceWritten }: PriceSettings): Prices | null =>
  priceIn === null || priceOut === null
    ? null
    : {
        input: priceIn,
        cached: priceCached ?? priceIn * CACHED,
        written: priceWritten ?? priceIn * WRITTEN,
        output: priceOut,
      };

/** In micro-dollars. */
export const costOf = ({ input, cached, written = 0, output }: Tokens, prices: Prices): number => {
  const plain = Math.max(0, input - cached - written);
  return Math.round(plain * prices.input + cached * prices.cached + written * prices.written + output * prices.output);
};

const MICRODOLLARS_PER_CENT = 10_000;

/** With fractions: a review by a small model costs less than a cent. */
export const toCents = (microdollars: number): number => microdollars / MICRODOLLARS_PER_CENT;
export const fromCents = (cents: number): number => cents * MICRODOLLARS_PER_CENT;
