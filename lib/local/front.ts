import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { gzipSync } from 'node:zlib';
import { setting } from '../../functions/kit/config.ts';
import { gatewayError, type LocalAnswer, splitPath } from './event.ts';
import { invoke } from './gateway.ts';
import { type HelperRequest, isLocalPath } from './local-routes.ts';
import { readAll } from './server.ts';

const MAX_REQUEST_BYTES = 10 * 1024 * 1024;
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]']);

export interface FrontParts {
  local: (request: HelperRequest) => Promise<LocalAnswer>;
  page: (path: string, takesBrotli: boolean) => Promise<LocalAnswer | undefined>;
}

const headersOf = (incoming: IncomingMessage): Record<string, string | string[]> => {
  const headers: Record<string, string | string[]> = {};
  for (const [name, values] of Object.entries(incoming.headersDistinct)) if (values) headers[name] = values;
  return headers;
};

/** A body that is too large is still read to its end, so that the client receives the response. */
const readBody = async (incoming: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming) {
    bytes += (chunk as Buffer).length;
    if (bytes <= MAX_REQUEST_BYTES) chunks.push(chunk as Buffer);
  }
  return bytes <= MAX_REQUEST_BYTES ? Buffer.concat(chunks) : undefined;
};

const hostOf = (incoming: IncomingMessage) => {
  const host = `http://${incoming.headers.host ?? ''}`;
  return URL.canParse(host) ? new URL(host).hostname : '';
};

/** The helpers issue sign-ins, so they only answer loopback addresses and no cross-site page (DNS rebinding). */
const mayUseHelpers = (incoming: IncomingMessage): boolean => {
  const origin = incoming.headers.origin;
  const isOwnPage = !origin || (URL.canParse(origin) && LOOPBACK_HOSTS.has(new URL(origin).hostname));
  return (
    LOOPBACK.has(incoming.socket.localAddress ?? '') &&
    LOOPBACK.has(incoming.socket.remoteAddress ?? '') &&
    LOOPBACK_HOSTS.has(hostOf(incoming)) &&
    isOwnPage
  );
};

/** A page may have opened this stage by another loopback name. */
const ownOrigin = (origin: string | undefined): string | undefined => {
  const own = new URL(setting('BASE_URL'));
  if (!origin || !URL.canParse(origin)) return origin;
  const { hostname, port } = new URL(origin);
  return LOOPBACK_HOSTS.has(hostname) && port === own.port ? own.origin : origin;
};

const clientIp = (incoming: IncomingMessage): string => {
  const wanted = incoming.headers['x-local-client-ip'];
  const own = incoming.socket.remoteAddress ?? '127.0.0.1';
  return typeof wanted === 'string' && isIP(wanted) && LOOPBACK.has(own) ? wanted : own;
};

const COMPRESSED = /^(text\/|image\/svg|application\/(javascript|json))/;
const MIN_BYTES = 1000;

/** By path. Names of immutable files have a hash, and a page load asks for thirty of them. */
const compressedFiles = new Map<string, Buffer>();

const gzipOf = (path: string, { headers, body }: LocalAnswer): Buffer => {
  if (!headers['cache-control']?.includes('immutable')) return gzipSync(body);
  const made = compressedFiles.get(path) ?? gzipSync(body);
  compressedFiles.set(path, made);
  return made;
};

const takes = ({ headers }: IncomingMessage, coding: string): boolean =>
  new RegExp(`\\b${coding}\\b`).test(String(headers['accept-encoding']));

/** Compresses as CloudFront does, so that measured sizes are real. */
const compressed = (path: string, answer: LocalAnswer, incoming: IncomingMessage): LocalAnswer => {
  const type = answer.headers['content-type'] ?? '';
  const mayBe = COMPRESSED.test(type) && answer.body.length >= MIN_BYTES && !answer.headers['content-encoding'];
  if (!mayBe || !takes(incoming, 'gzip')) return answer;
  const more = { 'content-encoding': 'gzip', vary: 'Accept-Encoding' };
  return { ...answer, headers: { ...answer.headers, ...more }, body: gzipOf(path, answer) };
};

const handle = async (incoming: IncomingMessage, parts: FrontParts): Promise<LocalAnswer> => {
  const { method = 'GET', url = '/' } = incoming;
  const [path, query] = splitPath(url);
  if (isLocalPath(path)) {
    if (!mayUseHelpers(incoming)) return gatewayError(403, 'The helpers of the local stage answer this machine only.');
    const body = (await readAll(incoming)).toString('utf8');
    const { accept = '', 'content-type': type = '' } = incoming.headers;
    return parts.local({ method, path, query: new URLSearchParams(query), accept, type, body });
  }
  const found = method === 'GET' || method === 'HEAD' ? await parts.page(path, takes(incoming, 'br')) : undefined;
  if (found) return compressed(path, found, incoming);
  const body = await readBody(incoming);
  if (!body) return invoke({ method, path: url, headers: { 'content-length': String(MAX_REQUEST_BYTES + 1) } });
  const { 'x-local-client-ip': _, 'x-client-ip': __, 'x-origin-secret': ___, ...headers } = headersOf(incoming);
  const origin = path.startsWith('/mcp') && { origin: ownOrigin(incoming.headers.origin) };
  const request = { method, path: url, headers: { ...headers, ...origin, 'x-client-ip': clientIp(incoming) }, body };
  return invoke(request, (line) => console.log(line));
};

const write = (outgoing: ServerResponse, answer: LocalAnswer, method: string | undefined) => {
  const cookies = answer.cookies.length > 0 ? { 'set-cookie': answer.cookies } : {};
  const length = answer.status === 204 || answer.status === 304 ? {} : { 'content-length': answer.body.length };
  outgoing.writeHead(answer.status, { ...answer.headers, ...cookies, ...length });
  outgoing.end(method === 'HEAD' ? undefined : answer.body);
};

export const createFront = (parts: FrontParts): Server =>
  createServer({ keepAliveTimeout: 60_000, maxHeaderSize: 32_768 }, (incoming, outgoing) => {
    handle(incoming, parts)
      .catch((error) => {
        console.error('The front failed:', error);
        return gatewayError(500, 'Internal Server Error');
      })
      .then((answer) => write(outgoing, answer, incoming.method))
      .catch((error) => {
        console.error('Writing a response failed:', error);
        incoming.socket.destroy();
      });
  });
