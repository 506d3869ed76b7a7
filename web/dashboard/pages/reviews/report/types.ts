import type { OutputOf } from '../../../../client/index.ts';

/** The part of a review that its share link exposes, which is all a report needs. */
export type ReportedReview = OutputOf<'getSharedReview'>;
export type ReportedFeedback = OutputOf<'listSharedFeedback'>;
export type ReportedFinding = ReportedFeedback['items'][number];
export type ReportedPersona = ReportedReview['personas'][number];

/** Saves the reader's rating; absent for readers who can't rate. */
export interface Rating {
  of: (finding_id: string) => { rating: number | null; comment: string };
  save: (finding_id: string, rating: number, comment: string) => void;
}

/** Whether `p_useful` is based on any ratings; without any it is nearly the same for all findings. */
export const isInformed = ({ calibration }: ReportedReview): boolean =>
  calibration !== null && calibration.basis !== 'raw';

/** Findings below this score need work. */
export const PROBLEM_BELOW = 3.5;
export const GOOD_FROM = 4;
