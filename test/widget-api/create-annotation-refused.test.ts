import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { call, freshIp, newWorkspace, nextWindow, type Workspace } from '../driver.ts';
import { png } from '../resolutions/images.ts';
import { NOTE, newStakeholder, type TestSite, uploadPicture, type Visit, visit } from './visit.ts';

let ws: Workspace;
let site: TestSite;
beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site();
});

const send = (body: unknown = NOTE, by: Visit = {}, to = site) => visit(to, 'POST', 'annotations', body, by);
const read = async (id: string) => (await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner })).body;
const countOf = async (of: TestSite): Promise<number> =>
  (await call('GET', `/api/v1/sites/${of.id}/annotations?limit=200`, { as: ws.owner })).body.items.length;

describe('401', () => {
  test.each([
    ['no credential', undefined, 'missing'],
    ['an unknown widget token', 'svwt_unknown', 'malformed'],
  ])('%s is refused with a challenge', async (_, credential, fault) => {
    const answer = await call('POST', '/api/widget/annotations', {
      ...(credential && { as: { credential } }),
      body: NOTE,
      headers: { origin: 'https://shop.example.com' },
    });
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([
      401,
      `Bearer error="invalid_token", error_description="${fault}"`,
    ]);
    expect(answer.headers['access-control-allow-origin']).toBe('https://shop.example.com');
  });

  test('a session, an API token and the MCP token of the site send no notes', async () => {
    for (const as of [ws.owner, await ws.token(), { credential: site.mcp_token }]) {
      expect((await call('POST', '/api/widget/annotations', { as, body: NOTE })).status).toBe(401);
    }
  });

  test('the widget of a deleted site is refused immediately', async () => {
    const own = await ws.site();
    await call('DELETE', `/api/widget/sites/${own.id}`, { as: ws.owner });
    expect((await send(NOTE, {}, own)).status).toBe(401);
  });
});

