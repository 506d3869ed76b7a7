import { keys, objects } from '../kit/table/keys.ts';
import type { Item, Table } from '../kit/table/table.ts';

const KEPT = /^kept\/([^/]+)\/([^/]+)\/([^/]+)\/[^/]+$/;

const isStanding = (row: Item | undefined): row is Item => row !== undefined && row.deleted_at === undefined;

/** Whose a kept object is, read for callers who hold nothing but its signed address. */
export const fileStore = (table: Table) => ({
  /** Whether the workspace, the site and the annotation or review that an object belongs to all stand. */
  belongsToLiving: async (key: string): Promise<boolean> => {
    const [, ws, folder, id] = KEPT.exec(key) ?? [];
    if (!ws || !folder || !id) return false;
    const isOfReview = key.startsWith(objects.reviewFolder(ws, id));
    const [workspace, row] = await Promise.all([
      table.get(keys.workspace(ws)),
      table.get(isOfReview ? keys.review(ws, id) : keys.annotation(ws, id)),
    ]);
    if (!isStanding(workspace) || !isStanding(row)) return false;
    const site = isOfReview ? row.widget_site_id : row.site_id;
    const isRemoved = workspace.deleted_sites instanceof Set && workspace.deleted_sites.has(site);
    return !isRemoved && (isOfReview || site === folder);
  },
});
