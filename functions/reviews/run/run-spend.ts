import type { Model } from '../ask/model/model.ts';
import type { RunRow, Tokens } from '../rows.ts';
import { costOf, pricesOf } from '../spend/prices.ts';
import { sumOf } from '../tokens.ts';

export interface RunSpend {
  /** Of this attempt: what the month counts. */
  attempt: { tokens: Tokens | null; cost: number | null };
  /** Of all attempts: what the run's row keeps. */
  total: Pick<RunRow, 'tokens' | 'cost_microdollars'>;
}

/** An attempt that fails or is put off has used tokens, too. */
export const runSpend = (run: RunRow, { live, settings }: Pick<Model, 'live' | 'settings'>, used: Tokens | null) => {
  const tokens = live ? used : null;
  const prices = pricesOf(settings);
  const cost = tokens && prices && costOf(tokens, prices);
  const before = run.cost_microdollars ?? null;
  return {
    attempt: { tokens, cost },
    total: {
      tokens: sumOf([run.tokens, used]),
      cost_microdollars: cost === null ? before : (before ?? 0) + cost,
    },
  } satisfies RunSpend;
};
