import { readSecret } from '../kit/access/secrets.ts';
import { isSame, sha256 } from '../kit/server-keys.ts';
import { keys } from '../kit/table/keys.ts';
import type { Table } from '../kit/table/table.ts';
import { SiteRow } from '../sites/schema.ts';

export const loaderStore = (table: Table) => ({
  /** The living site that a loader id names; undefined for every other. */
  findSite: async (loader_secret_id: string): Promise<SiteRow | undefined> => {
    const [ws, id] = readSecret('loader', loader_secret_id) ?? [];
    if (!ws || !id) return undefined;
    const [site, workspace] = await Promise.all([table.get(keys.site(ws, id)), table.get(keys.workspace(ws))]);
    if (!site || !workspace || site.deleted_at !== undefined || workspace.deleted_at !== undefined) return undefined;
    return isSame(String(site.loader_hash), sha256(loader_secret_id)) ? SiteRow.parse(site) : undefined;
  },
});
