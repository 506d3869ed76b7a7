import { beforeAll, describe, expect, test } from '@jest/globals';
import { randomSecret } from '../../functions/kit/secrets.ts';
import { call, newWorkspace } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

const report = (loader_secret_id: string, url: string, origin = 'https://shop.example') =>
  call('POST', `/w/${loader_secret_id}/seen`, {
    headers: { origin, 'content-type': 'text/plain;charset=UTF-8' },
    body: { url, version: '1' },
  });

describe('where a widget was seen', () => {
  test('is null before the first report, then page and time, without the query string', async () => {
    const ws = await newWorkspace();
    const site = await ws.site({ url: 'https://shop.example', allowed_origins: ['https://shop.example'] });
    const path = `/api/widget/sites/${site.id}/seen`;
    expect((await call('GET', path, { as: ws.owner })).body).toEqual({ seen: null, refused: null });
    expect((await report(site.loader_secret_id, 'https://shop.example/a?b=c#d')).status).toBe(200);
    const { body } = await call('GET', path, { as: ws.owner });
    expect(body).toEqual({
      seen: { url: 'https://shop.example/a', version: '1', seen_at: expect.stringMatching(/^\d{13}$/) },
      refused: null,
    });
  });

  test('includes the last page refused for its origin until that origin is allowed', async () => {
    const ws = await newWorkspace();
    const site = await ws.site({ url: 'https://shop.example', allowed_origins: ['https://shop.example'] });
    const path = `/api/widget/sites/${site.id}/seen`;
    const open = (origin: string) =>
      call('GET', '/api/widget/settings', { as: { credential: site.widget_token }, headers: { origin } });
    expect((await open('https://shop.example')).status).toBe(200);
    expect((await call('GET', path, { as: ws.owner })).body.refused).toBeNull();
    for (const origin of ['https://www.shop.example', 'http://localhost:3000']) {
      expect((await open(origin)).status).toBe(403);
    }
    await report(site.loader_secret_id, 'https://shop.example/');
    const { body } = await call('GET', path, { as: ws.owner });
    expect(body).toMatchObject({
      seen: { url: 'https://shop.example/' },
      refused: { origin: 'http://localhost:3000', refused_at: expect.stringMatching(/^\d{13}$/) },
    });
    await call('PATCH', `/api/widget/sites/${site.id}`, {
      as: ws.owner,
      body: { allowed_origins: ['https://shop.example', 'http://localhost:3000'] },
    });
    expect((await call('GET', path, { as: ws.owner })).body.refused).toBeNull();
  });

  test('is reported only by pages of allowed origins, and for no unknown or deleted site', async () => {
    const ws = await newWorkspace();
    const site = await ws.site({ allowed_origins: ['https://shop.example'] });
    const refused = await report(site.loader_secret_id, 'https://evil.example/', 'https://evil.example');
    expect([refused.status, refused.body.reason]).toEqual([403, 'origin_not_allowed']);
    for (const url of ['https://evil.example/', 'https://shop.example@evil.example/', 'javascript:alert(1)', 'x']) {
      const forged = await report(site.loader_secret_id, url);
      expect([url, forged.status, forged.body.reason]).toEqual([url, 403, 'origin_not_allowed']);
    }
    expect((await report(randomSecret('loader', [ws.id, site.id]), 'https://shop.example/')).status).toBe(404);
    const path = `/api/widget/sites/${site.id}/seen`;
    expect((await call('GET', path, { as: ws.owner })).body).toEqual({ seen: null, refused: null });
    await call('DELETE', `/api/widget/sites/${site.id}`, { as: ws.owner });
    expect((await report(site.loader_secret_id, 'https://shop.example/')).status).toBe(404);
  });

  test('is not found by another workspace or a GUEST without a grant', async () => {
    const [ws, other] = await Promise.all([newWorkspace(), newWorkspace()]);
    const site = await ws.site({ allowed_origins: ['https://shop.example'] });
    await report(site.loader_secret_id, 'https://shop.example/');
    const path = `/api/widget/sites/${site.id}/seen`;
    expect((await call('GET', path, { as: other.owner })).status).toBe(404);
    expect((await call('GET', path, { as: await ws.guest() })).status).toBe(404);
    expect((await call('GET', path, { as: await ws.guest([site.id]) })).status).toBe(200);
  });
});
