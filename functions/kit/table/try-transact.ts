import { ConditionFailed, type Table, type Write } from './table.ts';

/** Runs a transaction; false if one of its conditions does not hold. */
export const tryTransact = async (table: Table, writes: readonly Write[]): Promise<boolean> => {
  try {
    await table.transact(writes);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
};
