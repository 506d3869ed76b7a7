import { describe, expect, test } from '@jest/globals';
import { DemoResponse } from '../../functions/demo/schema.ts';
import { DAILY_LIMIT, demoStore } from '../../functions/demo/store.ts';
import { now } from '../../functions/kit/clock.ts';
import type { Request } from '../../functions/kit/contract/request.ts';
import { newId } from '../../functions/kit/ids.ts';
import { runDemo } from '../demo/run.ts';
import { useWeb } from '../demo/web.ts';
import { freshIp, table } from '../driver.ts';

const web = useWeb();

/** The visitor’s allowance left today. Asking once more would cost the visit of two browsers. */
const remainingOf = async (ip: string): Promise<number> =>
  (await demoStore(table(), { now: now(), request: { ip } as Request }).look(newId())).remaining;

const HOSTILE = /<script|<img[^>]*onerror|[\n\r]/i;

describe('200', () => {
  test.each([
    ['/plain'],
    ['/gzip'],
    ['/moved'],
    ['/charset', 'Characters are garbled.'],
    ['/enormous', 'its end wasn’t read'],
    ['/text'],
    ['/hostile'],
    ['/shell'],
  ])('a page is judged, its faults are named, and no markup of it acts in the answer: %s', async (path, fault = '') => {
    const { status, body } = await runDemo(web.fresh(path));
    expect([status, body.detail]).toEqual([200, undefined]);
    expect(DemoResponse.parse(body)).toEqual(body);
    expect(body).toMatchObject({ persona: { slug: 'designer' }, cached: false, daily_remaining: 0, ai_live: false });
    const dimensions: { name: string; comment: string }[] = body.top_dimensions;
    const names = dimensions.map(({ name }) => name);
    expect(new Set(names).size).toBe(3);
    expect(names).toHaveLength(3);
    expect(body.persona.dimensions).toEqual(expect.arrayContaining(names));
    expect(body.paragraph).toMatch(/^(\d+ of the|All) \d+ checks that /);
    expect(body.paragraph).toContain(fault);
    for (const text of [body.paragraph, ...dimensions.map(({ comment }) => comment)]) expect(text).not.toMatch(HOSTILE);
    for (const { comment } of dimensions) expect(comment.length).toBeLessThanOrEqual(300);
  });

  test.each(['marketer', 'copy-editor'])('%s judges by its own dimensions', async (persona_slug) => {
    const { status, body } = await runDemo(web.fresh('/plain'), { persona_slug });
    expect([status, body.persona?.slug]).toEqual([200, persona_slug]);
  });
});

describe('refusals that return the allowance', () => {
  test.each([
    ['/none', 'page_error_status'],
    ['/pdf', 'not_a_page', 'demo_addresses_only'],
    ['/round', 'too_many_redirects'],
    ['/empty', 'page_empty', 'demo_addresses_only'],
  ])('a page that can’t be judged is a 422 and uses no allowance: %s', async (path, ...codes) => {
    const ip = freshIp();
    const refused = await runDemo(web.fresh(path), { ip });
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toMatchObject(
      codes.map((code) => ({ loc: ['body', 'url'], type: 'unreadable_page', code })),
    );
    expect(refused.body.code).toBe('unreadable_page');
    expect(await remainingOf(ip)).toBe(DAILY_LIMIT);
  });

  test('internal, closed and missing addresses get the same refusal and use no allowance', async () => {
    const ip = freshIp();
    const inside = [
      'http://127.0.0.1:9/',
      'http://localhost/',
      'http://10.0.0.1/',
      'http://[::1]/',
      'http://[::ffff:169.254.169.254]/',
      'http://169.254.169.254/latest/meta-data/',
      'http://0x7f000001/',
      'http://nobody.invalid/',
      web.fresh('/inside'),
    ];
    const answers = await Promise.all(inside.map((url) => runDemo(url)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(422);
    expect((await runDemo('http://10.0.0.1/', { ip })).status).toBe(422);
    expect(await runDemo(web.fresh('/plain'), { ip })).toMatchObject({ status: 200, body: { daily_remaining: 0 } });
  });

  test.each([
    ['no address', { url: 'lamps' }],
    ['another scheme', { url: 'file:///etc/passwd' }],
    ['a script', { url: 'javascript:alert(1)' }],
    ['a password', { url: 'http://a:b@shop.example.com/' }],
    ['no url', {}],
    ['a url too long', { url: `http://shop.example.com/${'a'.repeat(2048)}` }],
    ['another persona', { url: 'http://shop.example.com/', persona_slug: 'lawyer' }],
    ['a persona by its prototype', { url: 'http://shop.example.com/', persona_slug: '__proto__' }],
    ['no persona', { url: 'http://shop.example.com/', persona_slug: null }],
    ['a token that is none', { url: 'http://shop.example.com/', captcha_token: 7 }],
  ])('a body with %s is a 422 and uses no allowance', async (_, body) => {
    const ip = freshIp();
    const { status, body: problem } = await runDemo('', { ip, body: { persona_slug: 'designer', ...body } });
    expect([status, Array.isArray(problem.detail)]).toEqual([422, true]);
    expect(await remainingOf(ip)).toBe(DAILY_LIMIT);
  });
});
