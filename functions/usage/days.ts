import { DAY, dayOf } from '../kit/clock.ts';
import type { UsageWindow } from './window.ts';

export const usageKinds = ['writes', 'runs', 'mails'] as const;
export type UsageKind = (typeof usageKinds)[number];
export type Counts = Record<UsageKind, number>;
/** By day of UTC, as `yyyy-mm-dd`. */
export type Days = ReadonlyMap<string, Counts>;

export const noCounts = (): Counts => ({ writes: 0, runs: 0, mails: 0 });

export const addCounts = (to: Counts, more: Partial<Counts>): Counts => {
  for (const kind of usageKinds) to[kind] += more[kind] ?? 0;
  return to;
};

export const isNothing = (counts: Counts): boolean => usageKinds.every((kind) => counts[kind] === 0);

/** Oldest first. */
export const daysWithin = (days: Days, { from, to }: UsageWindow): [day: string, Counts][] =>
  [...days].filter(([day]) => day >= from && day <= to).sort(([a], [b]) => (a < b ? -1 : 1));

export const totalOf = (days: Days, window: UsageWindow): Counts =>
  daysWithin(days, window).reduce((total, [, counts]) => addCounts(total, counts), noCounts());

const numberOf = (day: string) => Date.parse(day) / DAY;

/** Seven bits a byte, the lowest first; all but the last byte of a number have the eighth bit. */
const toBytes = (numbers: readonly number[]): Uint8Array => {
  const bytes: number[] = [];
  for (const number of numbers) {
    let rest = number;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  }
  return Uint8Array.from(bytes);
};

const toNumbers = (bytes: Uint8Array): number[] => {
  const numbers: number[] = [];
  let [number, place] = [0, 1];
  for (const byte of bytes) {
    number += (byte % 128) * place;
    place *= 128;
    if (byte >= 128) continue;
    numbers.push(number);
    [number, place] = [0, 1];
  }
  return numbers;
};

/** Days since the one before, then the counts: a full window takes a third of the bytes that attributes would. */
export const packDays = (days: Days): Uint8Array => {
  let former = 0;
  const sorted = [...days].sort(([a], [b]) => (a < b ? -1 : 1));
  return toBytes(
    sorted.flatMap(([day, counts]) => {
      const since = numberOf(day) - former;
      former += since;
      return [since, ...usageKinds.map((kind) => counts[kind])];
    }),
  );
};

export const unpackDays = (bytes: Uint8Array): Map<string, Counts> => {
  const numbers = toNumbers(bytes);
  const days = new Map<string, Counts>();
  let day = 0;
  for (let at = 0; at < numbers.length; at += 1 + usageKinds.length) {
    const [since = 0, writes = 0, runs = 0, mails = 0] = numbers.slice(at);
    day += since;
    days.set(dayOf(day * DAY), { writes, runs, mails });
  }
  return days;
};
