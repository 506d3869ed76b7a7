import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { startProxy } from '../../functions/browser/proxy.ts';

const STATUS_LINES: Record<string, string> = {
  '/plain': '200 OK',
  '/high': '999 OK',
  '/control': '200 O\x01K',
  '/delete': '200 O\x7fK',
  '/zero': '000 OK',
  '/low': '099 OK',
};

test('a status line that Node’s server doesn’t write fails no other request', async () => {
  const origin = createServer((socket) =>
    socket.once('data', (asked) => {
      const [, path = ''] = String(asked).split(' ');
      socket.end(Buffer.from(`HTTP/1.1 ${STATUS_LINES[path]}\r\ncontent-length: 2\r\n\r\nhi`, 'latin1'));
    }),
  ).listen(0, '127.0.0.1');
  await once(origin, 'listening');
  const { port } = origin.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const proxy = await startProxy({ maxBytes: 1e6, allowed: new Set([host]), ports: new Set([port]) });
  const statusOf = (path: string) =>
    new Promise((resolve) => {
      const asked = { host: proxy.host, port: proxy.port, path: `http://${host}${path}`, headers: { host } };
      request(asked, (answer) => answer.resume().on('end', () => resolve(answer.statusCode)))
        .on('error', () => resolve('closed'))
        .end();
    });
  const answers: Record<string, unknown> = {};
  for (const path of Object.keys(STATUS_LINES)) answers[path] = await statusOf(path);
  proxy.stop();
  origin.close();
  expect(answers).toEqual({
    ...{ '/plain': 200, '/high': 999, '/control': 200, '/delete': 200 },
    ...{ '/zero': 'closed', '/low': 'closed' },
  });
});
