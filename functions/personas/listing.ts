import { fields, number, text } from '../kit/table/fields.ts';
import { keys, partitions, places } from '../kit/table/keys.ts';
import { allOf } from '../kit/table/record.ts';
import type { Table, Write } from '../kit/table/table.ts';

const readListed = fields({ id: text, category: text, published_at: number });
type Listed = ReturnType<typeof readListed>;

/** Times as sort keys. */
export const sortable = (at: number): string => String(at).padStart(15, '0');

export const listingKeys = (workspace_id: string, { id, category, published_at }: Listed) => {
  const place = places.marketplace(sortable(published_at), id, workspace_id);
  return {
    gsi1pk: partitions.marketplace(),
    gsi1sk: place,
    gsi2pk: partitions.marketplaceCategory(category),
    gsi2sk: place,
  };
};

const LISTING = ['gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'] as const;

const publishedBy = (table: Table, workspace_id: string) =>
  table.queryAll({
    ...allOf(keys.publishedPersona, workspace_id),
    consistent: true,
  });

/** Only while the workspace is deleted since then; a row that changed concurrently is left alone. */
export const changeWhileDeleted = (
  table: Table,
  workspace_id: string,
  deleted_at: number,
  changes: readonly Write[],
): Promise<void> => {
  const isDeleted: Write = { check: keys.workspace(workspace_id), when: [['=', 'deleted_at', deleted_at]] };
  return table.tryEach(changes.map((change) => [isDeleted, change]));
};

const changePublished = async (
  table: Table,
  workspace_id: string,
  deleted_at: number,
  change: (one: Listed) => Pick<Extract<Write, { update: unknown }>, 'set' | 'remove'>,
): Promise<void> => {
  const published = (await publishedBy(table, workspace_id)).map(readListed);
  const changes = published.map(
    (one): Write => ({ update: keys.marketPersona(one.id), when: [['exists', 'pk']], ...change(one) }),
  );
  await changeWhileDeleted(table, workspace_id, deleted_at, changes);
};

/** Best effort: the lists check the workspace, too. */
export const hidePublished = (table: Table, workspace_id: string, deleted_at: number): Promise<void> =>
  changePublished(table, workspace_id, deleted_at, () => ({ remove: LISTING })).catch(() => undefined);

/** Call it before the workspace is restored, so that nothing is lost in between. */
export const showPublished = (table: Table, workspace_id: string, deleted_at: number): Promise<void> =>
  changePublished(table, workspace_id, deleted_at, (one) => ({ set: listingKeys(workspace_id, one) }));

export const removePublished = async (table: Table, workspace_id: string): Promise<void> => {
  const found = await publishedBy(table, workspace_id);
  await table.removeMany(found.map((row) => keys.marketPersona(readListed(row).id)));
  await table.removeMany(found);
};
