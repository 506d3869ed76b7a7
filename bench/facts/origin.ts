import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { marked } from 'marked';
import { PNG } from 'pngjs';
import type { KnownPage } from './known-page.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
};
const SMALL = '<!doctype html><html lang="en"><title>A small page – Test origin</title><p>A small page.</p></html>';
const MODULES = join(import.meta.dirname, '../../node_modules');
const OURS = join(import.meta.dirname, 'pages');

/** A gradient, so that it doesn't compress to nothing. */
const draw = (width: number, height: number): Buffer => {
  const png = new PNG({ width, height });
  for (let at = 0; at < png.data.length; at += 4) {
    const x = (at / 4) % width;
    png.data.set([90 + (x * 120) / width, 120, 160, 255], at);
  }
  return PNG.sync.write(png, { deflateLevel: 1 });
};

const readme = async (name: string): Promise<string> => {
  const text = await readFile(join(MODULES, normalize(`/${name}`), 'README.md'), 'utf8');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name} – README</title><meta name="description" content="The README of ${name}."><meta property="og:title" content="${name}">
<meta property="og:image" content="https://packages.example/${name}.png"><link rel="icon" href="/common/icon.svg"><link rel="stylesheet" href="/common/base.css">
<style>pre{overflow:auto;max-width:90vw}code{overflow-wrap:anywhere}</style></head><body><main>${await marked.parse(text)}</main></body></html>`;
};

/** Serves a folder of known pages on this machine. */
export const startOrigin = async (folder: string, pages: readonly KnownPage[]) => {
  const send = (response: ServerResponse, status: number, type: string, body: string | Buffer) => {
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
    response.end(body);
  };
  const read = async (path: string): Promise<{ type: string; body: string | Buffer } | undefined> => {
    const file = path.endsWith('/') ? `${path}index.html` : path;
    const picture = /^\/pictures\/(\d+)x(\d+)\.png$/.exec(path);
    if (picture) return { type: 'image/png', body: draw(Number(picture[1]), Number(picture[2])) };
    const [, kind, name = ''] = /^\/(readme|package)\/(.+)$/.exec(path) ?? [];
    if (kind === 'readme') return { type: 'text/html; charset=utf-8', body: await readme(name) };
    const from = kind === 'package' ? join(MODULES, normalize(`/${name}`)) : join(folder, normalize(file));
    const body = await readFile(from).catch(() => readFile(join(OURS, normalize(file))).catch(() => undefined));
    return body && { type: TYPES[extname(from)] ?? 'application/octet-stream', body };
  };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://origin');
    const page = pages.find(
      ({ path }) => path !== undefined && path !== '/' && pathname.startsWith(path.replace(/[^/]*$/, '')),
    );
    for (const [name, value] of page?.headers ?? []) response.setHeader(name, value);
    const status = pages.flatMap(({ statuses }) => statuses).find(([, path]) => pathname.startsWith(path))?.[0];
    if (status !== undefined) return send(response, status, 'text/plain', `${status}`);
    const found = await read(decodeURIComponent(pathname)).catch(() => undefined);
    if (found) return send(response, 200, found.type, found.body);
    if (pages.some((one) => one.pages.includes(pathname))) return send(response, 200, 'text/html', SMALL);
    const fallback = page?.fallback && (await read(page.fallback));
    if (fallback) return send(response, 200, fallback.type, fallback.body);
    return send(response, 404, 'text/plain', 'Not found');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((stopped) => {
      server.close(() => stopped());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, stop };
};
