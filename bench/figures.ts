/** One measured number. Less is better for each of them. */
export interface Figure {
  value: number;
  /** BUDGETS.md's or our own ceiling. */
  limit?: number | undefined;
  /** A figure of time: its ratio in each round of this run. It counts as grown where every round shows it. */
  rounds?: readonly number[];
}

/** A table of what one part of the bench measured. */
export interface Section {
  title: string;
  columns: readonly string[];
  /** Texts are shown, figures are shown and kept. */
  rows: ReadonlyMap<string, Readonly<Record<string, Figure | string>>>;
  /** Faults other than figures that are too large. */
  faults?: readonly string[];
  notes?: readonly string[];
}

/** Two decimals are as many as any figure here means. */
export const rounded = (value: number) => Math.round(value * 100) / 100;

export const isOver = ({ value, limit }: Figure): boolean => limit !== undefined && rounded(value) > limit;

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The least value that a share of the values does not exceed. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
};

/** A ratio of times, from what each round measured of it. */
export const timed = (rounds: readonly number[], limit?: number): Figure => ({ value: median(rounds), rounds, limit });
