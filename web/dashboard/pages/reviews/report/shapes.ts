import type { OutputOf } from '../../../../client/index.ts';

/** What is shown of a review: what its share link tells, and no more is needed. */
export type ReportedReview = OutputOf<'getSharedReview'>;
export type ReportedFeedback = OutputOf<'listSharedFeedback'>;
export type ReportedFinding = ReportedFeedback['items'][number];
export type ReportedPersona = ReportedReview['personas'][number];

/** How whoever looks rates; absent where nobody does. */
export interface Rating {
  of: (finding_id: string) => { rating: number | null; comment: string };
  save: (finding_id: string, rating: number, comment: string) => void;
}

/** Whether ratings of anybody stand behind `p_useful`; without any it is nearly the same for all findings. */
export const isInformed = ({ calibration }: ReportedReview): boolean =>
  calibration !== null && calibration.basis !== 'raw';

/** What scores less asks for work. */
export const PROBLEM_BELOW = 3.5;
export const GOOD_FROM = 4;
