import { logBug } from './log.ts';

interface Change {
  /** The sequence number of its record. */
  itemIdentifier: string;
}

type Group<T> = readonly [T, ...T[]];

/**
 * Works on groups of a stream's changes side by side. Returns the records to try again: those of each group that
 * failed, unless `giveUp` lets it pass.
 */
export const tryGroups = async <T extends Change>(
  name: string,
  changes: readonly T[],
  groupOf: (change: T) => string,
  work: (group: Group<T>) => Promise<unknown>,
  giveUp: (group: Group<T>) => Promise<boolean> = async () => false,
): Promise<string[]> => {
  const groups = [...Map.groupBy(changes, groupOf).values()] as unknown as Group<T>[];
  const failed = await Promise.all(
    groups.map(async (group) => {
      try {
        await work(group);
        return [];
      } catch (error) {
        logBug(name, error);
        return (await giveUp(group)) ? [] : group.map(({ itemIdentifier }) => itemIdentifier);
      }
    }),
  );
  return [...new Set(failed.flat())];
};
