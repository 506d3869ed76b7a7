import type { Judged } from '../judge/judge-review.ts';
import type { Reported } from '../report/what-to-fix.ts';
import { presentFeedbackList } from './present-feedback.ts';
import { presentShared } from './present-shared.ts';
import type { WholeReview } from './review-reader.ts';

/** A review with its findings, as reports need them. */
export const reportedOf = (whole: WholeReview, judged: Judged | undefined, rater_id = ''): Reported => ({
  review: presentShared(whole, judged),
  feedback: presentFeedbackList(whole, judged, rater_id).items,
});
