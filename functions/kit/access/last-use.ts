import { setTimeout as wait } from 'node:timers/promises';
import { HOUR, now } from '../clock.ts';
import type { Key } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';

/** Longer than a write takes, shorter than anyone notices. */
const PATIENCE_MS = 50;

export const isLongUnused = (row: Item): boolean =>
  typeof row.last_used_at !== 'number' || row.last_used_at + HOUR <= now();

/** Best effort: one attempt, errors ignored; one concurrent writer wins. Await the result once the answer is ready. */
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
