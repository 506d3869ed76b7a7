import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { ApiError } from '../../web/client/index.ts';
import { waitOutLimit } from '../../web/dashboard/pages/inbox/wait-out-limit.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const refusal = (status: number, retryAfter?: number) =>
  new ApiError(status, {}, new Headers(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }));

test('a change that exceeds the requests per minute is sent again when they start over', async () => {
  const send = jest.fn<() => Promise<string>>();
  send.mockRejectedValueOnce(refusal(429, 40)).mockRejectedValueOnce(refusal(429, 60)).mockResolvedValue('saved');
  const saved = waitOutLimit(send);
  await jest.advanceTimersByTimeAsync(39_000);
  expect(send).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(61_000);
  expect(await saved).toBe('saved');
  expect(send).toHaveBeenCalledTimes(3);
});

test.each([
  ['another refusal', refusal(409)],
  ['a wait of more than a minute', refusal(429, 3600)],
  ['a limit without a time', refusal(429)],
  ['no answer', new TypeError('fetch failed')],
])('a change ends at once with %s', async (_, error) => {
  await expect(waitOutLimit(() => Promise.reject(error))).rejects.toBe(error);
});
