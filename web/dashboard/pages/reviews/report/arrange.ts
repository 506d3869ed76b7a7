import { orderOf, whatToFix, whatWorks } from '../../../../../functions/reviews/report/what-to-fix.ts';
import type { ReportedFeedback, ReportedFinding, ReportedReview } from './types.ts';

const MAX_TO_FIX = 5;
const MAX_WORKS = 3;

/** A finding in the list of all. */
export interface Listed {
  finding: ReportedFinding;
  /** The same for all that say the same; undefined for struck ones. */
  number: number | undefined;
  /** It says the same as the one before it with this number. */
  isRepeat: boolean;
}

export interface Arrangement {
  toFix: ReportedFinding[];
  works: ReportedFinding[];
  /** Most urgent first, each followed by those that say the same; struck ones last. */
  listed: Listed[];
  numbers: ReadonlyMap<string, number>;
}

type Arranged = Pick<ReportedReview, 'conclusion'> & Partial<Pick<ReportedReview, 'calibration'>>;

export const arrange = (review: Arranged, { items }: Pick<ReportedFeedback, 'items'>): Arrangement => {
  const toFix = whatToFix({ review, feedback: items }, MAX_TO_FIX).map(({ lead }) => lead);
  const works = review.conclusion ? whatWorks({ feedback: items }, MAX_WORKS).map(({ lead }) => lead) : [];
  const urgent = [...toFix.map(({ id }) => id), ...orderOf({ review, feedback: items })];
  const order = new Map(urgent.reverse().map((id, at) => [id, at]));
  const urgency = ({ id }: ReportedFinding) => order.get(id) ?? -1;
  const kept = items.filter(({ struck }) => !struck);
  const ids = new Set(kept.map(({ id }) => id));
  const leads = kept
    .filter(({ same_as }) => same_as === null || !ids.has(same_as))
    .toSorted((one, other) => urgency(other) - urgency(one));
  const listed = leads.flatMap((lead, at) => [
    { finding: lead, number: at + 1, isRepeat: false },
    ...kept
      .filter(({ same_as }) => same_as === lead.id)
      .map((finding) => ({ finding, number: at + 1, isRepeat: true })),
  ]);
  const struck = items.flatMap((finding) => (finding.struck ? [{ finding, number: undefined, isRepeat: false }] : []));
  const numbers = new Map(listed.map(({ finding, number }) => [finding.id, number]));
  return { toFix, works, listed: [...listed, ...struck], numbers };
};

export const SHOWN = ['all', 4, 3, 2, 1, 'strengths', 'unrated', 'bare', 'human'] as const;
export type Shown = (typeof SHOWN)[number];

export interface Filter {
  shown: Shown;
  /** Empty: all. */
  persona: string;
  /** Those not rated when the filter was chosen, so that a finding doesn't vanish when rated. */
  unrated: ReadonlySet<string>;
}

export const ALL: Filter = { shown: 'all', persona: '', unrated: new Set() };

export const isShown = ({ shown, persona, unrated }: Filter, finding: ReportedFinding): boolean => {
  if (persona && finding.persona_id !== persona) return false;
  if (shown === 'unrated') return unrated.has(finding.id);
  if (shown === 'strengths') return finding.kind === 'strength';
  if (shown === 'bare') return !finding.grounded;
  if (shown === 'human') return finding.needs_human;
  return shown === 'all' || finding.severity === shown;
};
