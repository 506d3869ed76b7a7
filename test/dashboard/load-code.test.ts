import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { loadCode } from '../../web/dashboard/kit/load-code.ts';

const page = new EventTarget();
let isOnline = true;

beforeEach(() => {
  jest.useFakeTimers();
  Object.defineProperty(globalThis, 'window', { value: page, configurable: true });
  Object.defineProperty(globalThis, 'navigator', {
    value: {
      get onLine() {
        return isOnline;
      },
    },
    configurable: true,
  });
});
afterEach(() => {
  jest.useRealTimers();
  isOnline = true;
  Reflect.deleteProperty(globalThis, 'window');
  Reflect.deleteProperty(globalThis, 'navigator');
});

const failing = (times: number) => {
  let tries = 0;
  return {
    load: async () => {
      tries += 1;
      if (tries <= times) throw new TypeError('Failed to fetch dynamically imported module');
      return 'code';
    },
    tries: () => tries,
  };
};

test('code is not requested while offline, and loads once online', async () => {
  isOnline = false;
  const { load, tries } = failing(0);
  const code = loadCode(load);
  await jest.advanceTimersByTimeAsync(600_000);
  expect(tries()).toBe(0);
  isOnline = true;
  page.dispatchEvent(new Event('online'));
  expect(await code).toBe('code');
});

test.each([
  [1, 'code'],
  [2, 'Failed to fetch'],
])('online, code that failed %i times is asked for twice at most', async (times, end) => {
  const { load, tries } = failing(times);
  const code = loadCode(load).catch((error: Error) => error.message);
  await jest.runAllTimersAsync();
  expect(await code).toContain(end);
  expect(tries()).toBe(2);
});
