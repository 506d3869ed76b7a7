import { isUseful } from '../../functions/reviews/judge/calibration/calibrator.ts';
import { cholesky, solve, zeros } from '../../functions/reviews/judge/calibration/matrix.ts';
import type { Rated } from './worlds.ts';

/** Fits labels; answers with the probability that a finding is useful. */
export type Method = (labels: readonly Rated[]) => (rated: Rated) => number;

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));
const usefulIn = (labels: readonly Rated[]): number => labels.filter(({ rating }) => isUseful(rating)).length;
const scoreOf = ({ finding }: Rated): number => finding.score ?? 3;

/** Share of useful labels, by Laplace's rule of succession. */
export const baseRate: Method = (labels) => {
  const p = (usefulIn(labels) + 1) / (labels.length + 2);
  return () => p;
};

type Columns = readonly (readonly [name: string, value: number, variance: number])[];

/** Posterior mode of a logistic regression with Gaussian priors, by Newton's method. */
const logistic = (labels: readonly Rated[], columnsOf: (rated: Rated) => Columns): Map<string, number> => {
  const index = new Map<string, { at: number; variance: number }>();
  const rows = labels.map((label) => ({
    useful: isUseful(label.rating) ? 1 : 0,
    columns: columnsOf(label).map(([name, value, variance]) => {
      const known = index.get(name) ?? { at: index.size, variance };
      index.set(name, known);
      return { at: known.at, value };
    }),
  }));
  const precisions = [...index.values()].map(({ variance }) => 1 / variance);
  const weights = new Float64Array(index.size);
  for (let round = 0; round < 12; round += 1) {
    const hessian = zeros(index.size);
    const gradient = Float64Array.from(precisions, (precision, at) => -precision * (weights[at] ?? 0));
    for (const [at, precision] of precisions.entries()) hessian[at]![at] = precision;
    for (const { useful, columns } of rows) {
      const p = sigmoid(columns.reduce((sum, { at, value }) => sum + value * weights[at]!, 0));
      for (const { at, value } of columns) {
        gradient[at]! += (useful - p) * value;
        for (const other of columns) if (other.at <= at) hessian[at]![other.at]! += p * (1 - p) * value * other.value;
      }
    }
    const step = solve(cholesky(hessian), gradient);
    const longest = Math.max(...step.map(Math.abs));
    for (let at = 0; at < weights.length; at += 1) weights[at]! += step[at]! * Math.min(1, 2 / longest);
    if (longest < 1e-4) break;
  }
  return new Map([...index].map(([name, { at }]) => [name, weights[at]!]));
};

const predicted = (weights: ReadonlyMap<string, number>, columns: Columns): number =>
  sigmoid(columns.reduce((sum, [name, value]) => sum + value * (weights.get(name) ?? 0), 0));

/** Platt's scaling (1999) of the persona's score. */
export const platt: Method = (labels) => {
  const columnsOf = (rated: Rated): Columns => [
    ['level', 1, 100],
    ['score', scoreOf(rated) - 3, 100],
  ];
  const weights = logistic(labels, columnsOf);
  return (rated) => predicted(weights, columnsOf(rated));
};

/** Pool adjacent violators (Ayer et al. 1955), by the persona's score. */
export const isotonic: Method = (labels) => {
  const blocks: { from: number; value: number; count: number }[] = [];
  for (const label of labels.toSorted((a, b) => scoreOf(a) - scoreOf(b))) {
    let block = { from: scoreOf(label), value: isUseful(label.rating) ? 1 : 0, count: 1 };
    for (let last = blocks.at(-1); last && last.value >= block.value; last = blocks.at(-1)) {
      blocks.pop();
      const count = last.count + block.count;
      block = { from: last.from, value: (last.value * last.count + block.value * block.count) / count, count };
    }
    blocks.push(block);
  }
  return (rated) => (blocks.findLast(({ from }) => from <= scoreOf(rated)) ?? blocks[0]!).value;
};

/** Logistic regression with persona, dimension, category, rater and review as effects of a given variance. */
export const partialPooling: Method = (labels) => {
  const shared = (rated: Rated): Columns => {
    const { persona_id, dimension, category, panel, spread } = rated.finding;
    return [
      ['level', 1, 4],
      ['own', scoreOf(rated) - 3, 1],
      ['extreme', Math.abs(scoreOf(rated) - 3) - 1, 1],
      ['panel', (panel ?? 3.5) - 3.5, 1],
      ['spread', spread, 1],
      [`persona ${persona_id}`, 1, 0.3],
      [`dimension ${dimension}`, 1, 0.3],
      [`category ${category}`, 1, 0.3],
    ];
  };
  const weights = logistic(labels, (rated) => [
    ...shared(rated),
    [`rater ${rated.rater}`, 1, 0.3],
    [`review ${rated.review_id}`, 1, 0.3],
  ]);
  return (rated) => predicted(weights, shared(rated));
};

export const BASELINES: Readonly<Record<string, Method>> = {
  'base rate': baseRate,
  Platt: platt,
  isotonic,
  'partial pooling': partialPooling,
};
