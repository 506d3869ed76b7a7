import { dayOf, endOfDay } from '../kit/clock.ts';
import { countWithin } from '../kit/table/count-within.ts';
import { type Key, scratchKeys } from '../kit/table/keys.ts';
import type { Write } from '../kit/table/table.ts';

/** How many mails an address gets a day at most, each kind by itself: many of one keep none of another away. */
const MAILS_A_DAY = { note: 10, approval: 30, notification: 50 } as const;

type CountedMail = keyof typeof MAILS_A_DAY;

/** All of an address's counts of one day (`YYYY-MM-DD`). */
export const mailCounts = (hash: string, day: string): Key[] =>
  Object.keys(MAILS_A_DAY).map((kind) => scratchKeys.mailCount(kind, hash, day));

/** Fails once the address has had all its mails of the day. */
export const countMail = (kind: CountedMail, hash: string, at: number): Write =>
  countWithin(scratchKeys.mailCount(kind, hash, dayOf(at)), MAILS_A_DAY[kind], endOfDay(at));
