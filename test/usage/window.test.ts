import { describe, expect, test } from '@jest/globals';
import { DAY, dayOf } from '../../functions/kit/clock.ts';
import { type Counts, packDays, totalOf, unpackDays } from '../../functions/usage/days.ts';
import { endOfUse, WINDOW_DAYS, windowEnding } from '../../functions/usage/window.ts';

const DAYS = Array.from({ length: 800 }, (_, day) => Date.UTC(2026, 10, 21, 12) + day * DAY);

describe('the window', () => {
  test('is 90 days of UTC, on every day of two years', () => {
    for (const at of DAYS) {
      const { from, to } = windowEnding(at);
      expect([Date.parse(to) - Date.parse(from), to]).toEqual([89 * DAY, dayOf(at)]);
    }
  });

  test('sums its own days only', () => {
    const days = new Map(DAYS.map((at, index) => [dayOf(at), { writes: index, runs: 1, mails: 0 }]));
    const window = windowEnding(DAYS[400] ?? 0);
    const writes = Array.from({ length: WINDOW_DAYS }, (_, age) => 400 - age).reduce((sum, one) => sum + one, 0);
    expect(totalOf(days, window)).toEqual({ writes, runs: WINDOW_DAYS, mails: 0 });
  });

  test('no longer includes a row’s last day when the row may expire', () => {
    for (const at of DAYS) {
      const { from } = windowEnding(at);
      expect(endOfUse(from)).toBeGreaterThan(at);
      expect(windowEnding(endOfUse(from)).from > from).toBe(true);
    }
  });
});

describe('packed days', () => {
  test('are read as they were, with gaps and with counts of any size', () => {
    const counts = [0, 1, 127, 128, 16_383, 16_384, 2 ** 31, Number.MAX_SAFE_INTEGER];
    const days = new Map(
      counts.map((count, index) => [
        dayOf((DAYS[index ** 3] ?? 0) + index),
        { writes: count, runs: counts.at(-index) ?? 0, mails: index },
      ]),
    );
    expect(unpackDays(packDays(days))).toEqual(days);
    expect(unpackDays(packDays(new Map()))).toEqual(new Map());
  });

  test('are sorted, so that the order of writing does not matter', () => {
    const days: [string, Counts][] = [
      ['2026-11-02', { writes: 1, runs: 0, mails: 0 }],
      ['2026-11-20', { writes: 2, runs: 0, mails: 0 }],
    ];
    expect(packDays(new Map(days.toReversed()))).toEqual(packDays(new Map(days)));
  });

  test('packed days of a full window fit with an address into 1 KB', () => {
    const full = DAYS.slice(0, WINDOW_DAYS).map(
      (at) => [dayOf(at), { writes: 9999, runs: 9999, mails: 9999 }] as const,
    );
    expect(packDays(new Map(full)).length).toBeLessThan(650);
  });
});
