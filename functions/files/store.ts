import { keys } from '../kit/keys.ts';
import type { Table } from '../kit/table.ts';

const KEPT = /^kept\/([^/]+)\/([^/]+)\/([^/]+)\/[^/]+$/;

/** Whose a kept object is, read for callers who hold nothing but its signed address. */
export const fileStore = (table: Table) => ({
  /** Whether the workspace, the site and the annotation that an object belongs to all stand. */
  belongsToLiving: async (key: string): Promise<boolean> => {
    const [, ws, site, annotation] = KEPT.exec(key) ?? [];
    if (!ws || !site || !annotation) return false;
    const [workspace, row] = await Promise.all([
      table.get(keys.workspace(ws)),
      table.get(keys.annotation(ws, annotation)),
    ]);
    if (!workspace || workspace.deleted_at !== undefined || !row || row.deleted_at !== undefined) return false;
    const isRemoved = workspace.deleted_sites instanceof Set && workspace.deleted_sites.has(site);
    return row.site_id === site && !isRemoved;
  },
});
