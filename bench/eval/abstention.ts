import { RAW } from '../../functions/reviews/judge/calibration/calibrator.ts';
import { judgeBy } from '../../functions/reviews/judge/calibration/judge.ts';
import { calibrate } from '../../functions/reviews/judge/calibration/recipe.ts';
import { MOST_DISAGREEMENT } from '../../functions/reviews/judge/calibration/threshold.ts';
import { EVALUATED } from './measure.ts';
import { JUDGE, openWorld } from './world.ts';

export type Abstention = {
  labels: number;
  /** Share of findings decided without a person, over all workspaces. */
  trusted: number;
  /** Share of trusted findings that a person contradicts, over workspaces that trust any. */
  contradicted: number;
  /** Share of workspaces in which more than α is contradicted. */
  broken: number;
};

const FIRST_SEED = 201;

/** Coverage and error of abstention over more workspaces than the table has, because a share near δ needs many. */
export const measureAbstention = (workspaces: number, sizes: readonly number[] = [30, 100, 200]): Abstention[] => {
  const found = sizes.map((labels) => ({ labels, trusted: 0, contradicted: 0, trusting: 0, broken: 0 }));
  for (let seed = FIRST_SEED; seed < FIRST_SEED + workspaces; seed += 1) {
    const world = openWorld(seed);
    const given = world.items(Math.max(...sizes));
    const items = world.items(EVALUATED);
    for (const sum of found) {
      const judge = judgeBy(calibrate(given.slice(0, sum.labels), RAW, { id: 'eval', at: 0, judge: JUDGE }));
      const trusted = items
        .map(({ features, rating }) => ({ ...judge(features), rating }))
        .filter(({ needs_human }) => !needs_human);
      if (trusted.length === 0) continue;
      const share = trusted.filter(({ p_useful, rating }) => p_useful >= 0.5 !== rating >= 4).length / trusted.length;
      sum.trusted += trusted.length / items.length;
      sum.contradicted += share;
      sum.trusting += 1;
      if (share > MOST_DISAGREEMENT) sum.broken += 1;
    }
  }
  return found.map(({ labels, trusted, contradicted, trusting, broken }) => ({
    labels,
    trusted: trusted / workspaces,
    contradicted: contradicted / Math.max(1, trusting),
    broken: broken / workspaces,
  }));
};
