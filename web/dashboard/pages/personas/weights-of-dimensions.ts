/** All of a persona's weights together, in tenths of a percent: whole numbers, so that they add up to it exactly. */
export const WHOLE = 1000;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Divides `total` in the proportion of `parts`, equally where they are all zero; what rounding leaves goes to the largest remainders. */
const divide = (total: number, parts: readonly number[]): number[] => {
  const largest = Math.max(...parts);
  // Scaled first, so that no sum of large weights overflows.
  const scaled = parts.map((part) => (largest > 0 ? part / largest : 1));
  const all = sum(scaled);
  const exact = scaled.map((part) => (total * part) / all);
  const shares = exact.map(Math.floor);
  const byRemainder = exact
    .map((one, index) => ({ index, remainder: one - Math.floor(one) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, total - sum(shares))) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
};

/** Weights of any size, as shares of the whole. */
export const toShares = (weights: readonly number[]): number[] => (weights.length > 0 ? divide(WHOLE, weights) : []);

/** A share as the service takes it. */
export const toWeight = (share: number): number => share / WHOLE;

export interface Share {
  share: number;
  isLocked: boolean;
}

/** The most that one may have beside those that are locked. */
export const mostOf = (shares: readonly Share[], index: number): number =>
  WHOLE - sum(shares.map(({ share, isLocked }, at) => (isLocked && at !== index ? share : 0)));

/** Whether a change of this one could be made up for: it is not locked, and another is not locked either. */
export const isChangeable = (shares: readonly Share[], index: number): boolean =>
  shares[index]?.isLocked === false && shares.some(({ isLocked }, at) => !isLocked && at !== index);

/** One gets what is wanted of it, as far as the locked ones leave it; those that are not locked share the rest as they did before. */
export const changeShare = (shares: readonly Share[], index: number, wanted: number): number[] => {
  const before = shares.map(({ share }) => share);
  if (!isChangeable(shares, index) || !Number.isFinite(wanted)) return before;
  const most = mostOf(shares, index);
  const own = Math.min(most, Math.max(0, Math.round(wanted)));
  const isFree = (at: number) => at !== index && shares[at]?.isLocked === false;
  const rest = divide(
    most - own,
    before.filter((_, at) => isFree(at)),
  );
  return before.map((share, at) => (at === index ? own : isFree(at) ? (rest.shift() ?? 0) : share));
};

/** The shares with one more at the end: an equal part, as far as the locked ones leave it. */
export const addShare = (shares: readonly Share[]): number[] => {
  const grown = [...shares, { share: 0, isLocked: false }];
  return changeShare(grown, shares.length, WHOLE / grown.length);
};

/** The shares without one: those that are not locked take its part, or all where all are locked. */
export const removeShare = (shares: readonly Share[], index: number): number[] => {
  const left = shares.filter((_, at) => at !== index);
  const before = left.map(({ share }) => share);
  const open = left.some(({ isLocked }) => !isLocked) ? left.map(({ isLocked }) => !isLocked) : left.map(() => true);
  const kept = sum(before.filter((_, at) => !open[at]));
  const rest = divide(
    WHOLE - kept,
    before.filter((_, at) => open[at]),
  );
  return before.map((share, at) => (open[at] ? (rest.shift() ?? 0) : share));
};
