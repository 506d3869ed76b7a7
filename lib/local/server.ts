import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Server as AnyServer } from 'node:net';

export const listen = async (server: AnyServer, port = 0): Promise<number> => {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

export const stop = async (server: Server): Promise<void> => {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
};

export const freePort = async (): Promise<number> => {
  const server = createServer();
  const port = await listen(server);
  await stop(server);
  return port;
};

/** By events: every call of a test comes through here twice, and iterating costs several times as much. */
export const readAll = (stream: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    stream.once('error', reject);
    stream.once('close', () => reject(new Error('The connection was closed.')));
  });

export interface Call {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer | string;
}

export const jsonReply = (status: number, body: unknown): Reply => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify(body),
});

export const startServer = async (name: string, answer: (call: Call) => Promise<Reply | 'cut'>) => {
  const server = createServer({ keepAliveTimeout: 60_000 }, async (incoming, outgoing) => {
    try {
      const { method = 'GET', url = '/', headers } = incoming;
      const reply = await answer({ method, url, headers, body: await readAll(incoming) });
      if (reply === 'cut') return void incoming.socket.destroy();
      const length = method === 'HEAD' ? {} : { 'content-length': Buffer.byteLength(reply.body) };
      outgoing.writeHead(reply.status, { ...reply.headers, ...length });
      outgoing.end(method === 'HEAD' ? undefined : reply.body);
    } catch (error) {
      if (!incoming.destroyed) console.error(`The ${name} failed:`, error);
      incoming.socket.destroy();
    }
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, stop: () => stop(server) };
};
