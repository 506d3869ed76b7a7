import { DAY, ttlAt } from '../kit/clock.ts';
import { below } from '../kit/table/expression.ts';
import { scratchKeys } from '../kit/table/keys.ts';
import type { Write } from '../kit/table/table.ts';

/** Fails once the address has had `max` mails of the day. */
export const countMail = (hash: string, at: number, max: number): Write => ({
  in: 'scratch',
  update: scratchKeys.mailCount(hash, new Date(at).toISOString().slice(0, 10)),
  set: { ttl: ttlAt(at + 2 * DAY) },
  add: { count: 1 },
  when: [below('count', max)],
});
