import { beforeAll, describe, expect, test } from '@jest/globals';
import { DAY, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { randomSecret } from '../../functions/kit/secrets.ts';
import { keys, scratchKeys } from '../../functions/kit/table/keys.ts';
import { placeOf } from '../../web/widget/config.ts';
import { call, newWorkspace, stage, table, type Workspace } from '../driver.ts';

let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;
beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site();
});

const load = (id: string) => call('GET', `/w/${id}/widget.js`);

describe('200', () => {
  test('the script starts with its configuration, runs anywhere and is cached for 300 seconds', async () => {
    const { status, headers, text } = await load(site.loader_secret_id);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    const [, json = ''] = /^window\.__sidenote_config=(\{.*?\});\n/.exec(text) ?? [];
    expect(JSON.parse(json)).toEqual({
      token: site.widget_token,
      base: stage().base_url,
      label: 'Feedback',
      icon: expect.any(String),
      core: expect.stringMatching(/^http.*\/widget\/core\.[0-9a-f]+\.js$/),
      inspect: expect.stringMatching(/^http.*\/widget\/inspect\.[0-9a-f]+\.js$/),
      capture: expect.stringMatching(/^http.*\/widget\/capture\.[0-9a-f]+\.js$/),
      settings: (await call('GET', '/api/widget/settings', { as: site.widget })).body,
      places: [placeOf(site.widget_token, 'https://shop.example.com')],
      seen: `${stage().base_url}/w/${site.loader_secret_id}/seen`,
    });
    for (const hidden of [site.mcp_token, 'shop.example.com', site.id, ws.id]) expect(text).not.toContain(hidden);
  });

  test('the response is the same for every caller, with or without a personal link', async () => {
    const { body } = await call('POST', `/api/widget/sites/${site.id}/stakeholders`, { as: ws.owner, body: {} });
    const headers = { 'x-sidenote-stakeholder': body.token, origin: 'https://shop.example.com', cookie: 'a=b' };
    const plain = await load(site.loader_secret_id);
    const [own, owner] = await Promise.all([
      call('GET', `/w/${site.loader_secret_id}/widget.js?sidenote=${body.token}`, { headers }),
      call('GET', `/w/${site.loader_secret_id}/widget.js`, { as: ws.owner }),
    ]);
    const cached = ({ 'x-request-id': _, ...rest }: Record<string, string>) => rest;
    for (const other of [own, owner]) {
      expect(other.text).toBe(plain.text);
      expect(cached(other.headers)).toEqual(cached(plain.headers));
    }
  });

  test('the script asks for a report only if the last one is older than a day', async () => {
    const own = await ws.site();
    const asks = async () => (await load(own.loader_secret_id)).text.includes('"seen":"');
    expect(await asks()).toBe(true);
    const body = { url: 'https://shop.example.com/', version: '1' };
    expect((await call('POST', `/w/${own.loader_secret_id}/seen`, { body })).status).toBe(200);
    expect(await asks()).toBe(false);
    const seen_at = now() - DAY - 1;
    await table().put({ ...scratchKeys.seen(own.id), ...body, seen_at }, { in: 'scratch' });
    expect(await asks()).toBe(true);
  });
});

describe('404', () => {
  const isHarmless = ({ status, text, headers }: Awaited<ReturnType<typeof load>>) => {
    expect([status, headers['cache-control']]).toEqual([404, 'public, max-age=60']);
    expect(JSON.parse(text)).toEqual({
      detail: expect.stringContaining('No site has this script address'),
      code: 'loader_unknown',
    });
  };

  test('unknown, forged, malformed and other kinds of IDs get the same 404', async () => {
    const changed = site.loader_secret_id.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    const ids = [
      randomSecret('loader', [ws.id, site.id]),
      randomSecret('loader', [newId(), newId()]),
      changed,
      site.widget_token,
      site.mcp_token,
      site.id,
      'x',
      '%00',
      encodeURIComponent('*/alert(1)//\n'),
    ];
    const answers = await Promise.all(ids.map(load));
    answers.forEach(isHarmless);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  test('the script of a deleted site or workspace is gone immediately', async () => {
    const own = await newWorkspace();
    const [first, second] = [await own.site(), await own.site()];
    await call('DELETE', `/api/widget/sites/${first.id}`, { as: own.owner });
    isHarmless(await load(first.loader_secret_id));
    await table().transact([{ update: keys.workspace(own.id), set: { deleted_at: 1 }, when: [['exists', 'pk']] }]);
    isHarmless(await load(second.loader_secret_id));
    expect((await call('GET', '/api/widget/settings', { as: second.widget })).status).toBe(404);
  });
});
