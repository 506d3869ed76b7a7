import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { startFauxqs } from 'fauxqs';
import { MAX_RECEIVES } from '../../functions/owed/jobs.ts';
import { BUCKET, TABLES } from './account.ts';
import { createTables } from './create-tables.ts';
import { startFaultProxy } from './fault-proxy.ts';
import type { Faults } from './faults.ts';
import { startMailSink } from './mail-sink.ts';
import { COUNT_DEAD, DISPATCH_DEAD, queues } from './queues.ts';
import { startTableEmulator } from './table-emulator.ts';

const require = createRequire(import.meta.url);

const CORS = `<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>PUT</AllowedMethod>
<AllowedMethod>GET</AllowedMethod><AllowedMethod>HEAD</AllowedMethod><AllowedHeader>content-type</AllowedHeader>
<AllowedHeader>x-svc-workspace</AllowedHeader>
<ExposeHeader>ETag</ExposeHeader><MaxAgeSeconds>3000</MaxAgeSeconds></CORSRule></CORSConfiguration>`;

interface S3Server {
  run: () => Promise<{ port: number }>;
  close: () => Promise<void>;
  httpServer: { closeAllConnections: () => void; keepAliveTimeout: number };
  middleware: ((context: S3Context, next: () => Promise<void>) => Promise<void>)[];
}
type S3Class = new (options: Record<string, unknown>) => S3Server;

interface S3Context {
  path: string;
  state: { vhost: boolean };
  mountPath: string | undefined;
}

/** The emulator drops the slash after a bucket's name when it verifies signatures, unless the host names the bucket. */
const keepBucketSlash = async (context: S3Context, next: () => Promise<void>) => {
  if (/^\/[^/]+\/$/.test(context.path)) Object.assign(context, { mountPath: '/' }).state.vhost = true;
  await next();
};

export const startStorageEmulator = async (folder: string, bucket: string) => {
  await mkdir(folder, { recursive: true });
  const S3 = require('@20minutes/s3rver') as S3Class;
  const server = new S3({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket, configs: [CORS] }],
  });
  server.middleware.splice(-1, 0, keepBucketSlash);
  const { port } = await server.run();
  // As the other servers of the stage: a busy client otherwise writes to a connection that was just closed.
  server.httpServer.keepAliveTimeout = 60_000;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const closed = server.close();
      server.httpServer.closeAllConnections();
      await closed;
    },
  };
};

/** Longer than any worker runs. */
const VISIBILITY_SECONDS = 360;

/** Messages delayed longer than this don't keep a queue busy. */
const SOON_MS = 5000;

export const startQueueEmulator = async (folder: string | undefined, names: readonly string[]) => {
  if (folder) await mkdir(folder, { recursive: true });
  const server = await startFauxqs({ port: 0, logger: false, host: '127.0.0.1', ...(folder && { dataDir: folder }) });
  for (const name of names) {
    const ensure = (queue: string, attributes: Record<string, string>) =>
      server.inspectQueue(queue)?.arn ?? server.createQueue(queue, { attributes }).queueArn;
    const dead = ensure(`${name}-dead`, { MessageRetentionPeriod: '1209600' });
    ensure(name, {
      VisibilityTimeout: String(VISIBILITY_SECONDS),
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: dead, maxReceiveCount: MAX_RECEIVES }),
    });
  }
  const sizeOf = (name: string) => {
    const messages = server.inspectQueue(name)?.messages;
    if (!messages) return 0;
    const soon = Date.now() + SOON_MS;
    const delayed = messages.delayed.filter(({ delayUntil = 0 }) => delayUntil < soon);
    return messages.ready.length + messages.inflight.length + delayed.length;
  };
  return {
    url: `http://127.0.0.1:${server.port}`,
    sizeOf,
    stop: () => server.stop(),
  };
};

export interface EmulatorOptions {
  folder: string;
  isKept: boolean;
  faults: Faults;
  /** Handlers reach the emulators without the proxies: no fault can be set, and a call costs a third less. */
  isDirect: boolean;
}

const startProxies = async (
  behind: Record<'table' | 'storage' | 'queue', string>,
  faults: Faults,
  running: AsyncDisposableStack,
) => {
  const [table, storage, queue] = await Promise.all([
    startFaultProxy('table', behind.table, faults),
    startFaultProxy('storage', behind.storage, faults),
    startFaultProxy('queue', behind.queue, faults),
  ]);
  for (const proxy of [table, storage, queue]) running.defer(proxy.stop);
  return { urls: { table: table.url, storage: storage.url, queue: queue.url }, catchUp: table.catchUp };
};

export const startEmulators = async (
  { folder, isKept, faults, isDirect }: EmulatorOptions,
  running: AsyncDisposableStack,
) => {
  const given = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  const names = [...queues.map(({ name }) => name), DISPATCH_DEAD, COUNT_DEAD];
  const [table, storage, queue, mail] = await Promise.all([
    given
      ? { url: given, trim: undefined, newest: undefined, stop: () => undefined }
      : startTableEmulator(join(folder, 'table'), isKept),
    startStorageEmulator(join(folder, 'storage'), BUCKET),
    startQueueEmulator(isKept ? join(folder, 'queues') : undefined, names),
    startMailSink(join(folder, 'mail'), faults),
  ]);
  for (const one of [table, storage, queue, mail]) running.defer(async () => one.stop());
  const urls = { table: table.url, storage: storage.url, queue: queue.url };
  const proxies = isDirect ? undefined : await startProxies(urls, faults, running);
  const created = await createTables(table.url, TABLES);
  return { table, queue, mail, urls: { ...urls, ...proxies?.urls }, proxies, isNew: created.includes('main') };
};

export type Emulators = Awaited<ReturnType<typeof startEmulators>>;
