import { expect, test } from '@jest/globals';
import { reuseKeyOnResend } from '../../web/dashboard/session/resend-key.ts';

/** A service that answers in turn, and what keys it was sent. */
const serviceOf = (...answers: (number | Error)[]) => {
  const keys: string[] = [];
  const ask = reuseKeyOnResend(async (_, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key') ?? '');
    const answer = answers.shift() ?? 200;
    if (answer instanceof Error) throw answer;
    return new Response(null, { status: answer });
  });
  const post = (key: string, body = 'Yes', workspace = 'w') =>
    ask('/replies', {
      method: 'POST',
      body,
      headers: { 'idempotency-key': key, 'x-svc-workspace': workspace },
    }).catch(() => undefined);
  return { keys, post };
};

test.each([[new TypeError('fetch failed')], [500], [503], [429]])(
  'what was answered by %p may have been done: sent again by hand it is the same request',
  async (answer) => {
    const { keys, post } = serviceOf(answer);
    await post('a');
    await post('b');
    expect(keys).toEqual(['a', 'a']);
  },
);

test.each([[200], [422], [404]])('a response of %i makes the same request a new one', async (answer) => {
  const { keys, post } = serviceOf(answer);
  await post('a');
  await post('b');
  expect(keys).toEqual(['a', 'b']);
});

test('a different body or workspace is a different request', async () => {
  const { keys, post } = serviceOf(new TypeError('fetch failed'), new TypeError('fetch failed'));
  await post('a');
  await post('b', 'No');
  await post('c', 'Yes', 'v');
  expect(keys).toEqual(['a', 'b', 'c']);
});
