import { beforeAll, describe, expect, test } from '@jest/globals';
import { HOUR } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { MAX_WEBHOOKS } from '../../functions/webhooks/schema.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, newTeam, newWorkspace, table, type Workspace } from '../driver.ts';
import { newWebhook, pathOf, secretsOf } from './target.ts';

const URL_TEXT = 'https://hooks.example.com/in';

let ws: Workspace;
beforeAll(async () => {
  ws = await newWorkspace();
});

describe('a webhook', () => {
  test('is created with all events by default, listed without a secret, changed and deleted', async () => {
    const own = await newWorkspace();
    const site = await own.site();
    const made = await newWebhook(own, URL_TEXT, { site_id: site.id, description: 'Chat' });
    expect(made).toMatchObject({
      url: URL_TEXT,
      site_id: site.id,
      description: 'Chat',
      active: true,
      switched_off: null,
    });
    const { body, text } = await call('GET', pathOf(own), { as: await own.member() });
    expect(body).toEqual({ items: [made], next_cursor: null });
    expect(text).not.toMatch(/whsec_|derivation/);
    const patched = await call('PATCH', pathOf(own, made.id), {
      as: own.owner,
      body: { events: ['annotation.created'] },
    });
    expect(patched.body).toMatchObject({ events: ['annotation.created'], description: 'Chat' });
    expect((await call('DELETE', pathOf(own, made.id), { as: own.owner })).body).toEqual({
      id: made.id,
      deleted: true,
    });
    expect((await call('GET', pathOf(own), { as: own.owner })).body.items).toEqual([]);
    expect((await call('DELETE', pathOf(own, made.id), { as: own.owner })).status).toBe(404);
    expect((await table().get(keys.workspace(own.id)))?.webhook_count).toBe(0);
  });

  test.each([
    'http://hooks.example.com/in',
    'https://hooks.example.com:8443/in',
    'http://127.0.0.1:80/',
    'ftp://hooks.example.com/',
    'https://user:secret@hooks.example.com/',
    'hooks.example.com',
  ])('is refused for the address %s', async (url) => {
    const { status, body } = await call('POST', pathOf(ws), { as: ws.owner, body: { url } });
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'url']]);
  });

  test.each([
    [{ events: [] }, 'events'],
    [{ events: ['annotation.exploded'] }, 'events'],
    [{ site_id: newId() }, 'site_id'],
    [{ description: 'x'.repeat(201) }, 'description'],
  ])('is refused with %j', async (more, field) => {
    const { status, body } = await call('POST', pathOf(ws), { as: ws.owner, body: { url: URL_TEXT, ...more } });
    expect([status, body.detail[0].loc[1]]).toEqual([422, field]);
  });

  test('can’t be for a site of another workspace, or a deleted one', async () => {
    const [foreign, gone] = [await (await newWorkspace()).site(), await ws.site()];
    await call('DELETE', `/api/widget/sites/${gone.id}`, { as: ws.owner });
    for (const site_id of [foreign.id, gone.id]) {
      expect((await call('POST', pathOf(ws), { as: ws.owner, body: { url: URL_TEXT, site_id } })).status).toBe(422);
    }
  });

  test(`exists at most ${MAX_WEBHOOKS} times in a workspace, however many are created at once`, async () => {
    const own = await newWorkspace();
    const asked = Array.from({ length: MAX_WEBHOOKS + 5 }, () =>
      call('POST', pathOf(own), { as: own.owner, body: { url: URL_TEXT } }),
    );
    const refused = (await Promise.all(asked)).filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => [status, body.detail[0].code])).toEqual(
      Array(5).fill([422, 'webhook_limit']),
    );
  });

  test('is created once per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': newId() };
    const ask = () => call('POST', pathOf(ws), { as: ws.owner, body: { url: URL_TEXT }, headers });
    const [first, second] = [await ask(), await ask()];
    expect(second.body).toEqual(first.body);
  });

  test('closes with its workspace, and is there again after a restore', async () => {
    const team = await newTeam();
    const { id } = await newWebhook(team, URL_TEXT);
    await call('DELETE', `/api/workspaces/${team.id}`, { as: team.owner });
    expect((await call('GET', pathOf(team), { as: team.owner })).status).toBe(403);
    await call('POST', `/api/workspaces/${team.id}/restore`, { as: team.owner });
    expect((await call('GET', pathOf(team), { as: team.owner })).body.items).toMatchObject([{ id, active: true }]);
  });
});

describe('the secrets of a webhook', () => {
  test('are 32 bytes each, different for each webhook, and nowhere in the table', async () => {
    const [one, other] = [await newWebhook(ws, URL_TEXT), await newWebhook(ws, URL_TEXT)];
    const { secret, former } = await secretsOf(ws, one.id);
    expect([secret.slice(0, 6), Buffer.from(secret.slice(6), 'base64').length, former]).toEqual(['whsec_', 32, null]);
    expect((await secretsOf(ws, other.id)).secret).not.toBe(secret);
    expect(JSON.stringify(await table().get(keys.webhook(ws.id, one.id)))).not.toContain(secret.slice(6));
  });

  test('rotate: the old one stays next to the new one for 24 hours', async () => {
    const { id } = await newWebhook(ws, URL_TEXT);
    const before = await secretsOf(ws, id);
    const { body: rotated } = await call('POST', pathOf(ws, id, 'rotate-secret'), { as: ws.owner });
    expect(rotated.former).toEqual({ secret: before.secret, until: expect.stringMatching(/^\d+$/) });
    expect(rotated.secret).not.toBe(before.secret);
    expect(await secretsOf(ws, id)).toEqual(rotated);
    advance(24 * HOUR + 1);
    expect(await secretsOf(ws, id)).toEqual({ secret: rotated.secret, former: null });
  });

  test('rotate: one of a retired server key ends at once', async () => {
    const { id } = await newWebhook(ws, URL_TEXT);
    const before = process.env.SERVER_KEYS ?? '';
    process.env.SERVER_KEYS = `k9:${Buffer.alloc(32, 9).toString('base64')}`;
    try {
      const retired = await call('GET', pathOf(ws, id, 'secrets'), { as: ws.owner });
      expect([retired.status, retired.body.code]).toEqual([409, 'server_key_retired']);
      const { status, body } = await call('POST', pathOf(ws, id, 'rotate-secret'), { as: ws.owner });
      expect([status, body.former]).toEqual([200, null]);
      expect(await secretsOf(ws, id)).toEqual(body);
    } finally {
      process.env.SERVER_KEYS = before;
    }
  });

  test('rotate once per Idempotency-Key', async () => {
    const { id } = await newWebhook(ws, URL_TEXT);
    const headers = { 'idempotency-key': newId() };
    const ask = () => call('POST', pathOf(ws, id, 'rotate-secret'), { as: ws.owner, headers });
    const [first, second] = [await ask(), await ask()];
    expect(second.body).toEqual(first.body);
  });

  test('rotate once if two OWNERs ask at the same time', async () => {
    const { id } = await newWebhook(ws, URL_TEXT);
    const ask = () => call('POST', pathOf(ws, id, 'rotate-secret'), { as: ws.owner });
    const statuses = (await Promise.all([ask(), ask(), ask()])).map(({ status }) => status);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect(statuses).toContain(200);
  });

  test.each(['GET secrets', 'POST rotate-secret'])('are closed to members: %s', async (what) => {
    const { id } = await newWebhook(ws, URL_TEXT);
    const [method = '', path = ''] = what.split(' ');
    expect((await call(method, pathOf(ws, id, path), { as: await ws.member() })).status).toBe(403);
  });
});
