import { notFound } from '../../kit/errors.ts';
import type { Call } from '../../kit/http/serve.ts';
import { rowsOf } from '../../kit/table/key-ids.ts';
import { keys } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { ReviewRow } from '../rows.ts';
import { isReviewVisible } from './in-scope.ts';
import { reviewRows } from './shared-store.ts';
import { toWholeReview, type WholeReview } from './whole-review.ts';

/** Single reviews of the caller's workspace, as far as the caller sees their sites. */
export const reviewReader = (table: Table, { scope }: Pick<Call, 'scope'>) => {
  const { workspace_id } = scope;
  return {
    /** With its runs, findings and ratings: one Query, without the content. */
    get: async (id: string): Promise<WholeReview> => {
      const rows = await reviewRows(table, workspace_id, id);
      const found = rowsOf(rows, keys.review)[0];
      const whole = found && isReviewVisible(scope, found) ? toWholeReview(workspace_id, rows) : undefined;
      if (!whole) throw notFound();
      return whole;
    },

    /** The row alone. */
    getRow: async (id: string): Promise<ReviewRow> => {
      const row = await table.get(keys.review(workspace_id, id));
      if (!row || !isReviewVisible(scope, row)) throw notFound();
      return ReviewRow.parse(row);
    },
  };
};
