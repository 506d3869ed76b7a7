import { DAY, type Milliseconds, ttlAt } from '../clock.ts';
import { below } from './expression.ts';
import type { Key } from './keys.ts';
import type { Write } from './table.ts';

/** Counts one use; fails at `max`. `ends`: when the window ends. */
export const countWithin = (key: Key, max: number, ends: Milliseconds): Write => ({
  in: 'scratch',
  update: key,
  add: { count: 1 },
  set: { ttl: ttlAt(ends + DAY) },
  when: [below('count', max)],
});
