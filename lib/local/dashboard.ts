import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { findCaptcha } from '../../functions/demo/captcha.ts';
import { setting } from '../../functions/kit/config.ts';
import { buildDashboard, DASHBOARD_FOLDER } from '../build/dashboard-build.ts';
import { documentOf, isSharedPage } from '../build/public-pages.ts';
import {
  type DashboardConfig,
  dashboardPolicy,
  PAGE_HEADERS,
  publicPolicy,
  UNLISTED,
} from '../stack/dashboard-headers.ts';
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
  headers: { ...PAGE_HEADERS, ...headers },
  cookies: [],
  body,
});

const page = async (file: string, policy: string, more: Record<string, string> = {}): Promise<LocalAnswer> => {
  const { folder } = await buildDashboard();
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-cache',
    ...more,
  };
  return answer(200, headers, await readFile(join(folder, file)));
};

const bucket = () => new URL(setting('AWS_ENDPOINT_URL_S3')).origin;

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

/** A request for a file comes from a page that names it, so that page has been built. */
const file = async (name: string): Promise<LocalAnswer> => {
  const bytes = await readFile(join(DASHBOARD_FOLDER, name)).catch(() => undefined);
  if (!bytes) return answer(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' }, Buffer.from('Absent.'));
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  return answer(200, { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' }, bytes);
};

/** The dashboard's files, rebuilt if sources have changed; every other path under it is its page. */
export const serveDashboard = (path: string): LocalAnswer | Promise<LocalAnswer> => {
  if (path === '/dashboard/config.json') return config();
  const [, asset] = ASSET.exec(path) ?? [];
  if (asset) return file(asset);
  return page('index.html', dashboardPolicy({ signIn: setting('BASE_URL'), bucket: bucket() }));
};

/** The page for people without an account, for all of its paths. */
export const servePublicPage = (path: string): Promise<LocalAnswer> => {
  const policy = publicPolicy({ bucket: bucket(), hasCaptcha: findCaptcha({}) !== undefined });
  return page(documentOf(path), policy, isSharedPage(path) ? UNLISTED : {});
};
