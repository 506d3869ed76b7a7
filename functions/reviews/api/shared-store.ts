import { readSecret } from '../../kit/access/secrets.ts';
import { notFound } from '../../kit/errors.ts';
import { isSame, sha256 } from '../../kit/server-keys.ts';
import { keys, reviewPartition } from '../../kit/table/keys.ts';
import type { Item, Table } from '../../kit/table/table.ts';
import { toWholeReview, type WholeReview } from './whole-review.ts';

/** All rows of a review but its content. */
export const reviewRows = async (table: Table, workspace_id: string, id: string): Promise<Item[]> => {
  const rows: Item[] = [];
  let after: Item | undefined;
  do {
    const partition = reviewPartition(workspace_id, id);
    const page = await table.query({ partition, sort: ['>=', 'FINDING#'], consistent: true, after });
    rows.push(...page.items);
    after = page.last;
  } while (after);
  return rows;
};

/** Reviews for whoever holds a share token and nothing else. */
export const sharedStore = (table: Table) => ({
  /** The same 404 for a token that was never issued, and for what was deleted with its review, site or workspace. */
  get: async (token: string): Promise<WholeReview> => {
    const [ws, id] = readSecret('share', token) ?? [];
    if (!ws || !id) throw notFound();
    const [workspace, rows] = await Promise.all([table.get(keys.workspace(ws)), reviewRows(table, ws, id)]);
    const found = rows.find(({ sk }) => sk === 'REVIEW');
    if (!workspace || workspace.deleted_at !== undefined || !found || found.deleted_at !== undefined) throw notFound();
    if (workspace.deleted_sites instanceof Set && workspace.deleted_sites.has(found.widget_site_id)) throw notFound();
    const whole = toWholeReview(ws, rows);
    if (!whole?.row.shared || !isSame(whole.row.shared.hash, sha256(token))) throw notFound();
    return whole;
  },
});
