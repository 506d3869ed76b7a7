import { DAY, ttlAt } from '../kit/clock.ts';
import { below } from '../kit/table/expression.ts';
import { type Key, scratchKeys } from '../kit/table/keys.ts';
import type { Write } from '../kit/table/table.ts';

/** How many mails an address gets a day at most, each kind by itself: many of one keep none of another away. */
const MAILS_A_DAY = { note: 10, approval: 30, notification: 50 } as const;

type CountedMail = keyof typeof MAILS_A_DAY;

/** All of an address's counts of one day (`YYYY-MM-DD`). */
export const mailCounts = (hash: string, day: string): Key[] =>
  Object.keys(MAILS_A_DAY).map((kind) => scratchKeys.mailCount(kind, hash, day));

/** When an address that has had all its mails gets some again. */
export const nextMailDay = (at: number): number => at - (at % DAY) + DAY;

/** Fails once the address has had all its mails of the day. */
export const countMail = (kind: CountedMail, hash: string, at: number): Write => ({
  in: 'scratch',
  update: scratchKeys.mailCount(kind, hash, new Date(at).toISOString().slice(0, 10)),
  set: { ttl: ttlAt(at + 2 * DAY) },
  add: { count: 1 },
  when: [below('count', MAILS_A_DAY[kind])],
});
