import { describe, expect, test } from '@jest/globals';
import { DAY, HOUR, SECOND } from '../../functions/kit/clock.ts';
import { advance } from '../../lib/local/clock.ts';
import { freshIp } from '../driver.ts';
import { runDemo } from './run.ts';
import { useWeb } from './web.ts';

const web = useWeb();
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();

describe('one demo an address in 24 hours', () => {
  test('the second is a 429 that says why and when', async () => {
    const ip = freshIp();
    expect((await runDemo(web.fresh('/plain'), { ip })).body).toMatchObject({ cached: false, daily_remaining: 0 });
    const second = await runDemo(web.fresh('/plain'), { ip });
    expect([second.status, second.body]).toEqual([
      429,
      { detail: expect.any(String), reason: 'demo_daily_limit', daily_remaining: 0 },
    ]);
    const wait = Number(second.headers['retry-after']);
    expect(wait).toBeGreaterThan((DAY - HOUR) / SECOND);
    expect(wait).toBeLessThanOrEqual(DAY / SECOND);
  });

  test('20 at once: one runs, 19 are refused, one page is fetched', async () => {
    const ip = freshIp();
    web.forget();
    const urls = Array.from({ length: 20 }, () => web.fresh('/plain'));
    const answers = await Promise.all(urls.map((url) => runDemo(url, { ip })));
    expect(statuses(answers)).toEqual([200, ...Array(19).fill(429)]);
    for (const { status, body } of answers)
      if (status === 429) expect(body).toMatchObject({ reason: 'demo_daily_limit', daily_remaining: 0 });
    expect(urls.reduce((sum, url) => sum + web.visits(url), 0)).toBe(1);
  });

  test('IPv6 counts by /64, IPv4 however it is written', async () => {
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

  test('headers that callers write change nothing', async () => {
    const ip = freshIp();
    expect((await runDemo(web.fresh('/plain'), { ip })).status).toBe(200);
    const headers = { 'x-forwarded-for': freshIp(), forwarded: `for=${freshIp()}`, 'x-real-ip': freshIp() };
    expect((await runDemo(web.fresh('/plain'), { ip, headers })).status).toBe(429);
  });

  test('a failing page leaves it, 20 times at once', async () => {
    const ip = freshIp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => runDemo(web.fresh('/none'), { ip })));
    for (const { status } of answers) expect([422, 429]).toContain(status);
    expect((await runDemo(web.fresh('/plain'), { ip })).status).toBe(200);
  });

  test('24 hours after the reservation there is another', async () => {
    const ip = freshIp();
    expect((await runDemo(web.fresh('/plain'), { ip })).status).toBe(200);
    advance(DAY - 60 * SECOND);
    expect((await runDemo(web.fresh('/plain'), { ip })).status).toBe(429);
    advance(61 * SECOND);
    expect((await runDemo(web.fresh('/plain'), { ip })).status).toBe(200);
  });
});

describe('what was answered before', () => {
  test('is answered again to everybody, and uses nobody’s allowance', async () => {
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

  test('is answered to those whose allowance is used, too, 20 at once', async () => {
    const ip = freshIp();
    const url = web.fresh('/plain');
    expect((await runDemo(url, { ip })).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 20 }, () => runDemo(url, { ip })));
    for (const { status, body } of answers) expect([status, body.cached, body.daily_remaining]).toEqual([200, true, 0]);
  });

  test('is another answer for another persona, and another page', async () => {
    const url = web.fresh('/plain');
    expect((await runDemo(url)).body.cached).toBe(false);
    expect((await runDemo(url, { persona_slug: 'marketer' })).body.cached).toBe(false);
    expect((await runDemo(`${url}&more`)).body.cached).toBe(false);
  });

  test('is forgotten after 24 hours', async () => {
    const url = web.fresh('/plain');
    expect((await runDemo(url)).body.cached).toBe(false);
    advance(DAY);
    expect((await runDemo(url)).body.cached).toBe(false);
  });

  test('of many addresses asking for one new page at once, each is answered', async () => {
    const url = web.fresh('/plain');
    const answers = await Promise.all(Array.from({ length: 8 }, () => runDemo(url)));
    expect(statuses(answers)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ body }) => body.paragraph)).size).toBe(1);
  });
});
