import type * as z from 'zod';
import type { FactList, Feedback } from '../feedback-schema.ts';
import type { SharedReview } from '../schema.ts';

export type ReportedFinding = z.input<typeof Feedback>;
export type ReportedReview = z.input<typeof SharedReview>;

export interface Reported {
  /** Of its reader; English by default. */
  language?: 'en' | 'de' | undefined;
  review: ReportedReview;
  feedback: ReportedFinding[];
  facts?: z.input<typeof FactList> | undefined;
}

type Item = Pick<ReportedFinding, 'id' | 'kind' | 'grounded' | 'evidence' | 'same_as' | 'struck'> & {
  p_useful?: number | null;
  rule?: string | null | undefined;
};

interface Calibrated {
  calibration?: { state?: string | undefined } | null;
}

interface Concluded<F extends Item> {
  review: Pick<ReportedReview, 'conclusion'> & Calibrated;
  feedback: readonly F[];
}

/** A finding with those that mean the same. */
export interface Merged<F> {
  lead: F;
  others: F[];
}

/** `p_useful` is shown only if held-out ratings show that it says something. */
export const isInformed = ({ calibration }: Calibrated): boolean => calibration?.state === 'calibrated';

/** A wider interval says next to nothing. */
const WIDE = 0.6;

export const tellingInterval = ({ interval }: Pick<ReportedFinding, 'interval'>): readonly number[] | null => {
  const [low = 0, high = 1] = interval ?? [];
  return interval && high - low < WIDE ? interval : null;
};

const mergedIn = <F extends Item>(feedback: readonly F[], lead: F): Merged<F> => ({
  lead,
  others: feedback.filter(({ same_as }) => same_as === lead.id),
});

/** Faults as the review's conclusion orders them, most urgent first; the most useful first if people's ratings tell. */
export const orderOf = <F extends Item>({ review, feedback }: Concluded<F>): string[] => {
  const order = review.conclusion?.order ?? [];
  if (!isInformed(review)) return order;
  // A finding without a usefulness to compare, such as a fact or one of the panel, keeps its place.
  const useful = new Map(feedback.flatMap(({ id, p_useful }) => (p_useful == null ? [] : [[id, p_useful] as const])));
  const judged = order
    .filter((id) => useful.has(id))
    .toSorted((one, other) => (useful.get(other) ?? 0) - (useful.get(one) ?? 0));
  return order.map((id) => (useful.has(id) ? (judged.shift() ?? id) : id));
};

/** Faults that are measured, or have a place in the content, in that order. */
export const whatToFix = <F extends Item>({ review, feedback }: Concluded<F>, most: number): Merged<F>[] => {
  const byId = new Map(feedback.map((one) => [one.id, one]));
  return orderOf({ review, feedback })
    .flatMap((id) => byId.get(id) ?? [])
    .filter(({ evidence, rule }) => rule || evidence.length > 0)
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

/** With this part of findings without evidence, the score says little. */
const MUCH = 0.25;

/** How many findings have no evidence, if they are that many. Without facts: no panel’s score depends on them. */
export const bareIn = (
  feedback: readonly Pick<Item, 'grounded' | 'rule'>[],
): { bare: number; count: number } | undefined => {
  const judged = feedback.filter(({ rule }) => !rule);
  const count = judged.length;
  const bare = judged.filter(({ grounded }) => !grounded).length;
  return bare / count >= MUCH ? { bare, count } : undefined;
};
