import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { seed } from '../../lib/local/seed.ts';
import { call, type Person, signIn } from '../driver.ts';

let folder: string;
let owner: Person;
beforeEach(async () => {
  [folder, owner] = await Promise.all([mkdtemp(join(tmpdir(), 'sidenote-seed-')), signIn()]);
});
afterEach(() => rm(folder, { recursive: true }));

const start = (port: number) => seed(folder, owner.credential, `http://127.0.0.1:${port}`);
const own = async (method: string, path: string, body?: object) => {
  const answer = await call(method, path, { as: owner, ...(body && { body }) });
  expect(answer.status).toBe(200);
  return answer.body;
};

test('another port changes the addresses of the former one, and nothing that the user set', async () => {
  const { site_id } = await start(9001);
  const path = `/api/widget/sites/${site_id}`;
  const allowed = ['http://127.0.0.1:9001', 'http://localhost:9001', 'http://localhost:3000'];
  await own('PATCH', path, { name: 'My shop', allowed_origins: allowed });
  expect(await start(9002)).toMatchObject({ site_id, base_url: 'http://127.0.0.1:9002' });
  expect(await own('GET', path)).toMatchObject({
    name: 'My shop',
    url: 'http://127.0.0.1:9002/demo',
    allowed_origins: ['http://127.0.0.1:9002', 'http://localhost:9002', 'http://localhost:3000'],
  });
});

test('what the user rotated or revoked is renewed, and the rest stays', async () => {
  const first = await start(9001);
  expect(await start(9001)).toEqual(first);
  const { site_id, workspace_id } = first;
  await own('POST', `/api/widget/sites/${site_id}/secrets/rotate-mcp-token`);
  const tokens = await own('GET', `/api/workspaces/${workspace_id}/api-tokens`);
  for (const { token_id } of tokens.items ?? tokens) {
    await own('DELETE', `/api/workspaces/${workspace_id}/api-tokens/${token_id}`);
  }
  const second = await start(9001);
  expect([second.site_id, second.widget_token]).toEqual([site_id, first.widget_token]);
  expect(second.mcp_token).toBe((await own('GET', `/api/widget/sites/${site_id}/secrets`)).mcp_token);
  expect((await call('GET', '/api/v1/sites', { as: { credential: second.api_token } })).status).toBe(200);
});

test('a deleted site is created again', async () => {
  const first = await start(9001);
  await own('DELETE', `/api/widget/sites/${first.site_id}`);
  const second = await start(9002);
  expect(second.site_id).not.toBe(first.site_id);
  expect(await own('GET', `/api/widget/sites/${second.site_id}`)).toMatchObject({ name: 'Demo shop' });
});
