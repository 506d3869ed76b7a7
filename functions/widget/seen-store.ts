import { scratchKeys } from '../kit/table/keys.ts';
import type { Item, Table } from '../kit/table/table.ts';

/** When a site's widget was last seen, and where; and which page was last refused it. */
export const seenStore = (table: Table) => ({
  put: (site: string, seen: Item) => table.put({ ...scratchKeys.seen(site), ...seen }, { in: 'scratch' }),
  putRefused: (site: string, refused: Item) =>
    table.put({ ...scratchKeys.refused(site), ...refused }, { in: 'scratch' }),
});
