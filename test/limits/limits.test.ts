import { beforeEach, describe, expect, test } from '@jest/globals';
import { addressBucket } from '../../functions/kit/access/rate-limit.ts';
import { MINUTE } from '../../functions/kit/clock.ts';
import { advance } from '../../lib/local/clock.ts';
import { type Caller, call, freshIp, newWorkspace, nextWindow } from '../driver.ts';

beforeEach(() => {
  nextWindow();
});

const list = (as: Caller, ip: string, headers: Record<string, string> = {}) =>
  call('GET', '/api/v1/sites', { as, ip, headers });
const statuses = async (count: number, request: () => Promise<{ status: number }>) => {
  const answers = await Promise.all(Array.from({ length: count }, request));
  return answers.filter(({ status }) => status === 200).length;
};

describe('the rate limit per address', () => {
  test('admits request 30, rejects request 31 with a reason, and resets with the next window', async () => {
    const ws = await newWorkspace();
    const token = await ws.token();
    const ip = freshIp();
    for (let sent = 0; sent < 30; sent += 1) expect((await list(token, ip)).status).toBe(200);
    const refused = await list(token, ip);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      reason: 'ip_rate_limit',
      code: 'ip_rate_limit',
      values: { max: 30, seconds: 60 },
      detail: expect.any(String),
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    advance(MINUTE);
    expect((await list(token, ip)).status).toBe(200);
  });

  test('admits exactly the 5 left of 50 concurrent requests', async () => {
    const token = await (await newWorkspace()).token();
    const ip = freshIp();
    for (let sent = 0; sent < 25; sent += 1) await list(token, ip);
    expect(await statuses(50, () => list(token, ip))).toBe(5);
  });

  test('ignores a caller’s forwarding headers', async () => {
    const token = await (await newWorkspace()).token();
    const ip = freshIp();
    const forged = {
      'x-forwarded-for': '1.2.3.4',
      'x-real-ip': '1.2.3.4',
      forwarded: 'for=1.2.3.4',
      'true-client-ip': '1.2.3.4',
    };
    expect(await statuses(31, () => list(token, ip, forged))).toBe(30);
  });

  test('counts wrong credentials too', async () => {
    const ip = freshIp();
    const wrong = { credential: 'svat_wrong' };
    for (let sent = 0; sent < 30; sent += 1) expect((await list(wrong, ip)).status).toBe(401);
    expect((await list(wrong, ip)).status).toBe(429);
  });
});

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::ffff:2c37:424d', '44.55.66.77'],
  ['0:0:0:0:0:FFFF:a01:203', '10.1.2.3'],
  ['10.1.2.3', '10.1.2.3'],
])('the address %s is counted as %s', (ip, bucket) => {
  expect(addressBucket(ip)).toBe(bucket);
});
