import { createServer } from 'node:http';
import { newId } from '../../functions/kit/ids.ts';
import { listen } from '../../lib/local/server.ts';
import { call } from '../world.ts';
import { type Case, get } from './case.ts';

const PAGE = {
  ok: true,
  status: 200,
  content_type: 'text/html',
  charset: 'utf-8',
  text: `<title>Lamps</title><h1>Lamps that last</h1>${'<p>Each of our lamps is made by hand, and repaired for as long as you own it.</p>'.repeat(20)}`,
  truncated: false,
  bytes: 2000,
};

let started: Promise<void> | undefined;

/** A fetcher that always returns the same page. */
const startFetcher = async () => {
  const server = createServer((request, response) => {
    const page = { ...PAGE, url: 'https://shop.example.com/' };
    request.resume().on('end', () => response.end(JSON.stringify(page)));
  });
  server.unref();
  const port = await listen(server);
  Object.assign(process.env, { AWS_ENDPOINT_URL_LAMBDA: `http://127.0.0.1:${port}`, FETCHER_FUNCTION: 'fetcher' });
};

const newRun = async () => {
  started ??= startFetcher();
  await started;
  const body = { url: `https://shop.example.com/${newId()}`, persona_slug: 'copy-editor' };
  return { method: 'POST', path: '/api/demo/run', body };
};

export const demo: Case[] = [
  { of: 'runDemo', ask: newRun },
  {
    of: 'runDemo',
    variant: 'asked before',
    budget: 'demoAgain',
    ask: async () => {
      const asked = await newRun();
      await call(asked);
      return asked;
    },
  },
  { of: 'getDemoProgress', ask: async () => get('/api/demo/progress') },
  { of: 'listDemoPersonas', ask: async () => get('/api/demo/personas') },
  { of: 'getDemoConfig', ask: async () => get('/api/demo/config') },
];
