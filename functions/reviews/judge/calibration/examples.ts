import { type Calibrator, isUseful, type Label } from './calibrator.ts';
import { chanceFrom } from './chance.ts';
import { fit } from './fit.ts';
import { type Checked, checkedByRater, checkedByReview } from './folds.ts';
import { lossesOf, MIN_REVIEWS } from './skill.ts';

/** Fewer ratings don't show what the judge gets wrong. */
export const ENOUGH = { labels: 60, reviews: MIN_REVIEWS };
export const MAX_EXAMPLES = 6;
const MIN_EXAMPLES = 4;

export interface Candidate {
  review_id: string;
  finding_id: string;
  persona_id: string;
  dimension: string;
  useful: boolean;
  /** |predicted − rated|, by a fit without the review. */
  error: number;
}

interface Named extends Label {
  persona_id: string;
  dimension: string;
}

/** Findings that all of their raters call useful, or not, the most wrongly predicted first. */
export const candidatesOf = (checked: readonly Checked<Named>[]): Candidate[] =>
  [...Map.groupBy(checked, ({ label }) => label.finding_id).values()]
    .flatMap((group): Candidate[] => {
      const [first] = group;
      if (!first) return [];
      const { review_id, finding_id, persona_id, dimension, rating } = first.label;
      const useful = isUseful(rating);
      if (group.some(({ label }) => isUseful(label.rating) !== useful)) return [];
      const error = Math.abs(first.judged.p_useful - Number(useful));
      return [{ review_id, finding_id, persona_id, dimension, useful, error }];
    })
    .sort((a, b) => b.error - a.error || (a.finding_id < b.finding_id ? -1 : 1));

/** The most wrongly predicted, spread over personas, dimensions and both kinds; empty if there are too few. */
export const chooseExamples = <Of extends Candidate>(candidates: readonly Of[]): Of[] => {
  const chosen: Of[] = [];
  const left = [...candidates];
  const alike = (one: Of, name: 'persona_id' | 'dimension' | 'useful') =>
    chosen.filter((other) => other[name] === one[name]).length;
  const worth = (one: Of) =>
    one.error * 0.5 ** (alike(one, 'persona_id') + alike(one, 'dimension') + alike(one, 'useful'));
  while (chosen.length < MAX_EXAMPLES && left.length > 0) {
    const best = left.reduce((most, one) => (worth(one) > worth(most) ? one : most));
    left.splice(left.indexOf(best), 1);
    chosen.push(best);
  }
  const hasBoth = chosen.some(({ useful }) => useful) && chosen.some(({ useful }) => !useful);
  return hasBoth && chosen.length >= MIN_EXAMPLES ? chosen : [];
};

/** Ratings in each arm of a trial after which it may end. */
export const LOOKS = [60, 120, 240] as const;
/** Over all looks, examples that a judge ignores are kept in about one of 25 trials of the eval. */
const KEEP_AT = 0.995;
/** Less likely than that, a set isn't worth more ratings. */
const DROP_AT = 0.3;
const ROUNDS = 400;

type Sums = ReturnType<typeof lossesOf>;

const skillOf = (reviews: readonly Sums[]): number =>
  1 - reviews.reduce((sum, { model }) => sum + model, 0) / reviews.reduce((sum, { base }) => sum + base, 0);

const byReview = (checked: readonly Checked[]): Sums[] =>
  [...Map.groupBy(checked, ({ label }) => label.review_id).values()].map(lossesOf);

/** How often the skill with examples is higher, in draws of whole reviews. */
const chanceOfGain = (without: readonly Sums[], within: readonly Sums[]): number => {
  const chance = chanceFrom(without.length * 1000 + within.length);
  const drawn = (reviews: readonly Sums[]) =>
    skillOf(reviews.map((one) => reviews[Math.floor(chance() * reviews.length)] ?? one));
  let higher = 0;
  for (let round = 0; round < ROUNDS; round += 1) if (drawn(within) > drawn(without)) higher += 1;
  return higher / ROUNDS;
};

export type Verdict = 'keep' | 'drop' | 'go on';

const reviewsIn = (labels: readonly Label[]): number => new Set(labels.map(({ review_id }) => review_id)).size;

/** How many looks the ratings of a trial allow. */
export const looksAt = (without: readonly Label[], within: readonly Label[]): number => {
  const least = Math.min(without.length, within.length);
  const enough = Math.min(reviewsIn(without), reviewsIn(within)) >= ENOUGH.reviews;
  return enough ? LOOKS.filter((look) => look <= least).length : 0;
};

/**
 * Compares held-out skill of reviews with and without examples, whose ratings were given at the same time: both arms are
 * fitted apart and judged by folds of reviews and, from three raters on, of raters; the smaller chance counts.
 */
export const judgeTrial = (
  without: readonly Label[],
  within: readonly Label[],
  prior: Calibrator,
  looks = looksAt(without, within),
): Verdict => {
  if (looks === 0) return 'go on';
  const arms = [without, within].map((labels) => ({ labels, fitted: fit(labels, prior) }));
  const [one = [], other = []] = arms.map(({ labels, fitted }) => byReview(checkedByReview(labels, prior, fitted)));
  const [rated, ratedWithin] = arms.map(({ labels, fitted }) => checkedByRater(labels, prior, fitted));
  const gain = Math.min(
    chanceOfGain(one, other),
    rated && ratedWithin ? chanceOfGain(byReview(rated), byReview(ratedWithin)) : 1,
  );
  if (gain >= KEEP_AT) return 'keep';
  return gain < DROP_AT || looks === LOOKS.length ? 'drop' : 'go on';
};
