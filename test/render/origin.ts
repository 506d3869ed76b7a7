import { createSocket } from 'node:dgram';
import { createServer as createHttp, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Server } from 'node:net';
import { afterAll, beforeAll } from '@jest/globals';
import { type RenderOrder, VIEWS } from '../../functions/browser/order.ts';
import { visit } from '../../functions/browser/visit.ts';
import type { Surroundings } from '../../functions/fetcher/guarded-request.ts';

const listening = (server: Server, port: number, host: string) =>
  new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, host, () => resolve(true));
  });

/** Counts who reaches private addresses: TCP and UDP, IPv4 and IPv6, and the port of Lambda's runtime. */
export const useListeners = () => {
  const closing: (() => void)[] = [];
  const reached: string[] = [];
  const ports = { tcp: 0, udp: 0 };
  const listen = async (host: string, port: number) => {
    const server = createTcp((socket) => {
      reached.push(`${host}:${port}`);
      socket.destroy();
    });
    if (!(await listening(server, port, host))) return 0;
    closing.push(() => server.close());
    return (server.address() as AddressInfo).port;
  };
  beforeAll(async () => {
    ports.tcp = await listen('127.0.0.1', 0);
    await listen('::1', ports.tcp);
    await listen('127.0.0.1', 9001);
    const udp = createSocket('udp4');
    udp.on('message', () => reached.push('udp'));
    await new Promise<void>((bound) => udp.bind(0, '127.0.0.1', bound));
    closing.push(() => udp.close());
    ports.udp = udp.address().port;
  });
  afterAll(() => {
    for (const close of closing) close();
  });
  return { reached, ports };
};

type Answer = Parameters<RequestListener>[1];

/** Pages of a web server that the browser may reach. */
export const usePages = (pages: Record<string, string | ((answer: Answer, url: URL) => unknown)>) => {
  let server: ReturnType<typeof createHttp>;
  const seen: string[] = [];
  const sent: Buffer[] = [];
  let host = '';
  beforeAll(async () => {
    server = createHttp((request, answer) => {
      const url = new URL(request.url ?? '/', `http://${host}`);
      seen.push(url.pathname);
      if (request.method === 'PUT') {
        const chunks: Buffer[] = [];
        request.on('data', (chunk) => chunks.push(chunk)).on('end', () => sent.push(Buffer.concat(chunks)));
      }
      const page = pages[url.pathname];
      if (typeof page === 'function') page(answer, url);
      else if (page === undefined) answer.writeHead(404).end();
      else answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    });
    await listening(server, 0, '127.0.0.1');
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    process.env.FETCH_ALLOW = host;
  });
  afterAll(() => {
    delete process.env.FETCH_ALLOW;
    server.closeAllConnections();
    server.close();
  });
  return {
    seen,
    /** Bodies of PUT requests. */
    sent,
    port: () => Number(host.split(':')[1]),
    host: () => host,
    see: (path: string, order: Partial<RenderOrder> = {}, surroundings: Surroundings = {}) =>
      visit({ url: `http://${host}${path}`, view: VIEWS.wide, wants: { html: true }, ...order }, surroundings),
  };
};
