import { isSiteDeleted } from '../kit/access/membership.ts';
import { LIVE } from '../kit/table/expression.ts';
import { type Key, keys, partitions } from '../kit/table/keys.ts';
import type { PageRequest } from '../kit/table/page.ts';
import { mapPage, readPage } from '../kit/table/page.ts';
import { allOf, isLive, textAt } from '../kit/table/record.ts';
import type { Query, Table, Write } from '../kit/table/table.ts';
import { placed } from './listing.ts';
import { type EntryRow, entryRows } from './schema.ts';

/** All of it must exist for anyone to see the entry. */
type Owner = Pick<EntryRow, 'workspace_id' | 'review_id'>;

const keysOf = ({ workspace_id, review_id }: Owner): Key[] => [
  keys.showcaseReview(review_id),
  keys.workspace(workspace_id),
  keys.review(workspace_id, review_id),
];

export const standingEntries = async (table: Table, owners: readonly Owner[]): Promise<EntryRow[]> => {
  const rows = await table.getEach(owners.flatMap(keysOf), { consistent: true });
  return owners.flatMap((owner, at) => {
    const [entry, workspace, review] = rows.slice(at * 3);
    if (!entry || !isLive(workspace) || !isLive(review)) return [];
    const isRemoved = isSiteDeleted(workspace, review.widget_site_id);
    return isRemoved || entry.workspace_id !== owner.workspace_id ? [] : [entryRows.parse(entry)];
  });
};

/** The caller checks the review's own row. */
export const stillStanding = ({ workspace_id, site_id }: Pick<EntryRow, 'workspace_id' | 'site_id'>): Write[] => [
  { check: keys.workspace(workspace_id), when: LIVE },
  ...(site_id === null ? [] : [{ check: keys.site(workspace_id, site_id), when: LIVE }]),
];

export const queryReports = (table: Table, review_id: string, request: Pick<Query, 'newestFirst' | 'limit'>) =>
  table.query({
    ...allOf(keys.showcaseReport, review_id),
    consistent: true,
    ...request,
  });

/** Pending: longest waiting first; approved: newest first. Without what is gone, even if the index still lists it. */
export const pageOfStanding = async (table: Table, state: 'pending' | 'approved', { limit, cursor }: PageRequest) => {
  const partition = partitions.showcase(state);
  const page = await readPage(table, {
    query: { index: 'gsi1', partition, newestFirst: state === 'approved' },
    limit,
    cursor,
    binding: { route: `showcase ${state}`, workspace_id: '', filter: {} },
    position: (row) => textAt(row, 'gsi1sk'),
    startKey: (place) => ({ ...keys.showcaseReview(placed(place).review_id), gsi1pk: partition, gsi1sk: place }),
  });
  const owners = mapPage(page, (row) => placed(textAt(row, 'gsi1sk')));
  const entries = (await standingEntries(table, owners.items)).filter((entry) => entry.state === state);
  const byReview = new Map(entries.map((entry) => [entry.review_id, entry]));
  return mapPage(owners, ({ review_id }) => byReview.get(review_id));
};
