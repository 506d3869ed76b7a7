import type * as z from 'zod';
import { presentCalibration } from '../judge/judge-review.ts';
import type { Judged } from '../judge/judge-whole.ts';
import type { FindingRow, RatingRow } from '../rows.ts';
import type { Feedback, FeedbackList, SharedFeedbackList } from '../schema.ts';
import type { WholeReview } from './whole-review.ts';

type Finding = z.input<typeof SharedFeedbackList>['items'][number];

/** Until all personas have ended nothing is judged, and nobody's agreement is assured. */
const UNJUDGED = { p_useful: null, interval: null, needs_human: true, calibrated: false } as const;

const presentFinding = (finding: FindingRow, judged: Judged | undefined): Finding => {
  const { id, persona_id, dimension, score, comment, suggestion, quote, element, grounded } = finding;
  const said = { id, persona_id, dimension, score, comment, suggestion, quote, element, grounded };
  if (!judged) return { ...said, ...UNJUDGED };
  const { p_useful, interval, needs_human, calibrated } = judged.of(finding);
  return { ...said, p_useful, interval, needs_human, calibrated };
};

const presentRatings = (ratings: readonly RatingRow[], rater_id: string) => {
  const own = ratings.find((rating) => rating.rater_id === rater_id);
  const sum = ratings.reduce((total, { rating }) => total + rating, 0);
  return {
    rating: own?.rating ?? null,
    rating_comment: own?.comment ?? '',
    ratings: { count: ratings.length, mean: ratings.length > 0 ? sum / ratings.length : null },
  };
};

/** A finding as `rater_id` sees it: how probably it is useful, their own rating, and how many there are. */
export const presentFeedback = (
  finding: FindingRow,
  judged: Judged | undefined,
  ratings: readonly RatingRow[],
  rater_id: string,
): z.input<typeof Feedback> => ({
  ...presentFinding(finding, judged),
  ...presentRatings(
    ratings.filter(({ finding_id }) => finding_id === finding.id),
    rater_id,
  ),
});

const listed = <Shown>({ row }: WholeReview, judged: Judged | undefined, items: Shown[]) => ({
  items,
  next_cursor: null,
  calibration: judged ? presentCalibration(judged.calibrator, row.judge) : null,
});

/** All findings of a review, in the order of its panel. */
export const presentFeedbackList = (
  whole: WholeReview,
  judged: Judged | undefined,
  rater_id: string,
): z.input<typeof FeedbackList> =>
  listed(
    whole,
    judged,
    whole.findings.map((finding) => presentFeedback(finding, judged, whole.ratings, rater_id)),
  );

/** The same for whoever holds a share link: no rating, and nothing of who rated. */
export const presentSharedFeedbackList = (
  whole: WholeReview,
  judged: Judged | undefined,
): z.input<typeof SharedFeedbackList> =>
  listed(
    whole,
    judged,
    whole.findings.map((finding) => presentFinding(finding, judged)),
  );
