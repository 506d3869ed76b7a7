import { fields, nullable, number, oneOf, text } from '../kit/table/fields.ts';
import { keys, partitions, places, showcasePartition } from '../kit/table/keys.ts';
import { allOf, requireIds, requireIdsOf } from '../kit/table/record.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { changeWhileDeleted, sortable } from '../personas/listing.ts';

const readPlaced = fields({
  review_id: text,
  workspace_id: text,
  state: oneOf(['pending', 'approved', 'rejected']),
  pending_since: number,
  decided_at: nullable(number),
});
type Placed = ReturnType<typeof readPlaced>;

/** A rejected entry has none. */
export const listingKeys = ({ review_id, workspace_id, state, pending_since, decided_at }: Placed): Item => {
  if (state === 'rejected') return {};
  const at = state === 'pending' ? pending_since : (decided_at ?? pending_since);
  const gsi1sk = places.showcase(sortable(at), review_id, workspace_id);
  return { gsi1pk: partitions.showcase(state), gsi1sk };
};

export const LISTING = ['gsi1pk', 'gsi1sk'] as const;

export const placed = (place: string): { review_id: string; workspace_id: string } => {
  const [, review_id, workspace_id] = requireIdsOf(places.showcase, place);
  return { review_id, workspace_id };
};

const changeShowcased = async (
  table: Table,
  workspace_id: string,
  deleted_at: number,
  change: (entry: Placed) => { set?: Item; remove?: readonly string[] },
): Promise<void> => {
  const marks = await table.queryAll({
    ...allOf(keys.showcasedReview, workspace_id),
    consistent: true,
  });
  const wanted = marks.map((mark) => keys.showcaseReview(requireIds(keys.showcasedReview, mark)[1]));
  // Their own fields, so that bundles that only hide and show have no shapes of reviews.
  const entries = (await table.getMany(wanted, { consistent: true })).map(readPlaced);
  const changes = entries.map(
    (entry): Write => ({
      update: keys.showcaseReview(entry.review_id),
      when: [['=', 'state', entry.state]],
      ...change(entry),
    }),
  );
  await changeWhileDeleted(table, workspace_id, deleted_at, changes);
};

/** Best effort: the lists check the workspace, too. */
export const hideShowcased = (table: Table, workspace_id: string, deleted_at: number): Promise<void> =>
  changeShowcased(table, workspace_id, deleted_at, () => ({ remove: LISTING })).catch(() => undefined);

/** Call it before the workspace is restored, so that nothing is lost in between. */
export const showShowcased = (table: Table, workspace_id: string, deleted_at: number): Promise<void> =>
  changeShowcased(table, workspace_id, deleted_at, (entry) =>
    entry.state === 'rejected' ? { remove: LISTING } : { set: listingKeys(entry) },
  );

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
