import { readSecret } from '../../kit/access/secrets.ts';
import { notFound } from '../../kit/errors.ts';
import { isSame, sha256 } from '../../kit/server-keys.ts';
import { rowsOf, sortPrefix } from '../../kit/table/key-ids.ts';
import { keys, reviewPartition } from '../../kit/table/keys.ts';
import type { StoredRow, Table } from '../../kit/table/table.ts';
import { toWholeReview, type WholeReview } from './whole-review.ts';

/** All rows of a review but its content. */
export const reviewRows = (table: Table, workspace_id: string, id: string): Promise<StoredRow[]> =>
  table.queryAll({
    partition: reviewPartition(workspace_id, id),
    sort: ['>=', sortPrefix(keys.finding)],
    consistent: true,
  });

/** Reviews for whoever holds a share token and nothing else. */
export const sharedStore = (table: Table) => ({
  /** The same 404 for a token that was never issued, and for what was deleted with its review, site or workspace. */
  get: async (token: string): Promise<WholeReview> => {
    const [ws, id] = readSecret('share', token) ?? [];
    if (!ws || !id) throw notFound();
    const [workspace, rows] = await Promise.all([table.get(keys.workspace(ws)), reviewRows(table, ws, id)]);
    const found = rowsOf(rows, keys.review)[0];
    if (!workspace || workspace.deleted_at !== undefined || !found || found.deleted_at !== undefined) throw notFound();
    if (workspace.deleted_sites instanceof Set && workspace.deleted_sites.has(found.widget_site_id)) throw notFound();
    const whole = toWholeReview(ws, rows);
    if (!whole?.row.shared || !isSame(whole.row.shared.hash, sha256(token))) throw notFound();
    return whole;
  },
});
