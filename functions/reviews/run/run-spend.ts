import type { Model } from '../ask/model/model.ts';
import type { ReviewRow } from '../rows.ts';
import type { RunRow, Tokens } from '../run-rows.ts';
import { costOf, pricesOf } from '../spend/prices.ts';
import { sumOf } from '../tokens.ts';

export interface RunSpend {
  /** Of this attempt: what the month counts. */
  attempt: { month?: string | undefined; tokens: Tokens | null; cost: number | null };
  /** Of all attempts: what the row keeps. */
  total: Pick<RunRow, 'tokens' | 'cost_microdollars'>;
}

type Spent = Pick<ReviewRow, 'cost_microdollars' | 'spend_month'> & { tokens?: Tokens | null | undefined };

/** Of a run, or of a review's first or last call. An attempt that fails or is put off has used tokens, too. */
export const runSpend = (row: Spent, { live, settings }: Pick<Model, 'live' | 'settings'>, used: Tokens | null) => {
  const tokens = live ? used : null;
  const prices = pricesOf(settings);
  const cost = tokens && prices && costOf(tokens, prices);
  const before = row.cost_microdollars ?? null;
  return {
    attempt: { month: row.spend_month, tokens, cost },
    total: {
      tokens: sumOf([row.tokens, used]),
      cost_microdollars: cost === null ? before : (before ?? 0) + cost,
    },
  } satisfies RunSpend;
};

/** For a review's row. */
export const stepTotal = ({ total: { tokens, cost_microdollars } }: RunSpend): Partial<ReviewRow> =>
  tokens ? { tokens, cost_microdollars } : {};
