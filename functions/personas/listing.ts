import { keys, partitions, workspacePartition } from '../kit/table/keys.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { tryTransact } from '../kit/table/try-transact.ts';

const TOGETHER = 20;

export interface Listed {
  id: string;
  category: string;
}

/** A published persona's place in the public lists. It names the workspace, so that one batch reads both rows. */
export const listingKeys = (workspace_id: string, { id, category }: Listed) => ({
  gsi1pk: partitions.marketplace(),
  gsi1sk: `${id}#${workspace_id}`,
  gsi2pk: partitions.marketplaceCategory(category),
  gsi2sk: `${id}#${workspace_id}`,
});

const LISTING = ['gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'] as const;

/** A workspace's published personas. */
const publishedBy = async (table: Table, workspace_id: string): Promise<Listed[]> => {
  const found: Listed[] = [];
  let after: Item | undefined;
  do {
    const page = await table.query({
      partition: workspacePartition(workspace_id),
      sort: ['begins_with', keys.publishedPersona(workspace_id, '').sk],
      consistent: true,
      after,
    });
    found.push(...page.items.map((row) => ({ id: String(row.id), category: String(row.category) })));
    after = page.last;
  } while (after);
  return found;
};

/** Each change holds only while the workspace is deleted since that moment; one that was withdrawn meanwhile is left alone. */
const changeEach = async (
  table: Table,
  workspace_id: string,
  deleted_at: number,
  change: (one: Listed) => Pick<Extract<Write, { update: unknown }>, 'set' | 'remove'>,
): Promise<void> => {
  const found = await publishedBy(table, workspace_id);
  for (let start = 0; start < found.length; start += TOGETHER) {
    const changes = found.slice(start, start + TOGETHER).map((one) =>
      tryTransact(table, [
        { check: keys.workspace(workspace_id), when: [['=', 'deleted_at', deleted_at]] },
        { update: keys.marketPersona(one.id), when: [['exists', 'pk']], ...change(one) },
      ]),
    );
    await Promise.all(changes);
  }
};

/**
 * Takes what a deleted workspace published out of the public lists. The lists ask for the workspace too, so what a fault
 * leaves standing here is hidden all the same.
 */
export const hidePublished = (table: Table, workspace_id: string, deleted_at: number): Promise<void> =>
  changeEach(table, workspace_id, deleted_at, () => ({ remove: LISTING })).catch(() => undefined);

/** Puts it back: to be called before the workspace is restored, so that nothing is lost between the two. */
export const showPublished = (table: Table, workspace_id: string, deleted_at: number): Promise<void> =>
  changeEach(table, workspace_id, deleted_at, (one) => ({ set: listingKeys(workspace_id, one) }));

/** Removes the public snapshots of a workspace that is being purged. Safe to repeat. */
export const removePublished = async (table: Table, workspace_id: string): Promise<void> => {
  const found = await publishedBy(table, workspace_id);
  await table.removeMany(found.map(({ id }) => keys.marketPersona(id)));
  await table.removeMany(found.map(({ id }) => keys.publishedPersona(workspace_id, id)));
};
