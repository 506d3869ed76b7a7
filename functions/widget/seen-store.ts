import { scratchKeys } from '../kit/keys.ts';
import type { Item, Table } from '../kit/table.ts';

/** When a site's widget was last seen, and where. */
export const seenStore = (table: Table) => ({
  put: (site: string, seen: Item) => table.put({ ...scratchKeys.seen(site), ...seen }, { in: 'scratch' }),
});
