import { keys, partitions } from '../kit/table/keys.ts';
import { mapPage } from '../kit/table/page.ts';
import { readPage } from '../kit/table/paging.ts';
import type { Table } from '../kit/table/table.ts';
import { placed } from './listing.ts';
import { standingEntries } from './standing.ts';

/**
 * One page of the entries in a state, over all workspaces: what waits longest first, what is approved newest first. What of
 * it no longer stands is left out, whatever the index still says.
 */
export const pageOfStanding = async (
  table: Table,
  state: 'pending' | 'approved',
  { limit, cursor }: { limit: number; cursor: string | undefined },
) => {
  const partition = partitions.showcase(state);
  const page = await readPage(table, {
    query: { index: 'gsi1', partition, newestFirst: state === 'approved' },
    limit,
    cursor,
    binding: { route: `showcase ${state}`, workspace_id: '', filter: {} },
    position: (row) => String(row.gsi1sk),
    startKey: (place) => ({
      ...keys.showcaseReview(placed(place).review_id),
      gsi1pk: partition,
      gsi1sk: place,
    }),
  });
  const owners = mapPage(page, (row) => placed(String(row.gsi1sk)));
  const entries = (await standingEntries(table, owners.items)).filter((entry) => entry.state === state);
  const byReview = new Map(entries.map((entry) => [entry.review_id, entry]));
  return mapPage(owners, ({ review_id }) => byReview.get(review_id));
};
