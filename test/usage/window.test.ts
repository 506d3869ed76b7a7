import { describe, expect, test } from '@jest/globals';
import { DAY } from '../../functions/kit/clock.ts';
import { counterOf, countsIn, monthCounterOf, partsOf, usageKinds } from '../../functions/usage/counters.ts';
import { dayOf, endOfUse, monthOf, windowEnding } from '../../functions/usage/window.ts';

const DAYS = Array.from({ length: 800 }, (_, day) => Date.UTC(2026, 10, 21, 12) + day * DAY);

describe('the window', () => {
  test('is 90 days of UTC in at most four months, on every day of two years', () => {
    for (const at of DAYS) {
      const { from, to, months } = windowEnding(at);
      expect([Date.parse(to) - Date.parse(from), to]).toEqual([89 * DAY, dayOf(at)]);
      expect(months.length).toBeLessThanOrEqual(4);
      expect([months.at(0), months.at(-1)]).toEqual([monthOf(from), monthOf(to)]);
    }
  });

  test('has the same totals as sums less days or as days, from few counters', () => {
    for (const [index, at] of DAYS.entries()) {
      if (index < 89) continue;
      const window = windowEnding(at);
      const counted = DAYS.slice(0, index + 1).map(dayOf);
      let [summed, seen] = [0, 0];
      for (const month of window.months) {
        const days = counted.filter((day) => monthOf(day) === month);
        const row: Record<string, number> = {};
        for (const kind of usageKinds) {
          for (const day of days) row[counterOf(kind, day)] = Number(day.slice(8));
          row[monthCounterOf(kind)] = days.reduce((sum, day) => sum + Number(day.slice(8)), 0);
        }
        const parts = partsOf(month, window.from);
        expect(parts.length).toBeLessThanOrEqual(48);
        for (const { counter, sign } of parts) summed += sign * (row[counter] ?? 0);
        for (const [, counts] of countsIn(row, month, window)) {
          for (const kind of usageKinds) seen += counts[kind] ?? 0;
        }
      }
      expect(summed).toBe(seen);
    }
  });

  test('no longer includes a month when its rows may expire', () => {
    for (const at of DAYS) expect(endOfUse(windowEnding(at).months[0] ?? '')).toBeGreaterThan(at);
  });
});
