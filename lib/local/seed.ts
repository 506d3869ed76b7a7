import { join } from 'node:path';
import { verifyIdToken } from '../../functions/kit/access/id-token.ts';
import { personalWorkspaceOf } from '../../functions/kit/actor.ts';
import { invoke } from './gateway.ts';
import { readJson, writeWhole } from './state.ts';

export const OWNER_EMAIL = 'owner@example.com';

const demoAt = (base_url: string) => {
  const port = new URL(base_url).port;
  return {
    url: `${base_url}/demo`,
    allowed_origins: [`http://127.0.0.1:${port}`, `http://localhost:${port}`],
  };
};

const ask = (credential: string, method: string, path: string, body?: unknown) => {
  const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' };
  return invoke({ method, path, headers, body: body === undefined ? undefined : JSON.stringify(body) });
};

const send = async <T>(idToken: string, method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await ask(idToken, method, path, body);
  if (answer.status !== 200) throw new Error(`Seeding: ${method} ${path} answered ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body.toString('utf8')) as T;
};

type Site = { id: string } & ReturnType<typeof demoAt>;

/** Undefined if the user deleted it. */
const findSite = async (idToken: string, site_id: string): Promise<Site | undefined> => {
  const path = `/api/widget/sites/${site_id}`;
  return (await ask(idToken, 'GET', path)).status === 404 ? undefined : send<Site>(idToken, 'GET', path);
};

/** Changes of the user stay. */
const moveSite = async (idToken: string, site: Site, from: string, to: string): Promise<void> => {
  const [before, after] = [demoAt(from), demoAt(to)];
  const moved = new Map([
    [before.url, after.url],
    ...before.allowed_origins.map((origin, index) => [origin, after.allowed_origins[index] ?? origin] as const),
  ]);
  const movedTo = (address: string) => moved.get(address) ?? address;
  await send(idToken, 'PATCH', `/api/widget/sites/${site.id}`, {
    url: movedTo(site.url),
    allowed_origins: [...new Set(site.allowed_origins.map(movedTo))],
  });
};

const createToken = async (idToken: string, workspace_id: string): Promise<string> => {
  const path = `/api/workspaces/${workspace_id}/api-tokens`;
  return (await send<{ token: string }>(idToken, 'POST', path, { name: 'Local stage' })).token;
};

type Kept = Record<'base_url' | 'site_id' | 'api_token', string>;

/** Its secrets work, even if the user deleted the site, rotated its secret or revoked the token. */
export const seed = async (folder: string, idToken: string, base_url: string) => {
  const file = join(folder, 'seed.json');
  const known = await readJson<Kept>(file);
  const workspace_id = personalWorkspaceOf((await verifyIdToken(idToken)).user_id);
  const found = known && (await findSite(idToken, known.site_id));
  if (known && found && known.base_url !== base_url) await moveSite(idToken, found, known.base_url, base_url);
  const { id: site_id } =
    found ?? (await send<Site>(idToken, 'POST', '/api/widget/sites', { name: 'Demo shop', ...demoAt(base_url) }));
  type Secrets = Record<'widget_token' | 'mcp_token' | 'loader_secret_id', string>;
  const { widget_token, mcp_token, loader_secret_id } = await send<Secrets>(
    idToken,
    'GET',
    `/api/widget/sites/${site_id}/secrets`,
  );
  const isTokenValid = known && (await ask(known.api_token, 'GET', '/api/v1/sites')).status === 200;
  const api_token = isTokenValid ? known.api_token : await createToken(idToken, workspace_id);
  const kept: Kept = { base_url, site_id, api_token };
  await writeWhole(file, kept);
  return { ...kept, workspace_id, widget_token, mcp_token, loader_secret_id };
};

export type Seed = Awaited<ReturnType<typeof seed>>;
