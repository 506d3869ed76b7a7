import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../lib/local/server.ts';

const PAGE = {
  ok: true,
  status: 200,
  url: 'https://shop.example.com/',
  content_type: 'text/html',
  charset: 'utf-8',
  text: `<title>Lamps</title><h1>Lamps that last</h1>${'<p>Each of our lamps is made by hand, and repaired for as long as you own it.</p>'.repeat(20)}`,
  truncated: false,
  bytes: 2000,
};
const QUICK_MS = 100;
const SLOW_MS = 9000;

let started: Promise<void> | undefined;

const start = async () => {
  const server = createServer(async (request, response) => {
    const { post } = JSON.parse(await text(request)) as { post?: { url: string } };
    const posted = { status: 200, ms: post?.url.includes('slow') ? SLOW_MS : QUICK_MS };
    response.end(JSON.stringify(post ? posted : PAGE));
  });
  server.unref();
  const port = await listen(server);
  Object.assign(process.env, { AWS_ENDPOINT_URL_LAMBDA: `http://127.0.0.1:${port}`, FETCHER_FUNCTION: 'fetcher' });
};

/** A fetcher that always returns the same page, and delivers to receivers that say how slow they are. */
export const startFetcher = (): Promise<void> => {
  started ??= start();
  return started;
};
