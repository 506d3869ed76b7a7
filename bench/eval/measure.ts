import { isUseful, type Label, RAW } from '../../functions/reviews/judge/calibration/calibrator.ts';
import { judgeBy } from '../../functions/reviews/judge/calibration/judge.ts';
import { areaUnder, brier, ece } from '../../functions/reviews/judge/calibration/metrics.ts';
import { refit } from '../../functions/reviews/judge/calibration/recipe.ts';
import { logLoss, stateOf } from '../../functions/reviews/judge/calibration/skill.ts';
import { termsOf } from '../../functions/reviews/judge/calibration/terms.ts';
import { fitScale, pageScore } from '../../functions/reviews/judge/page-score.ts';
import { BASELINES } from './baselines.ts';
import type { Rated, Workspace } from './worlds.ts';

const JUDGE = { model: 'simulated', prompt: '1' };
export const SIZES = [5, 20, 50, 200, 1000] as const;
export const OURS = 'ours';
export const METHODS = [...Object.keys(BASELINES), OURS];

/** Predictions of a method for a workspace's findings after `labels` ratings. */
export interface Figures {
  method: string;
  labels: number;
  brier: number;
  logLoss: number;
  ece: number;
  auc: number;
  /** For the product's calibrator only. Share of true probabilities in their intervals; share that needs no person, and how many agree. */
  covered?: number;
  trusted?: number;
  agreement?: number;
  isCalibrated?: boolean;
  /** Labels in use. */
  used?: number;
  /** Share of page ratings in the interval of the page's score; absent while the score is on the panel's scale. */
  pageCovered?: number;
}

export const labelOf = ({ finding, p: _, ...rated }: Rated): Label => ({
  ...rated,
  terms: termsOf(finding),
  judge: JUDGE,
});

const scored = (method: string, labels: number, test: readonly Rated[], p: readonly number[]): Figures => {
  const pairs = test.map(({ rating }, at) => ({ p_useful: p[at] ?? 0.5, score: 0, rating }));
  const losses = pairs.map(({ p_useful, rating }) => logLoss(p_useful, isUseful(rating)));
  return {
    method,
    labels,
    brier: brier(pairs),
    logLoss: losses.reduce((sum, loss) => sum + loss, 0) / losses.length,
    ece: ece(pairs),
    auc: areaUnder(pairs),
  };
};

const meanOf = (values: readonly number[]): number | undefined =>
  values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : undefined;

/** Coverage of page scores, learned from the pages of the reviews whose findings were rated. */
const pagesIn = ({ pages }: Workspace, given: readonly Rated[]): Pick<Figures, 'pageCovered'> => {
  const reviews = new Set(given.map(({ review_id }) => review_id));
  const scale = pages && fitScale(pages.labels.filter(({ review_id }) => reviews.has(review_id)));
  const covered = (pages?.test ?? []).flatMap(({ raw, rating }) => {
    const { interval } = pageScore(raw, scale);
    return interval ? [interval[0] <= rating && rating <= interval[1] ? 1 : 0] : [];
  });
  const share = meanOf(covered);
  return share === undefined ? {} : { pageCovered: share };
};

/** The ratings come in order; at each size the product refits as its worker does, from what it had. */
export const measureWorkspace = (
  workspace: Workspace,
  sizes: readonly number[] = SIZES,
  methods: readonly string[] = METHODS,
): Figures[] => {
  const { labels, test, changed } = workspace;
  let inUse = RAW;
  return sizes.flatMap((size) => {
    const given = labels.slice(0, size);
    const due = changed && size > changed.after ? changed.test : test;
    const baselines = methods
      .filter((name) => name !== OURS)
      .map((name) => scored(name, size, due, due.map(BASELINES[name]!(given))));
    const at = Math.max(...given.map(({ rated_at }) => rated_at));
    inUse = refit(inUse, given.map(labelOf), RAW, { id: 'eval', at, judge: JUDGE }).calibrator;
    const judge = judgeBy(inUse);
    const judged = due.map((rated) => ({ ...judge(termsOf(rated.finding)), rated }));
    const trusted = judged.filter(({ needs_human }) => !needs_human);
    const covered = judged.flatMap(({ interval: [low, high], rated: { p } }) =>
      p === undefined ? [] : [low <= p && p <= high ? 1 : 0],
    );
    const agreement = trusted.map(({ p_useful, rated: { p, rating } }) => {
      const useful = p ?? (isUseful(rating) ? 1 : 0);
      return p_useful >= 0.5 ? useful : 1 - useful;
    });
    const ours: Figures = {
      ...scored(
        OURS,
        size,
        due,
        judged.map(({ p_useful }) => p_useful),
      ),
      trusted: trusted.length / judged.length,
      isCalibrated: stateOf(inUse) === 'calibrated',
      used: inUse.n,
      ...pagesIn(workspace, given),
    };
    const [share, agreeing] = [meanOf(covered), meanOf(agreement)];
    if (share !== undefined) ours.covered = share;
    if (agreeing !== undefined) ours.agreement = agreeing;
    return [...baselines, ours];
  });
};