describe('403', () => {
  test.each([
    'https://evil.example',
    'http://shop.example.com',
    'https://shop.example.com:8443',
    'https://shop.example.com.evil.example',
    'null',
  ])('a page of %s, which the site does not list, is refused, readably', async (origin) => {
    const { status, body, headers } = await send(NOTE, { origin });
    expect([status, body.reason, typeof body.detail]).toEqual([403, 'origin_not_allowed', 'string']);
    expect(headers['access-control-allow-origin']).toBe(origin);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('only stakeholders can write if anonymous notes are not allowed', async () => {
    const own = await ws.site({ widget: { anonymous_allowed: false } });
    const { token } = await newStakeholder(ws, own);
    const { status, body } = await send(NOTE, {}, own);
    expect([status, body.reason]).toEqual([403, 'anonymous_not_allowed']);
    expect((await send(NOTE, { link: token }, own)).status).toBe(200);
  });

  test('revoked, foreign and unknown stakeholder links are refused, and the note can be sent anonymously', async () => {
    const revoked = await newStakeholder(ws, site);
    await call('DELETE', `/api/widget/sites/${site.id}/stakeholders/${revoked.token}`, { as: ws.owner });
    const foreign = await newStakeholder(ws, await ws.site());
    for (const link of [revoked.token, foreign.token, 'svst_nonsense', 'x']) {
      const { status, body } = await send(NOTE, { link });
      expect([link, status, body.reason]).toEqual([link, 403, 'stakeholder_revoked']);
    }
    expect((await send(NOTE)).status).toBe(200);
  });
});

describe('422', () => {
  const context = NOTE.context;
  const styles = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`p${index}`, 'x']));
  test.each([
    ['no text', { context }, ['body', 'body']],
    ['blank text', { ...NOTE, body: '  ' }, ['body', 'body']],
    ['text over 10,000 characters', { ...NOTE, body: 'x'.repeat(10_001) }, ['body', 'body']],
    ['an unknown kind', { ...NOTE, kind: 'rant' }, ['body', 'kind']],
    ['auto_fix as text', { ...NOTE, auto_fix: 'true' }, ['body', 'auto_fix']],
    ['a broken address', { ...NOTE, email: 'a@b\r\nBcc: x@y.example' }, ['body', 'email']],
    ['a name over 120 characters', { ...NOTE, name: 'x'.repeat(121) }, ['body', 'name']],
    ['no context', { body: 'x' }, ['body', 'context']],
    [
      'a page that is no web page',
      { ...NOTE, context: { ...context, page: { url: 'javascript:alert(1)' } } },
      ['body', 'context', 'page', 'url'],
    ],
    ['HTML over 1 KB', { ...NOTE, context: { ...context, html: 'x'.repeat(1025) } }, ['body', 'context', 'html']],
    ['over 100 styles', { ...NOTE, context: { ...context, styles } }, ['body', 'context', 'styles']],
    [
      'a box beyond all pages',
      { ...NOTE, context: { ...context, anchor: { kind: 'region', box: { x: 1e300, y: 0, width: 0, height: 0 } } } },
      ['body', 'context', 'anchor', 'box', 'x'],
    ],
    [
      '21 console lines',
      { ...NOTE, context: { ...context, console: Array(21).fill({ level: 'error', message: 'x', at: 1 }) } },
      ['body', 'context', 'console'],
    ],
    ['a key over 512 characters', { ...NOTE, screenshot_key: 'x'.repeat(513) }, ['body', 'screenshot_key']],
    ['over 256 KB', { ...NOTE, more: 'x'.repeat(256 * 1024) }, ['body']],
    ['what is not JSON', '{', ['body']],
  ])('%s is refused with its place', async (_, body, loc) => {
    const answer = await send(body);
    expect([answer.status, answer.body.detail[0]?.loc]).toEqual([422, loc]);
  });

  test('10,000 characters fit', async () => {
    const { status, body } = await send({ ...NOTE, body: '漢'.repeat(10_000) });
    expect(status).toBe(200);
    expect((await read(body.id)).body).toHaveLength(10_000);
  });

  test('a key of another site or kind, a missing upload and a non-picture get the same refusal', async () => {
    const other = await ws.site();
    const foreign = await uploadPicture(other, 'screenshot', png());
    const thumbnail = await uploadPicture(site, 'thumbnail', png());
    const { body: reserved } = await visit(site, 'POST', 'uploads', {
      kind: 'screenshot',
      content_type: 'image/png',
      size: 1,
    });
    const absent = [foreign, thumbnail, reserved.key, 'x', '../x', `kept/${ws.id}/${site.id}/x`, ''];
    const answers = await Promise.all(absent.map((screenshot_key) => send({ ...NOTE, screenshot_key })));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect([answers[0]?.status, answers[0]?.body.detail[0].loc]).toEqual([422, ['body', 'screenshot_key']]);
    const text = await uploadPicture(site, 'screenshot', Buffer.from('<script>alert(1)</script>'));
    expect((await send({ ...NOTE, screenshot_key: text })).status).toBe(422);
  });

  test('a different note with the same Idempotency-Key is refused and not written', async () => {
    const own = await ws.site();
    const headers = { 'idempotency-key': newId() };
    const first = await send(NOTE, { headers }, own);
    const answer = await send({ ...NOTE, body: 'Other' }, { headers }, own);
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['header', 'Idempotency-Key']]);
    expect(await countOf(own)).toBe(1);
    expect((await read(first.body.id)).body).toBe(NOTE.body);
  });
});

describe('429', () => {
  test('the 21st note from one address in a minute is refused with Retry-After', async () => {
    nextWindow();
    const own = await ws.site();
    const ip = freshIp();
    const answers = await Promise.all(Array.from({ length: 25 }, () => send(NOTE, { ip }, own)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.body).toEqual({
      detail: expect.any(String),
      code: 'ip_rate_limit',
      reason: 'ip_rate_limit',
      values: { max: 20, seconds: 60 },
    });
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused[0]?.headers['access-control-expose-headers']).toContain('retry-after');
    expect(await countOf(own)).toBe(20);
    expect((await visit(own, 'GET', 'settings', undefined, { ip })).status).toBe(200);
  });
});
