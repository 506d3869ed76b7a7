import { describe, expect, test } from '@jest/globals';
import { call, newWorkspace } from '../driver.ts';

const report = (widget_token: string, url: string) =>
  call('POST', '/api/widget/seen', {
    as: { credential: widget_token },
    headers: { origin: 'https://shop.example' },
    body: { url, version: '1' },
  });

describe('where a widget was seen', () => {
  test('is null before its first report, and afterwards tells page and time, without the query', async () => {
    const ws = await newWorkspace();
    const site = await ws.site({ url: 'https://shop.example', allowed_origins: ['https://shop.example'] });
    const path = `/api/widget/sites/${site.id}/seen`;
    expect((await call('GET', path, { as: ws.owner })).body).toEqual({ seen: null });
    expect((await report(site.widget_token, 'https://shop.example/a?b=c#d')).status).toBe(200);
    const { body } = await call('GET', path, { as: ws.owner });
    expect(body).toEqual({
      seen: { url: 'https://shop.example/a', version: '1', seen_at: expect.stringMatching(/^\d{13}$/) },
    });
  });

  test('is no matter of another workspace, or of a guest without a grant', async () => {
    const [ws, other] = await Promise.all([newWorkspace(), newWorkspace()]);
    const site = await ws.site({ allowed_origins: ['https://shop.example'] });
    await report(site.widget_token, 'https://shop.example/');
    const path = `/api/widget/sites/${site.id}/seen`;
    expect((await call('GET', path, { as: other.owner })).status).toBe(404);
    expect((await call('GET', path, { as: await ws.guest() })).status).toBe(404);
    expect((await call('GET', path, { as: await ws.guest([site.id]) })).status).toBe(200);
  });
});
