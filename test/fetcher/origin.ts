import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';

export interface Origin {
  /** `127.0.0.1:port` */
  host: string;
  port: number;
  url: string;
  /** How many connections it has seen. */
  connections: () => number;
  close: () => Promise<void>;
}

/** A web server on loopback. */
export const startOrigin = async (listener: RequestListener): Promise<Origin> => {
  const server = createServer(listener);
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return {
    host,
    port,
    url: `http://${host}`,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** An origin for all tests of a file, which the fetcher may reach. */
export const useOrigin = (listener: RequestListener): (() => Origin) => {
  let origin: Origin;
  beforeAll(async () => {
    origin = await startOrigin(listener);
    process.env.FETCH_ALLOW = origin.host;
  });
  afterAll(async () => {
    delete process.env.FETCH_ALLOW;
    await origin.close();
  });
  return () => origin;
};

/** Every address that this process tries to connect to, and the sockets that are still open. */
export const watchConnections = () => {
  let tried: string[] = [];
  let sockets: Socket[] = [];
  const watch = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    sockets.push(socket);
    socket.on('connectionAttempt', (address, port) => tried.push(`${address} ${port}`));
  };
  beforeEach(() => {
    tried = [];
    sockets = [];
    subscribe('net.client.socket', watch);
  });
  afterEach(() => {
    unsubscribe('net.client.socket', watch);
  });
  return { tried: () => tried, open: () => sockets.filter(({ destroyed }) => !destroyed) };
};
