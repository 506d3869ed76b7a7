import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isOpenPage, isSharedPage } from '../build/public-pages.ts';
import { serveDashboard, servePublicPage } from './dashboard.ts';
import type { LocalAnswer } from './event.ts';

const root = join(import.meta.dirname, '../..');
const WIDGET_FILE = /^\/widget\/([a-z]+\.[0-9a-f]{6,64}\.js)$/;

const answer = (headers: Record<string, string>, body: Buffer): LocalAnswer => ({
  status: 200,
  headers: { 'x-content-type-options': 'nosniff', ...headers },
  cookies: [],
  body,
});

const widgetFile = async (name: string): Promise<LocalAnswer | undefined> => {
  const bytes = await readFile(join(root, 'dist/widget', name)).catch(() => undefined);
  const headers = {
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=31536000, immutable',
  };
  return bytes && answer(headers, bytes);
};

export interface DemoSettings {
  base_url: string;
  storage_url: string;
  loader_secret_id: string;
}

/** The demo page with the site's script tag, under a strict policy like a careful site's. */
const demoPage = async ({ base_url, storage_url, loader_secret_id }: DemoSettings): Promise<LocalAnswer> => {
  const text = await readFile(join(root, 'web/widget/demo.html'), 'utf8');
  const nonce = randomBytes(16).toString('base64');
  const tag = `<script async src="${base_url}/w/${loader_secret_id}/widget.js"></script>`;
  const policy = [
    "default-src 'self'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${base_url} ${storage_url}`,
  ].join('; ');
  const body = text.replace('{{widget_script}}', () => tag).replace(/<script(?=\s)/g, `<script nonce="${nonce}"`);
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
  };
  return answer(headers, Buffer.from(body));
};

const demoFiles: Readonly<Record<string, string>> = {
  '/demo/demo.css': 'text/css; charset=utf-8',
  '/demo/demo.js': 'text/javascript; charset=utf-8',
  '/demo/demo.svg': 'image/svg+xml',
};

/** Files that a bucket serves on AWS, and the demo page. */
export const servePage = async (path: string, demo: DemoSettings | undefined): Promise<LocalAnswer | undefined> => {
  const [, widget] = WIDGET_FILE.exec(path) ?? [];
  if (widget) return widgetFile(widget);
  if (path === '/demo' && demo) return demoPage(demo);
  if (path === '/dashboard' || path.startsWith('/dashboard/')) return serveDashboard(path);
  if (isOpenPage(path) || isSharedPage(path)) return servePublicPage(path);
  const type = demoFiles[path];
  if (!type) return undefined;
  const bytes = await readFile(join(root, 'web/widget', basename(path)));
  return answer({ 'content-type': type, 'cache-control': 'no-store' }, bytes);
};
