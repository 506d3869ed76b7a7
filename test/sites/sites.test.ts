import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { MAX_PENDING_DELETIONS } from '../../functions/sites/schema.ts';
import { auditRows } from '../audit.ts';
import { call, newWorkspace, table, type Workspace } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

const SHOP = { name: 'Shop', url: 'https://shop.example.com/start' };

let ws: Workspace;
beforeAll(async () => {
  ws = await newWorkspace();
});

const auditActions = async (workspace: string) => (await auditRows(workspace)).map(({ action }) => action);

describe('200', () => {
  test('a new site is returned with defaults and without secrets', async () => {
    const { status, body, text } = await call('POST', '/api/widget/sites', { as: ws.owner, body: SHOP });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
      workspace_id: ws.id,
      name: 'Shop',
      url: 'https://shop.example.com/start',
      allowed_origins: ['https://shop.example.com'],
      widget: { position: 'bottom-right', color: '#4f46e5', locale: 'auto', anonymous_allowed: true },
      enforce_policy: false,
      sample: false,
      created_at: expect.stringMatching(/^\d{13}$/),
      updated_at: expect.stringMatching(/^\d{13}$/),
    });
    expect(text).not.toMatch(/sv[a-z]{2}_|hash|derivation|gsi1|"pk"|ttl/);
  });

  test('fields that callers may not set are ignored', async () => {
    const forged = {
      id: newId(),
      workspace_id: newId(),
      role: 'OWNER',
      mcp_token_hash: 'x',
      created_at: 1,
      created_by: 'me',
    };
    const { body } = await call('POST', '/api/widget/sites', { as: ws.owner, body: { ...SHOP, ...forged } });
    const raw = `{"name":"P","url":"https://a.example","__proto__":{"workspace_id":"x"}}`;
    const polluted = await call('POST', '/api/widget/sites', { as: ws.owner, body: raw });
    expect(body.workspace_id).toBe(ws.id);
    expect(body.id).not.toBe(forged.id);
    expect(polluted.body.workspace_id).toBe(ws.id);
  });

  test('patches of the widget that come at once keep what each of them names', async () => {
    const site = await ws.site();
    const named = { color: '#112233', position: 'top-left', theme: 'dark', label: 'Note', rating: 'stars' };
    await Promise.all(
      Object.entries(named).map(([name, value]) =>
        call('PATCH', `/api/widget/sites/${site.id}`, { as: ws.owner, body: { widget: { [name]: value } } }),
      ),
    );
    const { body } = await call('GET', `/api/widget/sites/${site.id}`, { as: ws.owner });
    expect(body.widget).toMatchObject({ ...named, anonymous_allowed: true });
  });

  test('a patch changes what it names and keeps the rest', async () => {
    const site = await ws.site();
    const changed = await call('PATCH', `/api/widget/sites/${site.id}`, {
      as: ws.owner,
      body: { name: 'New', widget: { anonymous_allowed: false } },
    });
    expect(changed.body).toMatchObject({
      name: 'New',
      url: 'https://shop.example.com/',
      widget: { position: 'bottom-right', anonymous_allowed: false },
    });
    expect((await call('GET', `/api/v1/sites/${site.id}`, { as: ws.owner })).body).toEqual(changed.body);
  });

  test('both surfaces list the same sites, newest first, in pages that end with null', async () => {
    const other = await newWorkspace();
    const ids: string[] = [];
    for (let made = 0; made < 5; made += 1) ids.unshift((await other.site({ name: `S${made}` })).id);
    for (const path of ['/api/v1/sites', '/api/widget/sites']) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const query: string = `limit=2${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`;
        const { body } = await call('GET', `${path}?${query}`, { as: other.owner });
        seen.push(...body.items.map((site: { id: string }) => site.id));
        cursor = body.next_cursor;
      } while (cursor);
      expect(seen).toEqual(ids);
    }
  });

  test('one Idempotency-Key makes one site', async () => {
    const headers = { 'idempotency-key': newId() };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call('POST', '/api/widget/sites', { as: ws.owner, body: SHOP, headers })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });

  test('an OWNER session reads the secrets, and a rotation revokes the old MCP token immediately', async () => {
    const site = await ws.site();
    const rotated = await call('POST', `/api/widget/sites/${site.id}/secrets/rotate-mcp-token`, { as: ws.owner });
    const shown = await call('GET', `/api/widget/sites/${site.id}/secrets`, { as: ws.owner });
    expect(rotated.body).toEqual({ mcp_token: expect.stringMatching(/^svmt_/) });
    expect(rotated.body.mcp_token).not.toBe(site.mcp_token);
    expect(shown.body).toEqual({
      widget_token: site.widget_token,
      mcp_token: rotated.body.mcp_token,
      loader_secret_id: site.loader_secret_id,
    });
  });

  test('secrets of a retired server key are a 409 until rotated, and its widget.js is a 404', async () => {
    const site = await ws.site();
    const before = process.env.SERVER_KEYS ?? '';
    process.env.SERVER_KEYS = `k9:${Buffer.alloc(32, 9).toString('base64')}`;
    try {
      for (const secrets of ['secrets', 'identity-secret']) {
        const shown = await call('GET', `/api/widget/sites/${site.id}/${secrets}`, { as: ws.owner });
        expect([shown.status, shown.body.code]).toEqual([409, 'server_key_retired']);
      }
      await call('POST', `/api/widget/sites/${site.id}/identity-secret/rotate`, { as: ws.owner });
      const identity = await call('GET', `/api/widget/sites/${site.id}/identity-secret`, { as: ws.owner });
      expect(identity.body.identity_secret).toMatch(/^svid_/);
      expect((await call('GET', `/w/${site.loader_secret_id}/widget.js`)).status).toBe(404);
    } finally {
      process.env.SERVER_KEYS = before;
    }
  });

  test('every write leaves an audit entry in the same workspace', async () => {
    const own = await newWorkspace();
    const site = await own.site();
    await call('PATCH', `/api/widget/sites/${site.id}`, { as: own.owner, body: { name: 'B' } });
    await call('POST', `/api/widget/sites/${site.id}/secrets/rotate-mcp-token`, { as: own.owner });
    await call('DELETE', `/api/widget/sites/${site.id}`, { as: own.owner });
    const [signedUp, ...actions] = await auditActions(own.id);
    expect(signedUp).toBe('workspace.create');
    expect(actions).toEqual(['site.create', 'site.patch', 'site.rotate_mcp_token', 'site.delete']);
  });
});

