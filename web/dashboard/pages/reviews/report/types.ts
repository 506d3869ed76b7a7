import type { OutputOf } from '../../../../client/index.ts';

/** The part of a review that its share link exposes, which is all a report needs. */
export type ReportedReview = OutputOf<'getSharedReview'>;
export type ReportedFeedback = OutputOf<'listSharedFeedback'>;
export type ReportedFinding = ReportedFeedback['items'][number];
export type ReportedFacts = OutputOf<'listSharedFacts'>;
export type ReportedPersona = ReportedReview['personas'][number];

/** Saves the reader's rating; absent for readers who can't rate. */
export interface Rating {
  of: (finding_id: string) => { rating: number | null; comment: string };
  save: (finding_id: string, rating: number, comment: string) => void;
}
