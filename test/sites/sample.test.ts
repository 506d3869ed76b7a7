import { describe, expect, test } from '@jest/globals';
import { keys } from '../../functions/kit/table/keys.ts';
import { MAX_SITES } from '../../functions/sites/schema.ts';
import { call, newWorkspace, stage, table } from '../driver.ts';

const PATH = '/api/widget/sample-site';

describe('the sample site of a personal workspace', () => {
  test('has the demo page, with its own widget, as its address', async () => {
    const ws = await newWorkspace();
    const { status, body } = await call('POST', PATH, { as: ws.owner });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'Sample shop', sample: true, allowed_origins: [stage().base_url] });
    expect(body.url).toBe(`${stage().base_url}/demo`);
    const { items } = (await call('GET', '/api/v1/sites', { as: ws.owner })).body;
    expect(items).toEqual([body]);
    const path = `/api/widget/sites/${body.id}`;
    const { loader_secret_id } = (await call('GET', `${path}/secrets`, { as: ws.owner })).body;
    const stakeholder = (await call('POST', `${path}/stakeholders`, { as: ws.owner, body: { name: 'Ada' } })).body;
    expect(stakeholder.link).toBe(`${body.url}?site=${loader_secret_id}&sidenote=${stakeholder.token}`);
  });

  test('exists once, and can be made again when it was deleted', async () => {
    const ws = await newWorkspace();
    const made = await Promise.all([1, 2, 3].map(() => call('POST', PATH, { as: ws.owner })));
    expect(made.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(made.find(({ status }) => status === 409)?.body.code).toBe('sample_site_exists');
    const id = made.find(({ status }) => status === 200)?.body.id;
    expect((await call('DELETE', `/api/widget/sites/${id}`, { as: ws.owner })).status).toBe(200);
    expect((await call('POST', PATH, { as: ws.owner })).status).toBe(200);
  });

  test('counts against no limit, also once it is deleted', async () => {
    const ws = await newWorkspace();
    await table().transact([{ update: keys.workspace(ws.id), set: { site_count: MAX_SITES } }]);
    const { status, body } = await call('POST', PATH, { as: ws.owner });
    expect(status).toBe(200);
    await call('DELETE', `/api/widget/sites/${body.id}`, { as: ws.owner });
    expect((await table().get(keys.workspace(ws.id)))?.site_count).toBe(MAX_SITES);
  });

  test('is refused in another workspace, even to its owner', async () => {
    const ws = await newWorkspace();
    const { body: shared } = await call('POST', '/api/workspaces', { as: ws.owner, body: { name: 'Agency' } });
    const as = { ...ws.owner, workspace_id: shared.id };
    const { status, body } = await call('POST', PATH, { as });
    expect([status, body.code]).toEqual([409, 'sample_site_personal']);
  });

  test('is the only one that is marked so', async () => {
    const ws = await newWorkspace();
    const { body } = await call('POST', '/api/widget/sites', {
      as: ws.owner,
      body: { name: 'Shop', url: 'https://shop.example', sample: true },
    });
    expect(body.sample).toBe(false);
  });
});