describe('404', () => {
  test('a deleted site and everything in it are gone immediately', async () => {
    const site = await ws.site();
    const note = await ws.note(site);
    expect((await call('DELETE', `/api/widget/sites/${site.id}`, { as: ws.owner })).body).toEqual({
      id: site.id,
      deleted: true,
    });
    for (const path of [
      `/api/v1/sites/${site.id}`,
      `/api/v1/sites/${site.id}/annotations`,
      `/api/v1/annotations/${note.id}`,
      `/api/widget/sites/${site.id}/stakeholders`,
      `/api/widget/sites/${site.id}/secrets`,
    ]) {
      expect([path, (await call('GET', path, { as: ws.owner })).status]).toEqual([path, 404]);
    }
    expect((await call('GET', '/api/widget/settings', { as: site.widget })).status).toBe(401);
  });

  test('a foreign, an unknown and a malformed id answer the same bytes', async () => {
    const foreign = await (await newWorkspace()).site();
    const texts = await Promise.all(
      [foreign.id, newId(), 'nonsense', '%00'].map(
        async (id) => (await call('GET', `/api/v1/sites/${id}`, { as: ws.owner })).text,
      ),
    );
    expect(new Set(texts).size).toBe(1);
  });

  test('a GUEST sees the granted sites only', async () => {
    const [granted, hidden] = [await ws.site(), await ws.site()];
    const guest = await ws.guest([granted.id]);
    const list = await call('GET', '/api/v1/sites', { as: guest });
    expect(list.body.items.map((site: { id: string }) => site.id)).toEqual([granted.id]);
    expect((await call('GET', `/api/v1/sites/${hidden.id}`, { as: guest })).status).toBe(404);
    const none = await call('GET', '/api/v1/sites', { as: await ws.guest([]) });
    expect([none.status, none.body.items]).toEqual([200, []]);
  });
});

describe('403', () => {
  test('a GUEST creates nothing, a MEMBER deletes nothing, a token reads no secrets', async () => {
    const site = await ws.site();
    const [guest, member, token] = [await ws.guest([site.id]), await ws.member(), await ws.token('MEMBER')];
    const refused = await Promise.all([
      call('POST', '/api/widget/sites', { as: guest, body: SHOP }),
      call('DELETE', `/api/widget/sites/${site.id}`, { as: member }),
      call('DELETE', `/api/widget/sites/${site.id}`, { as: token }),
      call('GET', `/api/widget/sites/${site.id}/secrets`, { as: member }),
    ]);
    for (const { status, body } of refused) expect([status, body.detail]).toEqual([403, 'Insufficient role']);
    expect((await call('GET', `/api/widget/sites/${site.id}/secrets`, { as: token })).status).toBe(403);
  });
});

