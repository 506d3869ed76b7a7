import { transactOnce } from '../../kit/access/idempotency.ts';
import { actorIdOf, auditEntry } from '../../kit/audit/audit-log.ts';
import { SECOND } from '../../kit/clock.ts';
import { notFound } from '../../kit/errors.ts';
import type { Call } from '../../kit/http/serve.ts';
import { keys } from '../../kit/table/keys.ts';
import type { Table, Write } from '../../kit/table/table.ts';
import { owed } from '../../owed/jobs.ts';
import type { Judge } from '../judge/calibration/calibrator.ts';
import { judgeKey } from '../judge/calibrators.ts';
import { isFact, isOfPanel } from '../judge/conclude.ts';
import { termsIn } from '../judge/judge-review.ts';
import type { FindingRow, LabelRow, RatingRow } from '../rows.ts';
import { raterOf } from './rater.ts';
import { isLiveReview, type WholeReview } from './review-reader.ts';

/** Ratings within this time owe one refit, at its end. */
const TOGETHER_MS = 2 * SECOND;

export const ratingStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;
  const rater_id = actorIdOf(call.actor);
  const rater = raterOf(workspace_id, rater_id);

  /** The label, and the refit that is owed for it. */
  const learnedFrom = (
    judge: Judge,
    { row, runs }: WholeReview,
    finding: FindingRow,
    { rating }: RatingRow,
  ): Write[] => {
    const at = call.now;
    const label: LabelRow = {
      review_id: row.id,
      finding_id: finding.id,
      persona_id: finding.persona_id,
      dimension: finding.dimension,
      rater,
      source: 'rating',
      terms: termsIn(runs)(finding),
      rating,
      rated_at: at,
      judge,
      ...(row.examples && { trial: row.examples.hash }),
    };
    const name = judgeKey(judge);
    const calibrator = keys.calibrator(workspace_id, name);
    const due = Math.ceil((at + 1) / TOGETHER_MS) * TOGETHER_MS;
    return [
      { put: { ...keys.label(workspace_id, name, finding.id, rater), ...label } },
      {
        update: calibrator,
        set: {
          judge,
          ...owed('refit-calibrator', calibrator, due),
          wait_seconds: Math.ceil((due - at) / SECOND),
        },
        add: { labels_since: 1 },
      },
    ];
  };

  return {
    rate: async (
      whole: WholeReview,
      finding: FindingRow,
      { rating, comment }: { rating: number; comment: string },
    ): Promise<RatingRow[]> => {
      const { row, ratings } = whole;
      const { judge } = row;
      const isLearned = judge !== null && !isOfPanel(finding) && !isFact(finding);
      const at = call.now;
      const rated: RatingRow = { finding_id: finding.id, rater_id, rating, comment, rated_at: at };
      const learned = isLearned ? learnedFrom(judge, whole, finding, rated) : [];
      const writes: Write[] = [
        {
          check: keys.review(workspace_id, row.id),
          when: [...isLiveReview(call.scope), ['in', 'status', ['complete', 'partial']]],
          else: notFound,
        },
        { put: { ...keys.rating(workspace_id, row.id, finding.id, rater_id), ...rated } },
        ...learned,
        auditEntry(workspace_id, call.actor, 'review.rate', { review_id: row.id, feedback_id: finding.id, rating }),
      ];
      const { replayed } = await transactOnce(table, call.once, { id: finding.id }, writes);
      const isOwn = (one: RatingRow) => one.finding_id === finding.id && one.rater_id === rater_id;
      // A repeat does not undo a later rating.
      if (replayed && ratings.some(isOwn)) return ratings;
      return [...ratings.filter((one) => !isOwn(one)), rated];
    },
  };
};
