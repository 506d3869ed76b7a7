import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { gzipSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { listen } from '../lib/local/server.ts';

/** Headers of a single connection or of HTTP/2 itself. */
const OF_CONNECTION = /^(:|connection$|keep-alive$|transfer-encoding$|upgrade$|host$)/;

const passedOn = (headers: NodeJS.Dict<string | string[]>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.test(name)));

/**
 * An HTTP/2 proxy in front of an HTTP/1.1 stage, as CloudFront is: a browser sends all requests in parallel, not six at
 * a time. Clients of AWS get HTTP/1.1 over TLS. It answers the paths of `pages` itself, with their HTML. Its certificate
 * is self-signed. `close` waits until all browsers have disconnected.
 */
export const startHttp2Front = async (
  origin: string,
): Promise<{ url: string; cert: string; pages: Map<string, string>; close: () => Promise<void> }> => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  const agent = new Agent({ keepAlive: true });
  const pages = new Map<string, string>();
  const answer = (incoming: Http2ServerRequest, outgoing: Http2ServerResponse) => {
    const { method, url, headers } = incoming;
    const html = pages.get(url);
    if (html !== undefined) {
      outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' });
      outgoing.end(gzipSync(html));
      return;
    }
    const inner = request(`${origin}${url}`, { method, headers: passedOn(headers), agent }, (came) => {
      outgoing.writeHead(came.statusCode ?? 502, passedOn(came.headers));
      came.pipe(outgoing);
    });
    inner.on('error', () => incoming.destroy());
    incoming.pipe(inner);
  };
  const server = createSecureServer({ key, cert, allowHTTP1: true }, answer);
  const port = await listen(server);
  const close = async () => {
    server.close();
    agent.destroy();
    await once(server, 'close');
  };
  return { url: `https://127.0.0.1:${port}`, cert, pages, close };
};
