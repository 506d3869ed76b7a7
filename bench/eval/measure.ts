import { type Calibrator, RAW } from '../../functions/reviews/judge/calibration/calibrator.ts';
import { brier, ece, type Pair, qwk, spearman } from '../../functions/reviews/judge/calibration/metrics.ts';
import { poolPrior } from '../../functions/reviews/judge/calibration/prior.ts';
import { calibrate } from '../../functions/reviews/judge/calibration/recipe.ts';
import { MOST_DISAGREEMENT } from '../../functions/reviews/judge/calibration/threshold.ts';
import { affine, isotonic, type Method, ours, raw, type Said } from './methods.ts';
import { type Item, JUDGE, openWorld, shuffled } from './world.ts';

export const LABELS = [0, 5, 30, 200] as const;
export const EVALUATED = 1500;
const OTHERS = { workspaces: 8, labels: 200 };
const MANY = 4000;

export type Row = {
  method: string;
  labels: number;
  spearman: number;
  qwk: number;
  ece: number;
  brier: number;
  /** Coverage of ratings by `score_interval`, and of probabilities estimated from many labels by `interval`. */
  covered: number;
  p_covered: number;
  /** Share decided without a person, and the share of worlds in which more than α of that was contradicted. */
  trusted: number;
  broken: number;
};

type Seen = { pairs: Pair[]; figures: Omit<Row, 'method' | 'labels'> };

const share = <Value>(values: readonly Value[], is: (value: Value) => boolean): number =>
  values.length === 0 ? Number.NaN : values.filter(is).length / values.length;

const isInside = (value: number, interval: readonly [number, number] | undefined) =>
  interval !== undefined && interval[0] <= value && value <= interval[1];

const measured = (said: readonly Said[], items: readonly Item[], settled?: readonly number[]): Seen => {
  const rows = said.map((one, index) => ({ ...one, rating: items[index]!.rating, settled: settled?.[index] }));
  const ofOurs = rows.filter(({ interval }) => interval !== undefined);
  const trusted = ofOurs.filter(({ needs_human }) => needs_human === false);
  const contradicted = share(trusted, ({ p_useful, rating }) => p_useful >= 0.5 !== rating >= 4);
  return {
    pairs: rows,
    figures: {
      spearman: spearman(rows),
      qwk: qwk(rows),
      ece: ece(rows),
      brier: brier(rows),
      covered: share(ofOurs, ({ rating, score_interval }) => isInside(rating, score_interval)),
      p_covered: share(ofOurs, (row) => row.settled !== undefined && isInside(row.settled, row.interval)),
      trusted: ofOurs.length === 0 ? Number.NaN : trusted.length / ofOurs.length,
      broken: ofOurs.length === 0 ? Number.NaN : Number(contradicted > MOST_DISAGREEMENT),
    },
  };
};

/** A prior as the product pools it, from workspaces independent of the measured one. */
export const priorFor = (seed: number, labelled = (items: Item[]): Item[] => items): Calibrator =>
  poolPrior(
    Array.from({ length: OTHERS.workspaces }, (_, index) => {
      const items = labelled(openWorld(1_000_003 * (index + 1) + seed).items(OTHERS.labels));
      return calibrate(items, RAW, { id: `other-${index}`, at: 0, judge: JUDGE });
    }),
    { id: 'prior', at: 0, judge: JUDGE, shared: (name) => name.startsWith('dimension:') },
  );

const averaged = (all: readonly Row[]): Row => {
  const mean = (of: (row: Row) => number) => all.reduce((sum, row) => sum + of(row), 0) / all.length;
  return {
    method: all[0]!.method,
    labels: all[0]!.labels,
    spearman: mean((row) => row.spearman),
    qwk: mean((row) => row.qwk),
    ece: mean((row) => row.ece),
    brier: mean((row) => row.brier),
    covered: mean((row) => row.covered),
    p_covered: mean((row) => row.p_covered),
    trusted: mean((row) => row.trusted),
    broken: mean((row) => row.broken),
  };
};

/** The table of means over seeds, and the pairs for the reliability diagram. */
export const simulate = ({
  seeds,
  from = 1,
  isShuffled = false,
}: {
  seeds: number;
  from?: number;
  isShuffled?: boolean;
}) => {
  const rows = new Map<string, Row[]>();
  const pairs = new Map<string, Pair[]>();
  for (let seed = from; seed < from + seeds; seed += 1) {
    const world = openWorld(seed);
    const drawn = world.items(LABELS.at(-1)!);
    const given = isShuffled ? shuffled(drawn, seed) : drawn;
    const items = world.items(EVALUATED);
    const prior = priorFor(seed, isShuffled ? (others) => shuffled(others, seed) : undefined);
    const settling = ours(RAW)(world.items(MANY));
    const settled = items.map((item) => settling(item).p_useful);
    const keep = (method: string, labels: number, fitted: Method) => {
      const judge = fitted(given.slice(0, labels));
      const seen = measured(items.map(judge), items, settled);
      const key = `${method} ${labels}`;
      rows.set(key, [...(rows.get(key) ?? []), { method, labels, ...seen.figures }]);
      pairs.set(key, [...(pairs.get(key) ?? []), ...seen.pairs]);
    };
    for (const labels of LABELS) {
      keep('raw', labels, raw);
      keep('affine', labels, affine);
      keep('isotonic', labels, isotonic);
      keep('ours', labels, ours(RAW));
      keep('ours, prior', labels, ours(prior));
    }
  }
  return { rows: [...rows.values()].map(averaged), pairs };
};
