import { scratchKeys } from '../kit/table/keys.ts';
import type { Table, Write } from '../kit/table/table.ts';
import { partitionOf, SCRATCH, type SearchedSite } from './blocks.ts';

/** All but marks of deleted notes: they hold no words, keep late writes out, and expire. False if time ran out. */
export const removeSiteFromSearch = async (
  { table, hasTime }: { table: Table; hasTime: () => boolean },
  place: SearchedSite,
): Promise<boolean> => {
  const rows = table.pages({
    ...SCRATCH,
    partition: partitionOf(place),
    filter: [['absent', 'gone']],
    project: ['pk', 'sk'],
    consistent: true,
  });
  for await (const found of rows) {
    if (!hasTime()) return false;
    await table.removeMany(found, SCRATCH);
  }
  return true;
};

/** For the transaction that creates the site: all of its notes will be indexed. */
export const searchedFromStart = (ws: string, site: string): Write => ({
  in: 'scratch',
  put: { ...scratchKeys.searchSite(ws, site) },
});

/** Until an operator indexes the site again, answers say that notes may be missing. */
export const markIncomplete = async (table: Table, { ws, site }: SearchedSite): Promise<void> => {
  await table.putIf({ ...scratchKeys.searchSite(ws, site), incomplete: true }, [['exists', 'pk']], SCRATCH);
};
