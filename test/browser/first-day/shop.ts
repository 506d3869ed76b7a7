import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

export interface Shop {
  origin: string;
  /** The names of the source files that contain a text. */
  grep: (text: string) => Promise<string[]>;
  replace: (file: string, from: string, to: string) => Promise<void>;
  close: () => Promise<void>;
}

/** A copy of the shop whose sources an agent can search and change; `script` is the address of widget.js. */
export const openShop = async (script: string): Promise<Shop> => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-shop-'));
  await cp(join(import.meta.dirname, '../pages/harbour'), folder, { recursive: true });
  const source = (file: string) => readFile(join(folder, file), 'utf8');
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://shop').pathname;
    const file = path === '/' ? 'index.html' : path.slice(1);
    const text = /^[\w-]+\.\w+$/.test(file) ? await source(file).catch(() => undefined) : undefined;
    if (text === undefined) return response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    const tag = `<script async src="${script}"></script>`;
    return response.writeHead(200, { 'content-type': TYPES[extname(file)] }).end(text.replace('{{widget}}', tag));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    grep: async (text) => {
      const files = (await readdir(folder)).filter((file) => extname(file) !== '.svg');
      const found = await Promise.all(files.map(async (file) => (await source(file)).includes(text)));
      return files.filter((_, at) => found[at]).sort();
    },
    replace: async (file, from, to) => {
      const before = await source(file);
      if (!before.includes(from)) throw new Error(`${file} does not contain “${from}”.`);
      await writeFile(join(folder, file), before.replace(from, to));
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
};
