import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { patiently } from '../../web/dashboard/kit/later.ts';

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

test('offline, code is waited for as long as it takes, and comes with the connection', async () => {
  isOnline = false;
  const { load, tries } = failing(5);
  const code = patiently(load);
  for (let times = 0; times < 4; times += 1) {
    await jest.advanceTimersByTimeAsync(600_000);
    page.dispatchEvent(new Event('online'));
  }
  await jest.advanceTimersByTimeAsync(0);
  expect(tries()).toBe(5);
  isOnline = true;
  page.dispatchEvent(new Event('online'));
  expect(await code).toBe('code');
});

test('online, code that still does not come is given up', async () => {
  const { load, tries } = failing(Number.POSITIVE_INFINITY);
  const refused = expect(patiently(load)).rejects.toThrow('Failed to fetch');
  await jest.runAllTimersAsync();
  await refused;
  expect(tries()).toBe(3);
});
