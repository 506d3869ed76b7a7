import { type Key, keys, objects } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { OWED } from '../../owed/jobs.ts';
import type { LongWork } from '../../owed/long-work.ts';

/** Remembers, before erasing, where files may hold it (`ws` or `ws/site`), for an interrupted erasure. */
export const touch = async (table: Table, row: Key, places: readonly string[]): Promise<void> => {
  if (places.length === 0) return;
  await table.tryTransact([{ update: row, add: { touched: new Set(places) }, when: [['=', 'job', 'erase-person']] }]);
};

export const removeMadeBefore = async (
  { table, storage, hasTime }: LongWork,
  places: readonly string[],
): Promise<boolean> => {
  for (const ws of new Set(places.map((place) => place.split('/')[0] ?? ''))) {
    await table.tryTransact([
      {
        update: keys.workspaceExport(ws),
        set: { state: 'failed' },
        remove: [...OWED, 'object_key'],
        when: [['exists', 'pk']],
      },
    ]);
    if (!(await storage.removeFolder(objects.workspaceExports(ws), hasTime))) return false;
  }
  for (const place of places) {
    const [ws = '', site] = place.split('/');
    if (site && !(await storage.removeFolder(objects.exportedFolder(ws, site), hasTime))) return false;
  }
  return true;
};
