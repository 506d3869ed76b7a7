import type { Item } from '../kit/table/table.ts';
import { monthOf, type UsageWindow } from './window.ts';

export const usageKinds = ['writes', 'runs', 'mails'] as const;
export type UsageKind = (typeof usageKinds)[number];
export type Counts = Record<UsageKind, number>;

const COUNTER = /^([wrm])(\d\d)$/;

/** `w21` holds the writes of the 21st. Short, so that a month stays under 1 KB. */
export const counterOf = (kind: UsageKind, day: string): string => `${kind[0]}${day.slice(8)}`;

export const monthCounterOf = (kind: UsageKind): string => kind[0] ?? '';

interface Part {
  counter: string;
  kind: UsageKind;
  sign: 1 | -1;
}

const twoDigits = (day: number) => String(day).padStart(2, '0');
const LAST_DAY = 31;

/** Its sum less the days before, or the days from then on, whichever is less to read. */
export const partsOf = (month: string, from: string): Part[] => {
  const first = monthOf(from) === month ? Number(from.slice(8)) : 1;
  const daysFrom = (start: number, end: number, sign: Part['sign']): Part[] =>
    Array.from({ length: end - start + 1 }, (_, place) => `${month}-${twoDigits(start + place)}`).flatMap((day) =>
      usageKinds.map((kind) => ({ counter: counterOf(kind, day), kind, sign })),
    );
  if (LAST_DAY - first < first - 1) return daysFrom(first, LAST_DAY, 1);
  const whole = usageKinds.map((kind): Part => ({ counter: monthCounterOf(kind), kind, sign: 1 }));
  return [...whole, ...daysFrom(1, first - 1, -1)];
};

export const noCounts = (): Counts => ({ writes: 0, runs: 0, mails: 0 });

export function* countsIn(row: Item, month: string, { from, to }: UsageWindow): Generator<[string, Partial<Counts>]> {
  for (const [name, count] of Object.entries(row)) {
    const [, initial, number] = COUNTER.exec(name) ?? [];
    const day = `${month}-${number}`;
    const kind = usageKinds.find((one) => one[0] === initial);
    if (kind && typeof count === 'number' && day >= from && day <= to) yield [day, { [kind]: count }];
  }
}

export const addCounts = (to: Counts, more: Partial<Counts>): Counts => {
  for (const kind of usageKinds) to[kind] += more[kind] ?? 0;
  return to;
};

export const isNothing = (counts: Counts): boolean => usageKinds.every((kind) => counts[kind] === 0);
