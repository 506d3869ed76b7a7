import { transactOnce } from '../../kit/access/idempotency.ts';
import { actorIdOf, auditEntry } from '../../kit/audit/audit-log.ts';
import { notFound } from '../../kit/errors.ts';
import type { Call } from '../../kit/http/serve.ts';
import { keys } from '../../kit/table/keys.ts';
import type { Table, Write } from '../../kit/table/table.ts';
import type { FindingRow } from '../finding-rows.ts';
import type { RatingRow } from '../rating-rows.ts';
import { learnedFrom } from './learn.ts';
import { raterOf } from './rater.ts';
import { isLiveReview, type WholeReview } from './review-reader.ts';

export const ratingStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;
  const rater_id = actorIdOf(call.actor);
  const rater = raterOf(workspace_id, rater_id);

  return {
    rate: async (
      whole: WholeReview,
      finding: FindingRow,
      { rating, comment }: { rating: number; comment: string },
    ): Promise<RatingRow[]> => {
      const { row, ratings } = whole;
      const at = call.now;
      const rated: RatingRow = { finding_id: finding.id, rater_id, rating, comment, rated_at: at };
      const writes: Write[] = [
        {
          check: keys.review(workspace_id, row.id),
          when: [...isLiveReview(call.scope), ['in', 'status', ['complete', 'partial']]],
          else: notFound,
        },
        { put: { ...keys.rating(workspace_id, row.id, finding.id, rater_id), ...rated } },
        ...learnedFrom(whole, finding, { rater, source: 'rating', rating, at }),
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