describe('422', () => {
  test.each([
    ['a missing name', { url: 'https://a.example' }, ['body', 'name'], 'missing'],
    ['a blank name', { ...SHOP, name: '   ' }, ['body', 'name'], 'nothing_written'],
    ['a long name', { ...SHOP, name: 'x'.repeat(121) }, ['body', 'name'], 'too_long'],
    ['a script address', { ...SHOP, url: 'javascript:alert(1)' }, ['body', 'url'], 'not_an_address'],
    ['a long address', { ...SHOP, url: `https://a.example/${'x'.repeat(2048)}` }, ['body', 'url'], 'too_long'],
    [
      'an origin with a path',
      { ...SHOP, allowed_origins: ['https://a.example/x'] },
      ['body', 'allowed_origins', 0],
      'not_an_origin',
    ],
    ['no origin at all', { ...SHOP, allowed_origins: [] }, ['body', 'allowed_origins'], 'empty'],
    [
      'an unknown position',
      { ...SHOP, widget: { position: 'middle' } },
      ['body', 'widget', 'position'],
      'not_an_option',
    ],
    ['a color by name', { ...SHOP, widget: { color: 'red' } }, ['body', 'widget', 'color'], 'not_a_color'],
    ['what is not JSON', '{"name":', ['body'], 'not_json'],
    ['no body', undefined, ['body'], 'missing'],
    ['over 256 KB', { ...SHOP, more: 'x'.repeat(256 * 1024) }, ['body'], 'body_too_large'],
  ])('%s is refused with the place to change', async (_, body, loc, code) => {
    const answer = await call('POST', '/api/widget/sites', { as: ws.owner, body });
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0]).toMatchObject({ loc, msg: expect.any(String), type: expect.any(String), code });
  });

  test.each(['0', '201', 'x', '-1', '1.5'])('limit %s is refused', async (limit) => {
    expect((await call('GET', `/api/v1/sites?limit=${limit}`, { as: ws.owner })).status).toBe(422);
  });

  test('another body under one Idempotency-Key is refused', async () => {
    const headers = { 'idempotency-key': newId() };
    await call('POST', '/api/widget/sites', { as: ws.owner, body: SHOP, headers });
    const answer = await call('POST', '/api/widget/sites', { as: ws.owner, body: { ...SHOP, name: 'Other' }, headers });
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['header', 'Idempotency-Key']]);
  });
});

describe('400', () => {
  test('a cursor of another workspace or a changed one is refused', async () => {
    const other = await newWorkspace();
    for (let made = 0; made < 2; made += 1) await other.site();
    const { body } = await call('GET', '/api/v1/sites?limit=1', { as: other.owner });
    const cursors = [body.next_cursor, `${body.next_cursor}x`, 'abc', `k1.${'A'.repeat(20)}.AAAA`];
    for (const cursor of cursors) {
      const { status, body: refused } = await call('GET', `/api/v1/sites?cursor=${cursor}`, { as: ws.owner });
      expect([status, typeof refused.detail]).toEqual([400, 'string']);
    }
  });
});

test('deleting a site is refused while 100 deleted sites await their purge; other requests succeed', async () => {
  const own = await newWorkspace();
  const [last, kept] = [await own.site(), await own.site()];
  const note = await own.note(kept, { body: 'Still here' });
  const waiting = Array.from({ length: MAX_PENDING_DELETIONS }, newId);
  const setWaiting = (deleted_sites: Set<string>) =>
    table().transact([{ update: keys.workspace(own.id), set: { deleted_sites } }]);
  await setWaiting(new Set(waiting));
  const remove = () => call('DELETE', `/api/widget/sites/${last.id}`, { as: own.owner });

  const refused = await remove();
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    '100 deleted sites of this workspace are still being removed. Try again in a few minutes.',
  ]);
  expect((await call('GET', `/api/widget/sites/${last.id}`, { as: own.owner })).status).toBe(200);
  expect((await call('GET', '/api/reviews', { as: own.owner })).status).toBe(200);
  expect(
    (await call('PATCH', `/api/v1/annotations/${note.id}`, { as: own.owner, body: { summary: 'x' } })).status,
  ).toBe(200);

  await setWaiting(new Set(waiting.slice(1)));
  expect((await remove()).status).toBe(200);
  expect((await call('DELETE', `/api/widget/sites/${newId()}`, { as: own.owner })).status).toBe(404);
});
