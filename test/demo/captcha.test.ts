import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { call, freshIp } from '../driver.ts';
import { json, loopback } from '../reviews/model/loopback.ts';
import { runDemo } from './run.ts';
import { useNoBrowser, useWeb } from './web.ts';

useNoBrowser();
const web = useWeb();

describe('with a captcha', () => {
  let turnstile: Awaited<ReturnType<typeof loopback>>;
  beforeAll(async () => {
    turnstile = await loopback();
  });
  afterAll(() => turnstile.close());
  beforeEach(() => {
    Object.assign(process.env, {
      TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
      TURNSTILE_SECRET: 'turnstile-secret',
      TURNSTILE_URL: `${turnstile.url}/siteverify`,
    });
    turnstile.answer(({ body }, response) => {
      const success = body.response === 'solved';
      json(response, 200, { success, ...(!success && { 'error-codes': ['invalid-input-response'] }) });
    });
  });
  afterEach(() => {
    for (const name of ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET', 'TURNSTILE_URL']) delete process.env[name];
    jest.restoreAllMocks();
  });

  test('the configuration contains the site key and not the secret', async () => {
    const { body, text } = await call('GET', '/api/demo/config');
    expect(body.captcha).toEqual({ provider: 'turnstile', site_key: '1x00000000000000000000AA' });
    expect(text).not.toContain('turnstile-secret');
  });

  test('a solved captcha passes; the provider is called once, without the caller’s address', async () => {
    const ip = freshIp();
    const { status } = await runDemo(web.fresh('/plain'), { ip, captcha_token: 'solved' });
    expect(status).toBe(200);
    expect(turnstile.received.map(({ body }) => body)).toEqual([{ secret: 'turnstile-secret', response: 'solved' }]);
    expect(JSON.stringify(turnstile.received)).not.toContain(ip);
  });

  test.each([
    ['guessed', 'captcha_failed', 'guess'],
    ['null', 'captcha_required', null],
    ['empty', 'captcha_required', ''],
  ])('a token that is %s is a 403, uses no allowance and fetches nothing', async (_, reason, captcha_token) => {
    const ip = freshIp();
    const url = web.fresh('/plain');
    const { status, body } = await runDemo(url, { ip, captcha_token });
    expect([status, body]).toEqual([403, { detail: expect.any(String), code: reason, reason }]);
    expect(web.visits(url)).toBe(0);
    expect((await runDemo(url, { ip, captcha_token: 'solved' })).status).toBe(200);
  });

  test('cached answers require a captcha, too', async () => {
    const url = web.fresh('/plain');
    expect((await runDemo(url, { captcha_token: 'solved' })).status).toBe(200);
    expect((await runDemo(url)).status).toBe(403);
    expect((await runDemo(url, { captcha_token: 'solved' })).body.cached).toBe(true);
  });

  test.each<[string, Parameters<typeof turnstile.answer>[0]]>([
    ['hangs up', (_, response) => void response.destroy()],
    [
      'reports an internal error',
      (_, response) => json(response, 200, { success: false, 'error-codes': ['internal-error'] }),
    ],
    ['sends a malformed response', (_, response) => void response.writeHead(502).end('<html>')],
    ['redirects', (_, response) => void response.writeHead(302, { location: '/yes' }).end()],
    [
      'rejects our secret',
      (_, response) => json(response, 200, { success: false, 'error-codes': ['invalid-input-secret'] }),
    ],
  ])('everyone gets a 503 and keeps the allowance if the captcha’s provider %s', async (_, script) => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    turnstile.answer(script);
    const ip = freshIp();
    const url = web.fresh('/plain');
    const { status, body } = await runDemo(url, { ip, captcha_token: 'solved' });
    expect([status, body.detail]).toEqual([503, expect.stringContaining('Try again')]);
    expect([web.visits(url), logged.mock.calls.flat().join().includes('turnstile-secret')]).toEqual([0, false]);
    turnstile.answer((_request, response) => json(response, 200, { success: true }));
    expect((await runDemo(url, { ip, captcha_token: 'solved' })).status).toBe(200);
  });

  test('a partial configuration lets no one pass', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    delete process.env.TURNSTILE_SECRET;
    expect((await runDemo(web.fresh('/plain'), { captcha_token: 'solved' })).status).toBe(500);
  });
});

describe('without a captcha', () => {
  test('the configuration says so, and a sent token is ignored', async () => {
    const { status, body, headers } = await call('GET', '/api/demo/config');
    expect([status, body]).toEqual([
      200,
      { captcha: null, ai_live: false, daily_limit: 1, signup_url: expect.stringMatching(/^http/) },
    ]);
    expect(headers['cache-control']).toBe('public, max-age=30');
    expect((await runDemo(web.fresh('/plain'), { captcha_token: 'anything' })).status).toBe(200);
  });
});

describe('the personas of the demo', () => {
  test('are three, with only public fields', async () => {
    const { status, body } = await call('GET', '/api/demo/personas');
    expect([status, body.items.map(({ slug }: { slug: string }) => slug)]).toEqual([
      200,
      ['designer', 'marketer', 'copy-editor'],
    ]);
    for (const persona of body.items) {
      expect(Object.keys(persona).sort()).toEqual(['category', 'description', 'dimensions', 'name', 'slug', 'title']);
      expect(persona.dimensions.length).toBeGreaterThanOrEqual(3);
    }
  });
});
