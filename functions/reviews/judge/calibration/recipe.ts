import { type Calibrator, isUseful, type Judge, type Label, RAW } from './calibrator.ts';
import { changeOf, lossesSince } from './change.ts';
import { fit, packed } from './fit.ts';
import { type Checked, checkedByRater, checkedByReview } from './folds.ts';
import { confidenceOf, judgeBy } from './judge.ts';
import { logLoss, lossesOf, MIN_REVIEWS, skillOf } from './skill.ts';
import { trustedFrom } from './threshold.ts';

export const MIN_NEW = 5;
/**
 * In nats: a fit without the labels before a change of taste predicts those after it better by so much. Otherwise people
 * who nearly always agree seem to have changed, since they differ so little that chance or the base rate explains them.
 */
const MIN_GAIN = 3;

const isSame = (a: Judge | null, b: Judge): boolean => a?.model === b.model && a.prompt === b.prompt;

export interface Recipe<Of extends Label> {
  calibrator: Calibrator;
  /** The labels in use, each judged without its review. */
  checked: Checked<Of>[];
  /**
   * The same, each judged without its rater, by a fit of labels up to a time; undefined for too few raters. It takes as
   * long as all the rest, so it is done when it is asked for.
   */
  byRater: (until?: number) => Checked<Of>[] | undefined;
}

const certified = (checked: readonly Checked[]): number | null => {
  if (new Set(checked.map(({ label }) => label.review_id)).size < MIN_REVIEWS) return null;
  return trustedFrom(
    checked.map(({ label, judged: { p_useful } }) => ({
      confidence: confidenceOf(p_useful),
      agrees: isUseful(label.rating) === p_useful >= 0.5,
      review: label.review_id,
      rater: label.rater,
    })),
  );
};

/** Held-out reviews, and held-out raters if there are enough, decide from which confidence it may be trusted. */
export const calibrate = <Of extends Label>(
  labels: readonly Of[],
  prior: Calibrator,
  { id, at, judge }: { id: string; at: number; judge: Judge },
): Recipe<Of> => {
  const all = labels.filter((label) => isSame(label.judge, judge));
  if (all.length === 0) throw new RangeError('There is no label of this judge to calibrate on.');
  const from = (since: number | undefined) => {
    const own = since === undefined ? all : all.filter(({ rated_at }) => rated_at >= since);
    const fitted = fit(own, prior);
    return { own, since, fitted, checked: checkedByReview(own, prior, fitted) };
  };
  const sinceChange = (used: ReturnType<typeof from>, at: number | undefined) => {
    if (at === undefined) return used;
    const later = from(at);
    const same = used.checked.filter(({ label }) => label.rated_at >= at);
    return lossesOf(same).model - lossesOf(later.checked).model >= MIN_GAIN ? later : used;
  };
  const whole = from(undefined);
  const broken = sinceChange(whole, changeOf(all, whole.fitted));
  const { own, since, fitted, checked } = sinceChange(broken, lossesSince(broken.checked));
  const byReview = certified(checked);
  let others: { found: Checked<Of>[] | undefined } | undefined;
  const withoutRater = (until?: number) => {
    if (until !== undefined) {
      const known = own.filter(({ rated_at }) => rated_at <= until);
      return checkedByRater(own, prior, fitted, known);
    }
    others ??= { found: checkedByRater(own, prior, fitted) };
    return others.found;
  };
  const heldOut = byReview === null ? undefined : withoutRater();
  const byRater = heldOut ? certified(heldOut) : byReview;
  return {
    checked,
    byRater: withoutRater,
    calibrator: {
      version: 2,
      id,
      basis: 'workspace',
      n: own.length,
      since: since ?? null,
      fitted_at: at,
      judge,
      ...packed(fitted, own),
      threshold: byReview === null || byRater === null ? null : Math.max(byReview, byRater),
      skill: skillOf(checked),
    },
  };
};

/** Less is known of a judge that the prior was not pooled from. */
const OTHER_JUDGE = 4;

/** The prior holds less certainty if it comes from another judge. */
export const calibratorFor = (judge: Judge, own?: Calibrator, prior: Calibrator = RAW): Calibrator => {
  if (own && isSame(own.judge, judge)) return own;
  if (prior.basis === 'raw' || isSame(prior.judge, judge)) return prior;
  const coefficients = prior.coefficients.map((one) => ({
    ...one,
    covariance: one.covariance.map((value) => value * OTHER_JUDGE),
    variance: one.variance * OTHER_JUDGE,
    others: one.others.map(([at, value]): [number, number] => [at, value * OTHER_JUDGE]),
  }));
  return { ...prior, coefficients };
};

/** One-sided 95% of the standard normal. */
const Z95 = 1.645;
/** With fewer new reviews, a difference says little. */
const MIN_NEW_REVIEWS = 6;

interface Compared {
  label: Label;
  before: number;
  after: number;
}

/** The mean difference of log losses, by review, is positive with 95% confidence. */
const isClearlyWorse = (compared: readonly Compared[]): boolean => {
  const losses = [...Map.groupBy(compared, ({ label }) => label.review_id).values()].map((group) =>
    group.reduce((sum, { label: { rating }, before, after }) => {
      const useful = isUseful(rating);
      return sum + logLoss(after, useful) - logLoss(before, useful);
    }, 0),
  );
  const mean = losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
  const variance = losses.reduce((sum, loss) => sum + (loss - mean) ** 2, 0) / Math.max(1, losses.length - 1);
  return losses.length >= MIN_NEW_REVIEWS && mean > Z95 * Math.sqrt(variance / losses.length);
};

/**
 * A new calibrator is refused only if it predicts newer ratings clearly worse than the one in use, which hasn't seen
 * them; it judges them by folds. Of raters, too: then fits of the older ratings, without the rater, are what it is
 * compared with, so that one who floods can't pass their taste off as everyone's.
 */
export const refit = <Of extends Label>(
  inUse: Calibrator,
  labels: readonly Of[],
  prior: Calibrator,
  made: { id: string; at: number; judge: Judge },
): Recipe<Of> => {
  const recipe = calibrate(labels, prior, made);
  const isNew = ({ rated_at }: Label) => inUse.basis !== 'workspace' || rated_at > inUse.fitted_at;
  const fresh = recipe.checked.filter(({ label }) => isNew(label));
  const kept = { ...recipe, calibrator: inUse };
  if (fresh.length < MIN_NEW) return kept;
  if (inUse.basis !== 'workspace' || recipe.calibrator.since !== inUse.since) return recipe;
  const judged = judgeBy(inUse);
  const byReview = fresh.map(({ label, judged: { p_useful: after } }) => ({
    label,
    before: judged(label.terms).p_useful,
    after,
  }));
  if (isClearlyWorse(byReview)) return kept;
  if (new Set(fresh.map(({ label }) => label.review_id)).size < MIN_NEW_REVIEWS) return recipe;
  const before = new Map(recipe.byRater(inUse.fitted_at)?.map(({ label, judged: { p_useful } }) => [label, p_useful]));
  const byRater = (recipe.byRater() ?? []).flatMap(({ label, judged: { p_useful: after } }) =>
    isNew(label) ? [{ label, before: before.get(label) ?? after, after }] : [],
  );
  return isClearlyWorse(byRater) ? kept : recipe;
};
