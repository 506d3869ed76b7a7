/** The sum of all weights in tenths of a percent: integers, so that they add up exactly. */
export const WHOLE = 1000;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Divides `total` in proportion to `parts` (equally if all are zero), rounding by largest remainder. */
const divide = (total: number, parts: readonly number[]): number[] => {
  const largest = Math.max(...parts);
  // Scaled first, so that large weights don't overflow.
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

export const toShares = (weights: readonly number[]): number[] => (weights.length > 0 ? divide(WHOLE, weights) : []);

export const toWeight = (share: number): number => share / WHOLE;

export interface Share {
  share: number;
  isLocked: boolean;
}

export const mostOf = (shares: readonly Share[], index: number): number =>
  WHOLE - sum(shares.map(({ share, isLocked }, at) => (isLocked && at !== index ? share : 0)));

export const isChangeable = (shares: readonly Share[], index: number): boolean =>
  shares[index]?.isLocked === false && shares.some(({ isLocked }, at) => !isLocked && at !== index);

/** Sets one share, limited by the locked ones; the other unlocked shares divide the rest in their previous proportions. */
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

export const addShare = (shares: readonly Share[]): number[] => {
  const grown = [...shares, { share: 0, isLocked: false }];
  return changeShare(grown, shares.length, WHOLE / grown.length);
};

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
