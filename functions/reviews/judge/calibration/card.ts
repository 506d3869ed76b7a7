import { brier, type Estimate, ece, type Pair, qwk, spearman, withInterval } from './metrics.ts';

/** Fewer labels than this give no figure worth showing. */
export const LEAST_LABELS = 30;

/** A persona's public calibration figures. */
export type Card = {
  n: number;
  figures: { ece: Estimate; brier: Estimate; spearman: Estimate; qwk: Estimate } | null;
};

/** The card of pairs that were judged without having been seen (`crossJudged`); figures are null under 30 labels. */
export const cardOf = (pairs: readonly Pair[]): Card => ({
  n: pairs.length,
  figures:
    pairs.length < LEAST_LABELS
      ? null
      : {
          ece: withInterval(pairs, ece),
          brier: withInterval(pairs, brier),
          spearman: withInterval(pairs, spearman),
          qwk: withInterval(pairs, qwk),
        },
});
