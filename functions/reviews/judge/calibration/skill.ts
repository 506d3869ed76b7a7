import { type Calibrator, isUseful } from './calibrator.ts';
import { chanceFrom } from './chance.ts';
import type { Checked } from './folds.ts';

/** With fewer, nothing is known of other reviews. */
export const MIN_REVIEWS = 8;
const MIN_LABELS = 30;
const ROUNDS = 400;

export const logLoss = (p: number, useful: boolean): number =>
  -Math.log(Math.min(1, Math.max(1e-6, useful ? p : 1 - p)));

/** Sums of a review's log losses. */
interface Losses {
  model: number;
  base: number;
}

export const lossesOf = (checked: readonly Checked[]): Losses => {
  const sum = { model: 0, base: 0 };
  for (const { label, judged, base } of checked) {
    sum.model += logLoss(judged.p_useful, isUseful(label.rating));
    sum.base += logLoss(base, isUseful(label.rating));
  }
  return sum;
};

/** 1 − log loss / log loss of the base rate on held-out reviews; its 90% interval by a bootstrap of whole reviews. */
export const skillOf = (checked: readonly Checked[]): Calibrator['skill'] => {
  const reviews = [...Map.groupBy(checked, ({ label }) => label.review_id).values()].map(lossesOf);
  if (reviews.length < MIN_REVIEWS || checked.length < MIN_LABELS) return null;
  const skill = (drawn: readonly Losses[]) =>
    1 - drawn.reduce((sum, { model }) => sum + model, 0) / drawn.reduce((sum, { base }) => sum + base, 0);
  const chance = chanceFrom(reviews.length);
  const drawn = Array.from({ length: ROUNDS }, () =>
    skill(reviews.map((one) => reviews[Math.floor(chance() * reviews.length)] ?? one)),
  ).sort((a, b) => a - b);
  const at = (share: number) => drawn[Math.round(share * (ROUNDS - 1))] ?? 0;
  return { value: skill(reviews), interval: [at(0.05), at(0.95)] };
};

export type CalibrationState = 'uncalibrated' | 'learning' | 'calibrated';

/** `calibrated` only if held-out reviews show that the numbers beat the base rate. */
export const stateOf = ({ basis, skill }: Calibrator): CalibrationState => {
  if (basis !== 'workspace') return 'uncalibrated';
  return skill && skill.interval[0] > 0 ? 'calibrated' : 'learning';
};
