import { beforeAll, describe, expect, test } from '@jest/globals';
import { call, newWorkspace, type Workspace } from '../driver.ts';
import { NOTE, newStakeholder, type TestSite, visit } from './visit.ts';

let ws: Workspace;
let site: TestSite;
beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site();
});

const ROUTES: [method: string, path: string, body: unknown][] = [
  ['GET', 'settings', undefined],
  ['POST', 'uploads', { kind: 'screenshot', content_type: 'image/png', size: 1000 }],
  ['POST', 'annotations', NOTE],
  ['GET', 'notes', undefined],
  ['POST', 'notes/01ARZ3NDEKTSV4RRFFQ69G5FAV/replies', { body: 'x' }],
  ['GET', 'news', undefined],
];

describe('settings', () => {
  test('return the widget’s appearance and the caller, and no secret', async () => {
    const { token } = await newStakeholder(ws, site, {
      name: 'Sam',
      auto_fix_default: 'optional_on',
      email: 's@example.com',
    });
    const look = {
      name: 'Shop',
      position: 'bottom-right',
      color: '#4f46e5',
      locale: 'auto',
      anonymous_allowed: true,
    };
    const kinds = ['bug', 'copy', 'design', 'question', 'idea', 'praise', 'other'];
    const anonymous = await visit(site, 'GET', 'settings');
    const shared = { site: look, kinds, submitter_mail: true };
    expect(anonymous.body).toEqual({ ...shared, stakeholder: null, stakeholder_status: 'none' });
    const known = await visit(site, 'GET', 'settings', undefined, { link: token });
    expect(known.body).toEqual({
      ...shared,
      stakeholder: { name: 'Sam', auto_fix_default: 'optional_on' },
      stakeholder_status: 'valid',
    });
    const unknown = await visit(site, 'GET', 'settings', undefined, { link: 'svst_x' });
    expect(unknown.body).toMatchObject({ stakeholder: null, stakeholder_status: 'revoked' });
    expect(known.text).not.toMatch(/sv[a-z]{2}_|example\.com|hash/);
  });

  test('reflect a change of the site immediately', async () => {
    const own = await ws.site();
    const body = {
      name: 'Neu',
      widget: {
        position: 'top-left',
        color: '#112233',
        locale: 'fr',
        anonymous_allowed: false,
        label: 'Dites-le',
        icon: 'pencil',
        theme: 'dark',
      },
    };
    await call('PATCH', `/api/widget/sites/${own.id}`, { as: ws.owner, body });
    expect((await visit(own, 'GET', 'settings')).body.site).toEqual({ name: body.name, ...body.widget });
  });
});

describe('uploads', () => {
  test('an upload URL is a presigned PUT for that type, into this site', async () => {
    const { body } = await visit(site, 'POST', 'uploads', {
      kind: 'thumbnail',
      content_type: 'image/webp',
      size: 1000,
    });
    expect(body).toEqual({
      url: expect.stringContaining('X-Amz-Signature='),
      method: 'PUT',
      headers: { 'content-type': 'image/webp' },
      key: expect.stringMatching(`^incoming/${ws.id}/${site.id}/thumbnail/`),
      expires_in_seconds: 300,
    });
  });

  test.each([
    [{ kind: 'before', content_type: 'image/png', size: 1 }, ['body', 'kind']],
    [{ kind: 'screenshot', content_type: 'image/svg+xml', size: 1 }, ['body', 'content_type']],
    [{ kind: 'screenshot', content_type: `image/${'x'.repeat(120)}`, size: 1 }, ['body', 'content_type']],
    [{ kind: 'screenshot', size: 1 }, ['body', 'content_type']],
    [{ kind: 'screenshot', content_type: 'image/png' }, ['body', 'size']],
    [{ kind: 'screenshot', content_type: 'image/png', size: 10 * 1024 * 1024 + 1 }, ['body', 'size']],
    [{ kind: 'screenshot', content_type: 'image/png', size: 0 }, ['body', 'size']],
  ])('%j is refused with its place', async (body, loc) => {
    const answer = await visit(site, 'POST', 'uploads', body);
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, loc]);
  });
});

describe('every route of the widget', () => {
  test.each(ROUTES)('%s %s refuses a page of an origin that the site does not list', async (method, path, body) => {
    const answer = await visit(site, method, path, body, { origin: 'https://evil.example' });
    expect([answer.status, answer.body.reason]).toEqual([403, 'origin_not_allowed']);
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': 'https://evil.example', vary: 'Origin' });
  });

  test.each(ROUTES)('%s %s answers a preflight without credentials', async (method, path) => {
    const answer = await call('OPTIONS', `/api/widget/${path}`, {
      headers: { origin: 'https://shop.example.com', 'access-control-request-method': method },
    });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([204, 'https://shop.example.com']);
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    for (const header of [
      'authorization',
      'content-type',
      'idempotency-key',
      'x-sidenote-stakeholder',
      'x-sidenote-notes',
    ]) {
      expect(answer.headers['access-control-allow-headers']).toContain(header);
    }
  });

  test.each(ROUTES)('%s %s accepts no other credential', async (method, path, body) => {
    for (const as of [ws.owner, { credential: site.mcp_token }, undefined]) {
      const answer = await call(method, `/api/widget/${path}`, { ...(as && { as }), body });
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([401, undefined]);
    }
  });
});
