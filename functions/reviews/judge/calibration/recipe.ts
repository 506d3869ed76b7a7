import { type Calibrator, isUseful, type Judge, type Label, RAW } from './calibrator.ts';
import { fit } from './fit.ts';
import { confidenceOf, type Judgement, judgeBy } from './judge.ts';
import { brier } from './metrics.ts';
import { trustedFrom } from './threshold.ts';

const FOLDS = 5;
export const LEAST_NEW = 5;

/** FNV-1a, so that all ratings of a finding are always in the same fold. */
const foldOf = (id: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % FOLDS;
};

export type Checked<Of extends Label = Label> = { label: Of; judged: Judgement };

const isSame = (a: Judge | null, b: Judge): boolean => a?.model === b.model && a.prompt === b.prompt;

/** By a fit that has not seen the label's finding. */
export const crossJudged = <Of extends Label>(labels: readonly Of[], prior: Calibrator): Checked<Of>[] =>
  [...Map.groupBy(labels, ({ finding_id }) => foldOf(finding_id))].flatMap(([fold, held]) => {
    const others = labels.filter(({ finding_id }) => foldOf(finding_id) !== fold);
    const judged = judgeBy({ ...prior, ...fit(others, prior) });
    return held.map((label) => ({ label, judged: judged(label.features) }));
  });

const toPair = ({ label, judged }: Checked) => ({ ...judged, rating: label.rating });

/** Cross-judged labels decide from which confidence it may be trusted. */
export const calibrate = (
  labels: readonly Label[],
  prior: Calibrator,
  { id, at, judge }: { id: string; at: number; judge: Judge },
): Calibrator => {
  const own = labels.filter((label) => isSame(label.judge, judge));
  if (own.length === 0) throw new RangeError('There is no label of this judge to calibrate on.');
  const verdicts = crossJudged(own, prior).map(({ label, judged: { p_useful } }) => ({
    confidence: confidenceOf(p_useful),
    agrees: isUseful(label.rating) === p_useful >= 0.5,
  }));
  return {
    version: 1,
    id,
    basis: 'workspace',
    fitted_at: at,
    judge,
    ...fit(own, prior),
    threshold: trustedFrom(verdicts),
  };
};

/** Less is known of a judge that the prior was not pooled from. */
const OTHER_JUDGE = 4;

/** The prior holds less certainty if it comes from another judge. */
export const calibratorFor = (judge: Judge, own?: Calibrator, prior: Calibrator = RAW): Calibrator => {
  if (own && isSame(own.judge, judge)) return own;
  if (prior.basis === 'raw' || isSame(prior.judge, judge)) return prior;
  return { ...prior, covariance: prior.covariance.map((value) => value * OTHER_JUDGE) };
};

/** On ratings that neither fit has seen (the new one by folds), the new Brier score must not be worse. */
export const refit = (
  inUse: Calibrator,
  labels: readonly Label[],
  prior: Calibrator,
  made: { id: string; at: number; judge: Judge },
): Calibrator => {
  const own = labels.filter((label) => isSame(label.judge, made.judge));
  const isNew = ({ rated_at }: Label) => inUse.basis !== 'workspace' || rated_at > inUse.fitted_at;
  const fresh = crossJudged(own, prior).filter(({ label }) => isNew(label));
  if (fresh.length < LEAST_NEW) return inUse;
  const judged = judgeBy(inUse);
  const before = brier(fresh.map(({ label }) => toPair({ label, judged: judged(label.features) })));
  return brier(fresh.map(toPair)) <= before ? calibrate(own, prior, made) : inUse;
};
