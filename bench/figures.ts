/** One measured number. Lower is always better. */
export interface Figure {
  value: number;
  /** The limit from BUDGETS.md or our own. */
  limit?: number | undefined;
  /** For times: the ratio of each round of this run. It counts as grown only if every round is above. */
  rounds?: readonly number[];
}

/** A table of the results of one part of the bench. */
export interface Section {
  title: string;
  columns: readonly string[];
  /** Texts are only shown; figures are also saved. */
  rows: ReadonlyMap<string, Readonly<Record<string, Figure | string>>>;
  /** Failures other than figures above their limits. */
  faults?: readonly string[];
  notes?: readonly string[];
}

/** No figure here is more precise than two decimals. */
export const rounded = (value: number) => Math.round(value * 100) / 100;

export const isOver = ({ value, limit }: Figure): boolean => limit !== undefined && rounded(value) > limit;

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The smallest value that is at least as large as a given share of the values. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
};

/** A ratio of times, from the measurement of each round. */
export const timed = (rounds: readonly number[], limit?: number): Figure => ({ value: median(rounds), rounds, limit });
