import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Caller, call, newWorkspace, type Workspace } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;
let path: string;
beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site();
  path = `/api/widget/sites/${site.id}/stakeholders`;
});

const add = async (body: unknown = {}, as: Caller = ws.owner) => call('POST', path, { as, body });

describe('200', () => {
  test('a stakeholder has a link that carries its token, and may be nameless', async () => {
    const { body } = await add();
    expect(body).toMatchObject({ site_id: site.id, name: null, email: null, auto_fix_default: 'never' });
    expect(new URL(body.link).searchParams.get('sidenote')).toBe(body.token);
    expect(body.token).toMatch(/^svst_/);
  });

  test('a lone surrogate in a name is replaced', async () => {
    const { status, body } = await add({ name: 'Kim\ud800' });
    expect([status, body.name]).toEqual([200, 'Kim\ufffd']);
  });

  test('the widget knows its stakeholder until the link is revoked', async () => {
    const { body } = await add({ name: 'Ann', auto_fix_default: 'optional_on' });
    const headers = { 'x-sidenote-stakeholder': body.token };
    const before = await call('GET', '/api/widget/settings', { as: site.widget, headers });
    expect(before.body).toMatchObject({
      stakeholder_status: 'valid',
      stakeholder: { name: 'Ann', auto_fix_default: 'optional_on' },
    });
    await call('DELETE', `${path}/${body.token}`, { as: ws.owner });
    const after = await call('GET', '/api/widget/settings', { as: site.widget, headers });
    expect(after.body).toMatchObject({ stakeholder_status: 'revoked', stakeholder: null });
  });

  test('a patch changes what it names, and null clears', async () => {
    const { body } = await add({ name: 'Bob', email: 'bob@example.com' });
    const changed = await call('PATCH', `${path}/${body.token}`, { as: ws.owner, body: { email: null } });
    expect(changed.body).toMatchObject({ name: 'Bob', email: null, token: body.token });
  });

  test('GUESTs see stakeholders of a granted site without their tokens', async () => {
    await add({ name: 'Seen' });
    const list = await call('GET', path, { as: await ws.guest([site.id]) });
    expect(list.body.items.length).toBeGreaterThan(0);
    expect(list.text).not.toMatch(/svst_|"link"|"token"/);
  });
});

describe('404', () => {
  test('one whose server key is retired is listed without its link and revoked by its ID', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const path = `/api/widget/sites/${site.id}/stakeholders`;
    const { body } = await call('POST', path, { as: ws.owner, body: { name: 'Ada' } });
    const before = process.env.SERVER_KEYS ?? '';
    process.env.SERVER_KEYS = `k9:${Buffer.alloc(32, 9).toString('base64')}`;
    try {
      const { id, name } = body;
      const list = await call('GET', path, { as: ws.owner });
      expect(list.body.items).toMatchObject([{ id, name }]);
      expect(list.text).not.toMatch(/svst_|"link"/);
      expect((await call('DELETE', `${path}/${id}`, { as: ws.owner })).body).toEqual({ id, deleted: true });
      const rotated = await call('POST', `/api/widget/sites/${site.id}/secrets/rotate-mcp-token`, { as: ws.owner });
      expect([rotated.status, rotated.body.mcp_token]).toEqual([200, expect.stringMatching(/^svmt_/)]);
    } finally {
      process.env.SERVER_KEYS = before;
    }
  });

  test('foreign, changed and revoked tokens are not found', async () => {
    const other = await ws.site();
    const foreign = await call('POST', `/api/widget/sites/${other.id}/stakeholders`, { as: ws.owner, body: {} });
    const { body } = await add();
    await call('DELETE', `${path}/${body.token}`, { as: ws.owner });
    for (const token of [foreign.body.token, `${body.token}x`, body.token, 'svst_short']) {
      expect((await call('PATCH', `${path}/${token}`, { as: ws.owner, body: {} })).status).toBe(404);
      expect((await call('DELETE', `${path}/${token}`, { as: ws.owner })).status).toBe(404);
    }
  });
});

describe('403 and 422', () => {
  test('a GUEST cannot write stakeholders', async () => {
    expect((await add({}, await ws.guest([site.id]))).status).toBe(403);
  });

  test.each([{ email: 'nobody' }, { auto_fix_default: 'always' }, { name: 'x'.repeat(121) }])(
    '%j is refused',
    async (body) => {
      expect((await add(body)).status).toBe(422);
    },
  );
});
