import { chanceFrom } from './chance.ts';

export type Pair = { p_useful: number; score: number; rating: number };

const useful = (rating: number): number => (rating >= 4 ? 1 : 0);
const sumOf = <Value>(values: readonly Value[], of: (value: Value) => number): number =>
  values.reduce((sum, value) => sum + of(value), 0);

const ranks = (values: readonly number[]): number[] => {
  const order = [...values.keys()].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranked = new Array<number>(values.length).fill(0);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to + 1 < order.length && values[order[to + 1] ?? 0] === values[order[from] ?? 0]) to += 1;
    for (let k = from; k <= to; k += 1) ranked[order[k] ?? 0] = (from + to) / 2;
    from = to + 1;
  }
  return ranked;
};

/** Points of a reliability diagram: bins of equal mass by predicted probability, equal ones in the same bin. */
export const reliability = (pairs: readonly Pair[], bins = 15) => {
  const ranked = ranks(pairs.map(({ p_useful }) => p_useful));
  const groups = Map.groupBy(pairs.keys(), (at) => Math.floor((((ranked[at] ?? 0) + 0.5) / pairs.length) * bins));
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([, group]) => {
      const found = group.flatMap((at) => pairs[at] ?? []);
      return {
        count: found.length,
        said: sumOf(found, ({ p_useful }) => p_useful) / found.length,
        happened: sumOf(found, ({ rating }) => useful(rating)) / found.length,
      };
    });
};

/** Expected calibration error, Σ nᵦ/N |said − happened|, 15 bins of equal mass (Nixon et al. 2019, arXiv 1904.01685). */
export const ece = (pairs: readonly Pair[]): number =>
  sumOf(reliability(pairs), ({ count, said, happened }) => count * Math.abs(said - happened)) / pairs.length;

/** Mean of (p − useful)² (Brier 1950). */
export const brier = (pairs: readonly Pair[]): number =>
  sumOf(pairs, ({ p_useful, rating }) => (p_useful - useful(rating)) ** 2) / pairs.length;

/** Ties by mean ranks; 0 if one of them never varies. */
export const spearman = (pairs: readonly Pair[]): number => {
  const a = ranks(pairs.map(({ score }) => score));
  const b = ranks(pairs.map(({ rating }) => rating));
  const middle = (pairs.length - 1) / 2;
  let both = 0;
  let first = 0;
  let second = 0;
  for (const [index, rank] of a.entries()) {
    const other = (b[index] ?? 0) - middle;
    both += (rank - middle) * other;
    first += (rank - middle) ** 2;
    second += other * other;
  }
  return first > 0 && second > 0 ? both / Math.sqrt(first * second) : 0;
};

/** Area under the ROC curve: how often a useful finding has the higher p; 0.5 if there is only one kind. */
export const areaUnder = (pairs: readonly Pair[]): number => {
  const ranked = ranks(pairs.map(({ p_useful }) => p_useful));
  const positive = pairs.filter(({ rating }) => useful(rating) === 1).length;
  const negative = pairs.length - positive;
  if (positive === 0 || negative === 0) return 0.5;
  const sum = ranked.reduce((total, rank, at) => total + (useful(pairs[at]?.rating ?? 0) === 1 ? rank + 1 : 0), 0);
  return (sum - (positive * (positive + 1)) / 2) / (positive * negative);
};

const nearest = (score: number): number => Math.min(5, Math.max(1, Math.round(score)));

/** Quadratic weighted kappa, 1 − Σ (i−j)² O / Σ (i−j)² E, of rounded score and rating (Cohen 1968). */
export const qwk = (pairs: readonly Pair[]): number => {
  const said = pairs.map(({ score }) => nearest(score));
  const observed = sumOf(pairs, ({ score, rating }) => (nearest(score) - rating) ** 2) / pairs.length;
  const mean = (values: readonly number[]) => sumOf(values, (value) => value) / values.length;
  const square = (values: readonly number[]) => sumOf(values, (value) => value * value) / values.length;
  const rated = pairs.map(({ rating }) => rating);
  // With independent margins, E (i−j)² = E i² + E j² − 2 E i E j.
  const expected = square(said) + square(rated) - 2 * mean(said) * mean(rated);
  return expected > 0 ? 1 - observed / expected : 0;
};

export type Estimate = { value: number; interval: [low: number, high: number] };

/** 95% interval by the percentile bootstrap (Efron 1979), the same for the same seed. */
export const withInterval = (
  pairs: readonly Pair[],
  figure: (pairs: readonly Pair[]) => number,
  { seed = 1, rounds = 400 }: { seed?: number; rounds?: number } = {},
): Estimate => {
  const chance = chanceFrom(seed);
  const drawn: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    drawn.push(figure(pairs.map((pair) => pairs[Math.floor(chance() * pairs.length)] ?? pair)));
  drawn.sort((a, b) => a - b);
  const at = (share: number) => drawn[Math.round(share * (rounds - 1))] ?? Number.NaN;
  return { value: figure(pairs), interval: [at(0.025), at(0.975)] };
};

export const LEAST_LABELS = 30;

export interface Card {
  n: number;
  /**
   * The calibration error has no interval: fewer labels make it larger, so the percentile interval of a hundred labels
   * hardly ever holds the true error, and the basic one (Davison and Hinkley 1997) does in 36 to 89 of 100 cases.
   */
  figures: { ece: Pick<Estimate, 'value'>; brier: Estimate; spearman: Estimate; qwk: Estimate } | null;
}

export const cardOf = (pairs: readonly Pair[]): Card => ({
  n: pairs.length,
  figures:
    pairs.length < LEAST_LABELS
      ? null
      : {
          ece: { value: ece(pairs) },
          brier: withInterval(pairs, brier),
          spearman: withInterval(pairs, spearman),
          qwk: withInterval(pairs, qwk),
        },
});

/** Each figure as the card has it that speaks less for the judge. */
export const stricterCard = (card: Card, other: Card): Card => {
  const [one, two] = [card.figures, other.figures];
  if (!one || !two) return card;
  const least = (a: Estimate, b: Estimate) => (a.value <= b.value ? a : b);
  const most = <Of extends { value: number }>(a: Of, b: Of) => (a.value >= b.value ? a : b);
  return {
    ...card,
    figures: {
      ece: most(one.ece, two.ece),
      brier: most(one.brier, two.brier),
      spearman: least(one.spearman, two.spearman),
      qwk: least(one.qwk, two.qwk),
    },
  };
};
