import type { Key } from '../kit/table/keys.ts';
import type { Query } from '../kit/table/table.ts';
import type { LongWork } from '../owed/long-work.ts';

const PAGE = 100;

/** False if time ran out. */
export const removeRows = async (
  { table, hasTime }: LongWork,
  query: Query,
  { but, before }: { but?: Key; before?: (found: readonly Key[]) => Promise<void> } = {},
): Promise<boolean> => {
  while (hasTime()) {
    const page = await table.query({ ...query, limit: PAGE, consistent: true });
    const found = page.items.filter(({ sk }) => sk !== but?.sk);
    if (found.length === 0) return true;
    await before?.(found);
    await table.removeMany(found);
  }
  return false;
};
