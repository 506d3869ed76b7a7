import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { findCaptcha } from '../../functions/demo/captcha.ts';
import { setting } from '../../functions/kit/config.ts';
import type { DashboardConfig } from '../../web/dashboard/session/config.ts';
import { BROTLI_FOLDER, buildDashboard, DASHBOARD_FOLDER } from '../build/dashboard-build.ts';
import {
  DEMO_FILES,
  DEMO_FOLDER,
  DEMO_PAGE,
  documentOf,
  inlineScripts,
  isOpenPage,
  isSharedPage,
  withAddress,
  withLoader,
} from '../build/public-pages.ts';
import { dashboardPolicy, PAGE_HEADERS, publicPolicy, UNLISTED } from '../stack/dashboard-headers.ts';
import { answer, type LocalAnswer } from './event.ts';

const root = join(import.meta.dirname, '../..');
const HTML = 'text/html; charset=utf-8';
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const TYPES: Readonly<Record<string, string>> = {
  '.js': JAVASCRIPT,
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
const typeOf = (name: string) => TYPES[extname(name)] ?? 'application/octet-stream';

const FOREVER = 'public, max-age=31536000, immutable';

const ASSET = /^\/dashboard\/(assets\/[\w.-]+\.[a-z0-9]+)$/;
const WIDGET_FILE = /^\/widget\/([a-z]+\.[0-9a-f]{6,64}\.js)$/;

const file = (type: string, body: Buffer | string, more: Record<string, string> = {}) =>
  answer(200, { 'x-content-type-options': 'nosniff', 'content-type': type, ...more }, body);

const widgetFile = async (name: string): Promise<LocalAnswer | undefined> => {
  const bytes = await readFile(join(root, 'dist/widget', name)).catch(() => undefined);
  const headers = {
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': FOREVER,
  };
  return bytes && file(JAVASCRIPT, bytes, headers);
};

const bucket = () => new URL(setting('AWS_ENDPOINT_URL_S3')).origin;

const demoPage = async (loader_id: string): Promise<LocalAnswer> => {
  const text = await readFile(join(DEMO_FOLDER, DEMO_PAGE), 'utf8');
  const headers = {
    ...PAGE_HEADERS,
    'content-security-policy': publicPolicy({ bucket: bucket(), scripts: [], hasCaptcha: false }),
  };
  return file(HTML, withLoader(text, loader_id), { ...headers, 'cache-control': 'no-store' });
};

type PolicyOf = (allowed: { bucket: string; scripts: string[] }) => string;

const page = async (name: string, policyOf: PolicyOf, more: Record<string, string> = {}): Promise<LocalAnswer> => {
  const { folder } = await buildDashboard();
  const text = withAddress(await readFile(join(folder, name), 'utf8'), setting('BASE_URL'));
  const policy = policyOf({ bucket: bucket(), scripts: inlineScripts(text) });
  const headers = { ...PAGE_HEADERS, 'content-security-policy': policy, 'cache-control': 'no-cache', ...more };
  return file(HTML, text, headers);
};

const config = (loader_id: string | null): LocalAnswer => {
  const here = `${setting('BASE_URL')}/__local/issuer`;
  const body: DashboardConfig = {
    issuer: setting('ISSUER'),
    client_id: setting('CLIENT_ID'),
    authorization_endpoint: `${here}/oauth2/authorize`,
    token_endpoint: `${here}/oauth2/token`,
    end_session_endpoint: `${here}/logout`,
    providers: [],
    loader_id,
    bucket_origin: bucket(),
  };
  const headers = { ...PAGE_HEADERS, 'cache-control': 'no-store' };
  return file('application/json; charset=utf-8', JSON.stringify(body), headers);
};

/** A request for a file comes from a page that names it, so that page has been built. */
const asset = async (name: string, takesBrotli: boolean): Promise<LocalAnswer> => {
  const headers = { ...PAGE_HEADERS, 'cache-control': FOREVER };
  const small = takesBrotli && (await readFile(join(BROTLI_FOLDER, name)).catch(() => undefined));
  if (small) return file(typeOf(name), small, { ...headers, 'content-encoding': 'br', vary: 'Accept-Encoding' });
  const bytes = await readFile(join(DASHBOARD_FOLDER, name)).catch(() => undefined);
  if (bytes) return file(typeOf(name), bytes, headers);
  return answer(404, { ...PAGE_HEADERS, 'content-type': 'text/plain', 'cache-control': 'no-store' }, 'Absent.');
};

const serveDashboard = (
  path: string,
  takesBrotli: boolean,
  loader_id: string | null,
): LocalAnswer | Promise<LocalAnswer> => {
  if (path === '/dashboard/config.json') return config(loader_id);
  const [, name] = ASSET.exec(path) ?? [];
  if (name) return asset(name, takesBrotli);
  return page('index.html', (allowed) => dashboardPolicy({ ...allowed, signIn: setting('BASE_URL') }));
};

const servePublicPage = (path: string): Promise<LocalAnswer> => {
  const policyOf: PolicyOf = (allowed) => publicPolicy({ ...allowed, hasCaptcha: findCaptcha({}) !== undefined });
  return page(documentOf(path), policyOf, isSharedPage(path) ? UNLISTED : {});
};

/** `loader_id` is that of the stage's own site. */
export const servePage = async (
  path: string,
  takesBrotli: boolean,
  loader_id = '',
): Promise<LocalAnswer | undefined> => {
  const [, widget] = WIDGET_FILE.exec(path) ?? [];
  if (widget) return widgetFile(widget);
  if (path === '/demo') return demoPage(loader_id);
  if (path === '/dashboard' || path.startsWith('/dashboard/'))
    return serveDashboard(path, takesBrotli, loader_id || null);
  if (isOpenPage(path) || isSharedPage(path)) return servePublicPage(path);
  const demoFile = DEMO_FILES.find((name) => path === `/demo/${name}`);
  if (!demoFile) return undefined;
  const bytes = await readFile(join(DEMO_FOLDER, demoFile));
  return file(typeOf(demoFile), bytes, { 'cache-control': 'no-store' });
};
