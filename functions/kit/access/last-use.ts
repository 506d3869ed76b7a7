import { setTimeout as wait } from 'node:timers/promises';
import { HOUR, now } from '../clock.ts';
import type { Key } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';

/** How long an answer that is ready waits for the note: longer than a write takes, shorter than anybody minds. */
const PATIENCE_MS = 50;

/** Whether the last use that a row knows of is so long ago that another is worth a write. */
export const isLongUnused = (row: Item): boolean =>
  typeof row.last_used_at !== 'number' || row.last_used_at + HOUR <= now();

/**
 * Notes on a credential's row that it was used, beside the operation: one try, whose failure nobody hears of. Of many at
 * once one writes. Gives what to await once the answer is ready.
 */
export const noteUse = (table: Table, key: Key | undefined): (() => Promise<unknown>) => {
  if (!key) return async () => undefined;
  const at = now();
  const noted = table.tryUpdate(key, { last_used_at: at }, [
    ['exists', 'pk'],
    ['any', [[['absent', 'last_used_at']], [['=', 'last_used_at', null]], [['<=', 'last_used_at', at - HOUR]]]],
  ]);
  return () => {
    const enough = new AbortController();
    const waited = wait(PATIENCE_MS, undefined, { signal: enough.signal }).catch(() => undefined);
    return Promise.race([noted.finally(() => enough.abort()), waited]);
  };
};
