import { DAY, type Milliseconds, ttlAt } from '../kit/clock.ts';
import { below } from '../kit/table/expression.ts';
import type { Key } from '../kit/table/keys.ts';
import type { Write } from '../kit/table/table.ts';

/** The UTC day of a moment, and its end. */
export const dayOf = (at: Milliseconds) => {
  const day = new Date(at).toISOString().slice(0, 10);
  return { day, ends: Date.parse(`${day}T00:00:00Z`) + DAY };
};

/** Counts one more of a day, as long as there are fewer than `max`. */
export const countOfDay = (key: Key, max: number, ends: Milliseconds): Write => ({
  in: 'scratch',
  update: key,
  add: { count: 1 },
  set: { ttl: ttlAt(ends + DAY) },
  when: [below('count', max)],
});
