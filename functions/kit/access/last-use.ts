import { setTimeout as wait } from 'node:timers/promises';
import { HOUR, now } from '../clock.ts';
import type { Test } from '../table/expression.ts';
import type { Key } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';

/** Longer than a write takes, shorter than anyone notices. */
const PATIENCE_MS = 50;

/** The write that records the use of a credential. */
export interface Use {
  key: Key;
  set: Item;
  remove?: readonly string[];
  when: readonly Test[];
}

/** At most once an hour. */
export const useOf = (row: Item, key: Key): { use?: Use } => {
  const at = now();
  if (typeof row.last_used_at === 'number' && row.last_used_at + HOUR > at) return {};
  const unused: Test = [
    'any',
    [[['absent', 'last_used_at']], [['=', 'last_used_at', null]], [['<=', 'last_used_at', at - HOUR]]],
  ];
  return { use: { key, set: { last_used_at: at }, when: [['exists', 'pk'], unused] } };
};

/** Best effort: one attempt, errors ignored; one concurrent writer wins. Await the result once the answer is ready. */
export const noteUse = (table: Table, use: Use | undefined): (() => Promise<unknown>) => {
  if (!use) return async () => undefined;
  const noted = table.tryUpdate(use.key, use.set, use.when, use.remove);
  return () => Promise.race([noted, wait(PATIENCE_MS, undefined, { ref: false })]);
};
