import { LIVE } from '../kit/table/expression.ts';
import { type Key, keys } from '../kit/table/keys.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { EntryRow } from './schema.ts';

/** A showcase entry's owner: all of it must exist for anyone to see the entry. */
export type Owner = Pick<EntryRow, 'workspace_id' | 'review_id'>;

const keysOf = ({ workspace_id, review_id }: Owner): Key[] => [
  keys.showcaseReview(review_id),
  keys.workspace(workspace_id),
  keys.review(workspace_id, review_id),
];

const isStanding = (row: Item | undefined): row is Item => row !== undefined && row.deleted_at === undefined;

/** Entries whose workspace, site and review all stand, in the order of `owners`: one batch for each hundred rows. */
export const standingEntries = async (table: Table, owners: readonly Owner[]): Promise<EntryRow[]> => {
  const wanted = new Map(owners.flatMap(keysOf).map((key) => [`${key.pk} ${key.sk}`, key]));
  const rows = wanted.size > 0 ? await table.getMany([...wanted.values()], { consistent: true }) : [];
  const byKey = new Map(rows.map((row) => [`${row.pk} ${row.sk}`, row]));
  return owners.flatMap((owner) => {
    const [entry, workspace, review] = keysOf(owner).map(({ pk, sk }) => byKey.get(`${pk} ${sk}`));
    if (!entry || !isStanding(workspace) || !isStanding(review)) return [];
    const { deleted_sites } = workspace;
    const isRemoved = deleted_sites instanceof Set && deleted_sites.has(review.widget_site_id);
    return isRemoved || entry.workspace_id !== owner.workspace_id ? [] : [EntryRow.parse(entry)];
  });
};

const STANDS: Write['when'] = LIVE;

/** The checks that all of it still stands when something is written. The review's own row is for the caller to ask. */
export const stillStanding = ({ workspace_id, site_id }: Pick<EntryRow, 'workspace_id' | 'site_id'>): Write[] => [
  { check: keys.workspace(workspace_id), when: STANDS },
  ...(site_id === null ? [] : [{ check: keys.site(workspace_id, site_id), when: STANDS }]),
];
