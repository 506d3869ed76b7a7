import { describe, expect, test } from '@jest/globals';
import { DAY, HOUR, SECOND } from '../../functions/kit/clock.ts';
import { advance } from '../../lib/local/clock.ts';
import { freshIp } from '../driver.ts';
import { runDemo } from './run.ts';
import { useNoBrowser, useWeb } from './web.ts';

useNoBrowser();
const web = useWeb();
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();

describe('the allowance of one demo per address in 24 hours', () => {
  test('answers 429 to the second with a reason and a time', async () => {
    const ip = freshIp();
    expect((await runDemo(web.fresh('/plain'), { ip })).body).toMatchObject({ cached: false, daily_remaining: 0 });
    const second = await runDemo(web.fresh('/plain'), { ip });
    expect([second.status, second.body]).toEqual([
      429,
      { detail: expect.any(String), code: 'demo_daily_limit', reason: 'demo_daily_limit', daily_remaining: 0 },
    ]);
    const wait = Number(second.headers['retry-after']);
    expect(wait).toBeGreaterThan((DAY - HOUR) / SECOND);
    expect(wait).toBeLessThanOrEqual(DAY / SECOND);
  });

  test('admits one of 20 concurrent requests and fetches one page', async () => {
    const ip = freshIp();
    web.forget();
    const urls = Array.from({ length: 20 }, () => web.fresh('/plain'));
    const answers = await Promise.all(urls.map((url) => runDemo(url, { ip })));
    expect(statuses(answers)).toEqual([200, ...Array(19).fill(429)]);
    for (const { status, body } of answers)
      if (status === 429) {
        expect(body.reason).toMatch(/^demo_(running|daily_limit)$/);
        expect(body).toMatchObject({ code: body.reason, daily_remaining: 0 });
      }
    expect(urls.reduce((sum, url) => sum + web.visits(url), 0)).toBe(1);
  });

  test('counts IPv6 by /64, and IPv4 in any notation', async () => {
    const [prefix, other] = ['2001:db8:7:', '2001:db8:8:'].map(
      (net) => `${net}${Math.floor(Math.random() * 0xffff).toString(16)}`,
    );
    expect((await runDemo(web.fresh('/plain'), { ip: `${prefix}::1` })).status).toBe(200);
    expect((await runDemo(web.fresh('/plain'), { ip: `${prefix}:a:b:c:d` })).status).toBe(429);
    expect((await runDemo(web.fresh('/plain'), { ip: `${other}::1` })).status).toBe(200);
    const ip = freshIp();
    expect((await runDemo(web.fresh('/plain'), { ip })).status).toBe(200);
    expect((await runDemo(web.fresh('/plain'), { ip: `::ffff:${ip}` })).status).toBe(429);
  });

  test('ignores headers set by callers', async () => {
    const ip = freshIp();
    expect((await runDemo(web.fresh('/plain'), { ip })).status).toBe(200);
    const headers = { 'x-forwarded-for': freshIp(), forwarded: `for=${freshIp()}`, 'x-real-ip': freshIp() };
    expect((await runDemo(web.fresh('/plain'), { ip, headers })).status).toBe(429);
  });

  test('is not used by a failing page, 20 times concurrently', async () => {
    const ip = freshIp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => runDemo(web.fresh('/none'), { ip })));
    for (const { status } of answers) expect([422, 429]).toContain(status);
    expect((await runDemo(web.fresh('/plain'), { ip })).status).toBe(200);
  });

  test('is renewed 24 hours after the reservation', async () => {
    const ip = freshIp();
    expect((await runDemo(web.fresh('/plain'), { ip })).status).toBe(200);
    advance(DAY - 60 * SECOND);
    expect((await runDemo(web.fresh('/plain'), { ip })).status).toBe(429);
    advance(61 * SECOND);
    expect((await runDemo(web.fresh('/plain'), { ip })).status).toBe(200);
  });
});

describe('a cached answer', () => {
  test('is returned to everyone without using an allowance', async () => {
    const url = web.fresh('/plain');
    const first = await runDemo(url);
    const ip = freshIp();
    for (const address of [url, `${url}#part`, url.replace('http://', 'HTTP://')]) {
      const again = await runDemo(address, { ip });
      expect([again.status, again.body]).toEqual([200, { ...first.body, cached: true, daily_remaining: 1 }]);
    }
    expect(web.visits(url)).toBe(1);
    expect((await runDemo(web.fresh('/plain'), { ip })).body).toMatchObject({ cached: false });
  });

  test('is returned to 20 concurrent callers without an allowance left', async () => {
    const ip = freshIp();
    const url = web.fresh('/plain');
    expect((await runDemo(url, { ip })).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 20 }, () => runDemo(url, { ip })));
    for (const { status, body } of answers) expect([status, body.cached, body.daily_remaining]).toEqual([200, true, 0]);
  });

  test('is separate per persona and per page', async () => {
    const url = web.fresh('/plain');
    expect((await runDemo(url)).body.cached).toBe(false);
    expect((await runDemo(url, { persona_slug: 'marketer' })).body.cached).toBe(false);
    expect((await runDemo(`${url}&more`)).body.cached).toBe(false);
  });

  test('expires after 24 hours', async () => {
    const url = web.fresh('/plain');
    expect((await runDemo(url)).body.cached).toBe(false);
    advance(DAY);
    expect((await runDemo(url)).body.cached).toBe(false);
  });

  test('is returned to all of many addresses that request one new page concurrently', async () => {
    const url = web.fresh('/plain');
    const answers = await Promise.all(Array.from({ length: 8 }, () => runDemo(url)));
    expect(statuses(answers)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ body }) => body.paragraph)).size).toBe(1);
  });
});
