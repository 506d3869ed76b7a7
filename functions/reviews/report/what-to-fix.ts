import type * as z from 'zod';
import type { Feedback, SharedReview } from '../schema.ts';

export type ReportedFinding = z.input<typeof Feedback>;
export type ReportedReview = z.input<typeof SharedReview>;

export interface Reported {
  /** Of its reader; English by default. */
  language?: 'en' | 'de' | undefined;
  review: ReportedReview;
  feedback: ReportedFinding[];
}

type Item = Pick<ReportedFinding, 'id' | 'kind' | 'grounded' | 'evidence' | 'same_as' | 'struck'>;

interface Concluded<F extends Item> {
  review: Pick<ReportedReview, 'conclusion'>;
  feedback: readonly F[];
}

/** A finding with those that mean the same. */
export interface Merged<F> {
  lead: F;
  others: F[];
}

/** `p_useful` is shown only where held-out ratings show that it says something. */
export const isInformed = ({ calibration }: { calibration: { state?: string | undefined } | null }): boolean =>
  calibration?.state === 'calibrated';

const mergedIn = <F extends Item>(feedback: readonly F[], lead: F): Merged<F> => ({
  lead,
  others: feedback.filter(({ same_as }) => same_as === lead.id),
});

/** Faults with a place in the content, most urgent first, as the review's conclusion orders them. */
export const whatToFix = <F extends Item>({ review, feedback }: Concluded<F>, most: number): Merged<F>[] => {
  const byId = new Map(feedback.map((one) => [one.id, one]));
  return (review.conclusion?.order ?? [])
    .flatMap((id) => byId.get(id) ?? [])
    .filter(({ evidence }) => evidence.length > 0)
    .slice(0, most)
    .map((lead) => mergedIn(feedback, lead));
};

const isStrength = ({ kind, grounded, same_as, struck }: Item): boolean =>
  kind === 'strength' && grounded && same_as === null && struck === null;

/** Strengths with evidence; those that several personas name come first. */
export const whatWorks = <F extends Item>({ feedback }: Pick<Concluded<F>, 'feedback'>, most: number): Merged<F>[] =>
  feedback
    .filter(isStrength)
    .map((lead) => mergedIn(feedback, lead))
    .toSorted((one, other) => other.others.length - one.others.length)
    .slice(0, most);
