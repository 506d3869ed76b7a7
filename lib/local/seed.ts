import { join } from 'node:path';
import { verifyIdToken } from '../../functions/kit/access/id-token.ts';
import { personalWorkspaceOf } from '../../functions/kit/actor.ts';
import { invoke } from './gateway.ts';
import { readJson, writeWhole } from './state.ts';

export const OWNER_EMAIL = 'owner@example.com';

const siteOf = (base_url: string) => {
  const port = new URL(base_url).port;
  return {
    name: 'Demo shop',
    url: `${base_url}/demo`,
    allowed_origins: [`http://127.0.0.1:${port}`, `http://localhost:${port}`],
  };
};

const send = async <T>(idToken: string, method: string, path: string, body?: unknown): Promise<T> => {
  const headers = { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' };
  const text = body === undefined ? undefined : JSON.stringify(body);
  const answer = await invoke({ method, path, headers, body: text });
  if (answer.status !== 200) throw new Error(`Seeding: ${method} ${path} answered ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body.toString('utf8')) as T;
};

const create = async (idToken: string, base_url: string) => {
  const workspace_id = personalWorkspaceOf((await verifyIdToken(idToken)).user_id);
  const { id: site_id } = await send<{ id: string }>(idToken, 'POST', '/api/widget/sites', siteOf(base_url));
  type Secrets = Record<'widget_token' | 'mcp_token' | 'loader_secret_id', string>;
  const secrets = await send<Secrets>(idToken, 'GET', `/api/widget/sites/${site_id}/secrets`);
  const { token } = await send<{ token: string }>(idToken, 'POST', `/api/workspaces/${workspace_id}/api-tokens`, {
    name: 'Local stage',
  });
  const { widget_token, mcp_token, loader_secret_id } = secrets;
  return { base_url, workspace_id, site_id, widget_token, mcp_token, loader_secret_id, api_token: token };
};

export type Seed = Awaited<ReturnType<typeof create>>;

export const seed = async (folder: string, idToken: string, base_url: string): Promise<Seed> => {
  const file = join(folder, 'seed.json');
  const known = await readJson<Seed>(file);
  if (known?.base_url === base_url) return known;
  const current = known ? { ...known, base_url } : await create(idToken, base_url);
  if (known) await send(idToken, 'PATCH', `/api/widget/sites/${known.site_id}`, siteOf(base_url));
  await writeWhole(file, current);
  return current;
};
