import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setting } from '../../functions/kit/config.ts';
import { buildDashboard } from '../dashboard-build.ts';
import { DASHBOARD_HEADERS, type DashboardConfig, dashboardPolicy } from '../dashboard-headers.ts';
import type { LocalAnswer } from './event.ts';

const ASSET = /^\/dashboard\/(assets\/[\w.-]+\.[a-z0-9]+)$/;
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const answer = (status: number, headers: Record<string, string>, body: Buffer): LocalAnswer => ({
  status,
  headers: { ...DASHBOARD_HEADERS, ...headers },
  cookies: [],
  body,
});

const config = (): LocalAnswer => {
  const here = `${setting('BASE_URL')}/__local/issuer`;
  const body: DashboardConfig = {
    issuer: setting('ISSUER'),
    client_id: setting('CLIENT_ID'),
    authorization_endpoint: `${here}/oauth2/authorize`,
    token_endpoint: `${here}/oauth2/token`,
    end_session_endpoint: `${here}/logout`,
  };
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  return answer(200, headers, Buffer.from(JSON.stringify(body)));
};

/** The dashboard's files, built where the sources have changed since; every other path under it is its page. */
export const serveDashboard = async (path: string): Promise<LocalAnswer> => {
  if (path === '/dashboard/config.json') return config();
  const { folder } = await buildDashboard();
  const [, asset] = ASSET.exec(path) ?? [];
  if (asset) {
    const bytes = await readFile(join(folder, asset)).catch(() => undefined);
    if (!bytes)
      return answer(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' }, Buffer.from('Absent.'));
    const type = TYPES[extname(asset)] ?? 'application/octet-stream';
    return answer(200, { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' }, bytes);
  }
  const bucket = new URL(setting('AWS_ENDPOINT_URL_S3')).origin;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': dashboardPolicy({ signIn: setting('BASE_URL'), bucket }),
    'cache-control': 'no-cache',
  };
  return answer(200, headers, await readFile(join(folder, 'index.html')));
};
