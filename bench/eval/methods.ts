import type { Calibrator } from '../../functions/reviews/judge/calibration/calibrator.ts';
import { type Judgement, judgeBy, normalCdf } from '../../functions/reviews/judge/calibration/judge.ts';
import { calibrate } from '../../functions/reviews/judge/calibration/recipe.ts';
import { type Item, JUDGE } from './world.ts';

export type Said = Pick<Judgement, 'score' | 'p_useful'> & Partial<Judgement>;
export type Method = (labels: readonly Item[]) => (item: Item) => Said;

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The plain weighted mean: its place on the scale is the probability. */
export const raw: Method = () => (item) => ({ score: item.raw, p_useful: (item.raw - 1) / 4 });

/** Least squares of the rating on the raw score. */
export const affine: Method = (labels) => {
  if (labels.length === 0) return raw(labels);
  const x = mean(labels.map((label) => label.raw));
  const y = mean(labels.map(({ rating }) => rating));
  const square = labels.reduce((sum, label) => sum + (label.raw - x) ** 2, 0);
  const slope = labels.reduce((sum, label) => sum + (label.raw - x) * (label.rating - y), 0) / (square || 1);
  const score = (item: Item) => y + slope * (item.raw - x);
  const lost = labels.reduce((sum, label) => sum + (label.rating - score(label)) ** 2, 0);
  const deviation = Math.sqrt(lost / Math.max(1, labels.length - 2)) || 1;
  return (item) => ({ score: score(item), p_useful: normalCdf((score(item) - 3.5) / deviation) });
};

/** Pool adjacent violators (Ayer et al. 1955): the best rising step function, by raw score. */
const rising = (labels: readonly Item[], of: (label: Item) => number): ((raw: number) => number) => {
  const blocks: { from: number; value: number; count: number }[] = [];
  for (const label of labels.toSorted((a, b) => a.raw - b.raw)) {
    let block = { from: label.raw, value: of(label), count: 1 };
    for (let last = blocks.at(-1); last && last.value >= block.value; last = blocks.at(-1)) {
      blocks.pop();
      const count = last.count + block.count;
      block = { from: last.from, value: (last.value * last.count + block.value * block.count) / count, count };
    }
    blocks.push(block);
  }
  return (score) => (blocks.findLast(({ from }) => from <= score) ?? blocks[0]!).value;
};

export const isotonic: Method = (labels) => {
  if (labels.length === 0) return raw(labels);
  const score = rising(labels, ({ rating }) => rating);
  const p = rising(labels, ({ rating }) => (rating >= 4 ? 1 : 0));
  return (item) => ({ score: score(item.raw), p_useful: p(item.raw) });
};

/** The product's own calibrator. */
export const ours =
  (prior: Calibrator): Method =>
  (labels) => {
    const own = labels.length > 0 ? calibrate(labels, prior, { id: 'eval', at: 0, judge: JUDGE }) : prior;
    const judged = judgeBy(own);
    return (item) => judged(item.features);
  };
