import { expect, test } from '@jest/globals';
import { blockingTime, interactiveAt, layoutShift } from '../../bench/page-load.ts';

test('blocking time sums the time above 50 ms of each task after the first contentful paint', () => {
  const tasks = [
    { at: 0, ms: 400 },
    { at: 900, ms: 200 },
    { at: 1200, ms: 40 },
    { at: 1300, ms: 90 },
  ];
  expect(blockingTime(tasks, 500)).toBe(150 + 40);
  // Of a task under way at that moment only the rest counts.
  expect(blockingTime(tasks, 1000)).toBe(50 + 40);
  expect(blockingTime([], 0)).toBe(0);
});

test('layout shift is the worst window of shifts, a second apart at most and five seconds long at most', () => {
  const shift = (at: number, value = 0.1) => ({ at, value });
  expect(layoutShift([])).toBe(0);
  expect(layoutShift([shift(0), shift(900), shift(3000, 0.15)])).toBeCloseTo(0.2);
  const steady = Array.from({ length: 8 }, (_, index) => shift(index * 900));
  expect(layoutShift(steady)).toBeCloseTo(0.6);
});

test('a page is interactive after its last long task, but not before its first content', () => {
  expect(interactiveAt([{ at: 900, ms: 200 }], 500)).toBe(1100);
  expect(interactiveAt([{ at: 100, ms: 200 }], 500)).toBe(500);
  expect(interactiveAt([], 500)).toBe(500);
});
