import { readFile, realpath } from 'node:fs/promises';
import { createServer } from 'node:http';
import { delimiter, extname, join, normalize } from 'node:path';
import { marked } from 'marked';
import { buildDashboard } from '../../lib/build/dashboard-build.ts';
import { listen, stop } from '../../lib/local/server.ts';
import { WRITTEN } from './written-pages.ts';

/** Weights were fitted on the tuned pages; the others were first looked at when those were fixed. */
export const HALVES = {
  tuned: [
    'demo',
    'test/sticky',
    'test/marks',
    'test/shadow',
    'readme/openai',
    'readme/nodemailer',
    'readme/qs',
    'npm/commands/npm-install',
    'landing',
    'written/shop',
    'written/table',
    'written/form',
    'written/japanese',
    'written/board',
    'written/pricing',
    'test/tailwind',
    'test/rtl',
    'test/paint',
    'test/spa',
    'readme/undici',
    'readme/semver',
    'readme/aws-jwt-verify',
    'npm/configuring-npm/package-json',
    'try',
    'written/search',
    'written/calendar',
    'written/settings',
    'written/arabic',
    'written/chat',
    'written/manual',
  ],
  'held out': [
    'facts/arabic',
    'facts/japanese',
    'facts/shop',
    'facts/news',
    'facts/docs',
    'facts/pricing',
    'facts/forms',
    'facts/event',
    'facts/modal',
    'facts/broken',
    'readme/zod',
    'readme/axe-core',
    'readme/jpeg-js',
    'readme/ajv',
    'readme/mime-types',
    'readme/marked',
    'npm/commands/npm-query',
    'npm/commands/npm-audit',
    'npm/using-npm/package-spec',
    'npm/configuring-npm/folders',
  ],
} as const;

const ROOT = join(import.meta.dirname, '../..');
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/** The HTML documentation that npm carries in its own package. */
const npmDocs = async (): Promise<string> => {
  for (const place of (process.env.PATH ?? '').split(delimiter)) {
    const file = await realpath(join(place, 'npm')).catch(() => '');
    const docs = await realpath(join(file, '../../docs/output')).catch(() => '');
    if (docs) return docs;
  }
  throw new Error('npm ships no documentation here.');
};

const README_CSS =
  'body{max-width:860px;margin:32px auto;font:16px/1.5 sans-serif}pre{background:#f6f8fa;padding:16px;overflow:auto}table{border-collapse:collapse}td,th{border:1px solid #ddd;padding:6px 12px}';

const readme = async (name: string): Promise<string> => {
  const text = await readFile(join(ROOT, 'node_modules', name, 'README.md'), 'utf8');
  const body = await marked.parse(text.slice(0, 20_000));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title><style>${README_CSS}</style></head><body><article>${body}</article></body></html>`;
};

const fileOf = async (path: string, built: string): Promise<string> => {
  const docs = await npmDocs();
  const withEnding = (file: string) => (extname(file) ? file : `${file}.html`);
  if (path.startsWith('npm/')) return join(docs, withEnding(path.slice(4)));
  if (path.startsWith('facts/'))
    return join(ROOT, 'bench/facts/pages', path.slice(6).replace(/^(\w+)$/, '$1/index.html'));
  if (path.startsWith('common/')) return join(ROOT, 'bench/facts/pages', path);
  if (path.startsWith('test/')) return join(ROOT, 'test/browser/pages', withEnding(path.slice(5)));
  if (path === 'demo') return join(ROOT, 'web/demo/demo.html');
  if (path.startsWith('demo/')) return join(ROOT, 'web', path);
  if (path === '') return join(built, 'public.html');
  if (path === 'try') return join(built, 'try.html');
  return path.startsWith('dashboard/') ? join(built, path.slice(10)) : join(ROOT, 'test/browser/pages', path);
};

/** All pages under their names, on loopback. */
export const servePages = async () => {
  const { folder } = await buildDashboard();
  const textOf = async (path: string): Promise<string> => {
    if (path.startsWith('written/')) return WRITTEN[path.slice(8) as keyof typeof WRITTEN] ?? '';
    if (path.startsWith('readme/')) return readme(path.slice(7));
    return (await readFile(await fileOf(path, folder), 'utf8')).replace(/\{\{(?:widget_script|loader_id)\}\}/, '');
  };
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://pages').pathname)).slice(1);
    try {
      const text = await textOf(path);
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? TYPES['.html'] }).end(text);
    } catch {
      response.writeHead(404).end();
    }
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return {
    addressOf: (name: string) => `${origin}/${name === 'landing' ? '' : name}`,
    close: () => stop(server),
  };
};
