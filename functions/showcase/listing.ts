import { keys, partitions, showcasePartition, workspacePartition } from '../kit/table/keys.ts';
import type { Item, Table } from '../kit/table/table.ts';
import { tryTransact } from '../kit/table/try-transact.ts';
import type { EntryRow } from './schema.ts';

const TOGETHER = 20;

type Placed = Pick<EntryRow, 'review_id' | 'workspace_id' | 'state' | 'pending_since' | 'decided_at'>;

/** An entry's place in the queue or the public list; a rejected one has none. It names the owner, so that one batch reads all it depends on. */
export const listingKeys = ({ review_id, workspace_id, state, pending_since, decided_at }: Placed): Item => {
  if (state === 'rejected') return {};
  const at = state === 'pending' ? pending_since : (decided_at ?? pending_since);
  const place = [String(at).padStart(15, '0'), review_id, workspace_id].join('#');
  return { gsi1pk: partitions.showcase(state), gsi1sk: place };
};

export const LISTING = ['gsi1pk', 'gsi1sk'] as const;

/** Takes an entry's place apart. */
export const placed = (place: string): { review_id: string; workspace_id: string } => {
  const [, review_id = '', workspace_id = ''] = place.split('#');
  return { review_id, workspace_id };
};

/** An entry's row, typed by hand, so that bundles that only hide and show carry no shapes of reviews. */
const toPlaced = (row: Item): Placed => ({
  review_id: String(row.review_id),
  workspace_id: String(row.workspace_id),
  state: row.state as Placed['state'],
  pending_since: Number(row.pending_since),
  decided_at: typeof row.decided_at === 'number' ? row.decided_at : null,
});

/** The entries of a workspace. */
const entriesOf = async (table: Table, workspace_id: string): Promise<Placed[]> => {
  const marks: Item[] = [];
  let after: Item | undefined;
  do {
    const page = await table.query({
      partition: workspacePartition(workspace_id),
      sort: ['begins_with', keys.showcasedReview(workspace_id, '').sk],
      consistent: true,
      after,
    });
    marks.push(...page.items);
    after = page.last;
  } while (after);
  const wanted = marks.map(({ review_id }) => keys.showcaseReview(String(review_id)));
  const rows = wanted.length > 0 ? await table.getMany(wanted, { consistent: true }) : [];
  return rows.map(toPlaced);
};

/** Each change holds only while the workspace is deleted since that moment; an entry that went meanwhile is left alone. */
const changeEach = async (
  table: Table,
  workspace_id: string,
  deleted_at: number,
  change: (entry: Placed) => { set?: Item; remove?: readonly string[] },
): Promise<void> => {
  const found = await entriesOf(table, workspace_id);
  for (let start = 0; start < found.length; start += TOGETHER) {
    const changes = found.slice(start, start + TOGETHER).map((entry) =>
      tryTransact(table, [
        { check: keys.workspace(workspace_id), when: [['=', 'deleted_at', deleted_at]] },
        {
          update: keys.showcaseReview(entry.review_id),
          when: [['=', 'state', entry.state]],
          ...change(entry),
        },
      ]),
    );
    await Promise.all(changes);
  }
};

/**
 * Takes what a deleted workspace submitted out of the queue and the public list. Both ask for the workspace too, so what a
 * fault leaves standing here is hidden all the same.
 */
export const hideShowcased = (table: Table, workspace_id: string, deleted_at: number): Promise<void> =>
  changeEach(table, workspace_id, deleted_at, () => ({ remove: LISTING })).catch(() => undefined);

/** Puts it back: to be called before the workspace is restored, so that nothing is lost between the two. */
export const showShowcased = (table: Table, workspace_id: string, deleted_at: number): Promise<void> =>
  changeEach(table, workspace_id, deleted_at, (entry) =>
    entry.state === 'rejected' ? { remove: LISTING } : { set: listingKeys(entry) },
  );

/** Removes the entry of a review that is being purged; its slug stays taken, with nothing behind it. Safe to repeat. */
export const removeShowcased = async (
  table: Table,
  workspace_id: string,
  review_id: string,
  slug: string,
): Promise<void> => {
  const { items } = await table.query({ partition: showcasePartition(review_id), consistent: true });
  await table.put({ ...keys.showcase(slug), slug });
  await table.removeMany([...items, keys.showcasedReview(workspace_id, review_id)]);
};
