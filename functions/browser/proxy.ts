import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { buildConnector } from 'undici';
import { guardedConnector, NotPublic, type Resolve, resolveAll, WEB_PORTS } from '../fetcher/guarded-connector.ts';
import { wordSet } from '../kit/words.ts';

const CONNECT_MS = 8000;
const MAX_OPEN = 256;
const MAX_REFUSED = 50;

export interface ProxyLimits {
  /** From all servers together. */
  maxBytes: number;
  allowed: ReadonlySet<string>;
  resolve?: Resolve;
  ports?: ReadonlySet<number>;
}

export interface GuardedProxy {
  port: number;
  host: string;
  bytes: () => number;
  isFull: () => boolean;
  /** `host:port` of each connection that the guard refused. */
  refused: () => string[];
  stop: () => void;
}

/** They concern one connection only (RFC 9110, 7.6.1). */
const OF_THE_HOP = wordSet('connection keep-alive proxy-connection te trailer transfer-encoding upgrade');

const endToEnd = (raw: readonly string[]): string[] => {
  const kept: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const [name = '', value = ''] = raw.slice(at, at + 2);
    if (!OF_THE_HOP.has(name.toLowerCase()) && !/^proxy-/i.test(name)) kept.push(name, value);
  }
  return kept;
};

const bare = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1');

/** The browser's only way out: each connection resolves its name, checks each address and uses the one it checked. */
export const startProxy = async (limits: ProxyLimits): Promise<GuardedProxy> => {
  const { maxBytes, allowed, resolve = resolveAll, ports = WEB_PORTS } = limits;
  const ending = new AbortController();
  const sockets = new Set<Duplex>();
  const refused = new Set<string>();
  let bytes = 0;
  const connector = guardedConnector({ resolve, ports, allowed, signal: ending.signal, connectTimeoutMs: CONNECT_MS });

  const keep = (socket: Duplex) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const isFull = () => bytes >= maxBytes;
  const stop = () => {
    ending.abort();
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (isFull()) for (const socket of sockets) socket.destroy();
  };

  const reach = ({ hostname, port }: URL, callback: buildConnector.Callback): void => {
    const name = bare(hostname);
    const to = port || '80';
    if (isFull() || sockets.size > MAX_OPEN) {
      callback(new Error('This job has used up its limits.'), null);
      return;
    }
    // The browser encrypts what it sends itself; we only open the connection.
    connector({ hostname: name, port: to, protocol: 'http:' }, (...[error, socket]) => {
      if (error) {
        if (error instanceof NotPublic && refused.size < MAX_REFUSED) refused.add(`${hostname}:${to}`);
        callback(error, null);
        return;
      }
      keep(socket);
      socket.on('data', count);
      callback(null, socket);
    });
  };

  const forward = (from: IncomingMessage, to: ServerResponse) => {
    // An error page would be taken for the server’s answer.
    const end = () => from.socket.destroy();
    const url = URL.canParse(from.url ?? '') ? new URL(from.url ?? '') : undefined;
    if (url?.protocol !== 'http:') return end();
    reach(url, (...[error, socket]) => {
      if (error) return end();
      const onward = request(
        {
          createConnection: () => socket,
          method: from.method,
          path: `${url.pathname}${url.search}`,
          headers: endToEnd(from.rawHeaders),
          setHost: false,
        },
        (answer) => {
          // Node's server throws for these, though its client takes them, and for some reasons; so no reason is passed on.
          const { statusCode = 0 } = answer;
          if (statusCode < 200 || statusCode > 999) return end();
          to.writeHead(statusCode, endToEnd(answer.rawHeaders));
          answer.on('error', end).pipe(to);
        },
      );
      onward.on('error', end);
      to.on('close', () => onward.destroy());
      from.pipe(onward);
    });
  };

  const tunnel = ({ url = '' }: IncomingMessage, client: Duplex, head: Buffer) => {
    keep(client);
    if (!URL.canParse(`http://${url}`)) return client.destroy();
    const target = new URL(`http://${url}`);
    reach(target, (...[error, socket]) => {
      if (error) return client.destroy();
      client.write('HTTP/1.1 200 Connected\r\n\r\n');
      socket.write(head);
      socket.pipe(client).pipe(socket);
      socket.on('close', () => client.destroy());
      client.on('close', () => socket.destroy());
    });
  };

  const server = createServer(forward)
    .on('connect', tunnel)
    .on('connection', (socket: Socket) => keep(socket));
  server.on('clientError', (_, socket) => socket.destroy());
  await new Promise<void>((listening, failed) => {
    server.on('error', failed).listen(0, 'localhost', listening);
  });
  const { port, address, family } = server.address() as AddressInfo;
  const host = family === 'IPv6' ? `[${address}]` : address;
  return { port, host, bytes: () => bytes, isFull, refused: () => [...refused], stop };
};
