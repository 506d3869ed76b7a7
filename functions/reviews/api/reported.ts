import type { Fact } from '../../facts/fact.ts';
import type { Judged } from '../judge/judge-review.ts';
import type { Reported } from '../report/what-to-fix.ts';
import { presentFacts } from './present-facts.ts';
import { presentFeedbackList } from './present-feedback.ts';
import { presentShared } from './present-shared.ts';
import type { WholeReview } from './review-reader.ts';

/** A review with its findings, as reports need them. */
export const reportedOf = (
  whole: WholeReview,
  judged: Judged | undefined,
  { rater_id = '', facts }: { rater_id?: string; facts?: readonly Fact[] } = {},
): Reported => ({
  review: presentShared(whole, judged),
  feedback: presentFeedbackList(whole, judged, rater_id).items,
  ...(facts && { facts: presentFacts(whole, facts) }),
});
