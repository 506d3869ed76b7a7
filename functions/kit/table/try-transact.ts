import { ConditionFailed, type Table, type Write } from './table.ts';

/** Runs a transaction. Resolves to the indexes of the writes whose conditions failed; empty if everything was written. */
export const failedWrites = async (table: Table, writes: readonly Write[]): Promise<readonly number[]> => {
  try {
    await table.transact(writes);
    return [];
  } catch (error) {
    if (error instanceof ConditionFailed) return error.failed;
    throw error;
  }
};

/** Runs a transaction; false if one of its conditions failed. */
export const tryTransact = async (table: Table, writes: readonly Write[]): Promise<boolean> =>
  (await failedWrites(table, writes)).length === 0;
