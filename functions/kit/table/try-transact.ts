import { ConditionFailed, type Table, type Write } from './table.ts';

/** Returns the indexes of the writes whose conditions failed. */
export const failedWrites = async (table: Table, writes: readonly Write[]): Promise<readonly number[]> => {
  try {
    await table.transact(writes);
    return [];
  } catch (error) {
    if (error instanceof ConditionFailed) return error.failed;
    throw error;
  }
};

export const tryTransact = async (table: Table, writes: readonly Write[]): Promise<boolean> =>
  (await failedWrites(table, writes)).length === 0;

export const tryEach = async (table: Table, all: readonly (readonly Write[])[]): Promise<void> => {
  for (let start = 0; start < all.length; start += 20) {
    await Promise.all(all.slice(start, start + 20).map((writes) => tryTransact(table, writes)));
  }
};
