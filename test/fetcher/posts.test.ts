import type { ServerResponse } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { postPublicly } from '../../functions/fetcher/post-publicly.ts';
import { useOrigin, watchConnections } from './origin.ts';

const TIMEOUT_MS = 400;
const HOP = 'https://169.254.169.254/latest/meta-data/';

const drip = ({ socket }: ServerResponse) => {
  socket?.write('HTTP/1.1 200 OK\r\n');
  const dripping = setInterval(() => socket?.write('x-drip: 1\r\n'), 20);
  socket?.on('close', () => clearInterval(dripping));
};

const behaviors: Record<string, (response: ServerResponse) => unknown> = {
  '/ok': (response) => response.writeHead(202).end('thanks'),
  '/moved': (response) => response.writeHead(307, { location: HOP }).end(),
  '/hang': () => undefined,
  '/drip': drip,
  '/no-http': ({ socket }) => socket?.end('SSH-2.0-OpenSSH_9.6\r\n'),
  '/close': ({ socket }) => socket?.destroy(),
  '/headers': (response) => response.writeHead(200, { 'x-large': 'x'.repeat(60_000) }).end(),
};

let sent: { method: string | undefined; type: string | undefined; body: string }[] = [];
const origin = useOrigin(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method, headers, url = '' } = request;
  sent.push({ method, type: headers['content-type'], body: Buffer.concat(chunks).toString() });
  behaviors[url]?.(response);
});
const { tried } = watchConnections();

const post = (url: string) =>
  postPublicly({ url, headers: { 'content-type': 'application/json' }, body: '{}', timeout_ms: TIMEOUT_MS });

describe('a request to a stranger’s server', () => {
  test('a request is one POST, and only the status of its answer counts', async () => {
    sent = [];
    expect(await post(`${origin().url}/ok`)).toEqual({ status: 202, ms: expect.any(Number) });
    expect(sent).toEqual([{ method: 'POST', type: 'application/json', body: '{}' }]);
  });

  test('a request follows no redirect', async () => {
    expect(await post(`${origin().url}/moved`)).toMatchObject({ status: 307 });
    expect(tried()).toEqual([`127.0.0.1 ${origin().port}`]);
  });

  test.each([
    ['/hang', 'timeout'],
    ['/drip', 'timeout'],
    ['/no-http', 'broken'],
    ['/close', 'broken'],
    ['/headers', 'broken'],
  ])('a request to %s ends in time as %s', async (path, none) => {
    expect(await post(`${origin().url}${path}`)).toEqual({ none, ms: expect.any(Number) });
  });

  test.each([
    'https://127.0.0.1/',
    'https://169.254.169.254/',
    'https://[::1]/',
    'https://localhost/',
    'https://nobody.invalid/',
    'http://127.0.0.1:1/',
    'no address',
  ])('a request to %s makes no connection, and says no more than that it is unreachable', async (url) => {
    const { ms, ...answer } = await post(url);
    expect(answer).toEqual({ none: 'unreachable' });
    expect(ms).toBeGreaterThanOrEqual(TIMEOUT_MS * 0.2 - 1);
    expect(tried()).toEqual([]);
  });
});
