import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on loopback and returns the port; port 0 picks a free one. */
export const listen = async (server: Server, port = 0): Promise<number> => {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

/** Stops listening and closes open connections. */
export const stop = async (server: Server): Promise<void> => {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
};

/** A currently free port, for a program that cannot pick one itself. */
export const freePort = async (): Promise<number> => {
  const server = createServer();
  const port = await listen(server);
  await stop(server);
  return port;
};

/** The whole body of a request or response. */
export const readAll = async (stream: AsyncIterable<unknown>): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
};
