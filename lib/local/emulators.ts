import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { startFauxqs } from 'fauxqs';

const require = createRequire(import.meta.url);

const CORS = `<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>PUT</AllowedMethod>
<AllowedMethod>GET</AllowedMethod><AllowedMethod>HEAD</AllowedMethod><AllowedHeader>content-type</AllowedHeader>
<AllowedHeader>x-svc-workspace</AllowedHeader>
<ExposeHeader>ETag</ExposeHeader><MaxAgeSeconds>3000</MaxAgeSeconds></CORSRule></CORSConfiguration>`;

interface S3Server {
  run: () => Promise<{ port: number }>;
  close: () => Promise<void>;
  httpServer: { closeAllConnections: () => void };
  middleware: ((context: S3Context, next: () => Promise<void>) => Promise<void>)[];
}
type S3Class = new (options: Record<string, unknown>) => S3Server;

interface S3Context {
  path: string;
  state: { vhost: boolean };
  mountPath: string | undefined;
}

/**
 * The emulator drops the slash after a bucket's name from the path when it verifies signatures, except for buckets
 * addressed by host name.
 */
const keepBucketSlash = async (context: S3Context, next: () => Promise<void>) => {
  if (/^\/[^/]+\/$/.test(context.path)) Object.assign(context, { mountPath: '/' }).state.vhost = true;
  await next();
};

/** S3 on the files of `folder`. */
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
  // Before the last middleware, its router.
  server.middleware.splice(-1, 0, keepBucketSlash);
  const { port } = await server.run();
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const closed = server.close();
      server.httpServer.closeAllConnections();
      await closed;
    },
  };
};

export interface QueueSettings {
  name: string;
  visibility_seconds: number;
  max_receives: number;
}

/** Messages delayed longer than this don't keep a queue busy. */
const SOON_MS = 5000;

/** SQS, stored in `folder`; each queue has a dead-letter queue, `<name>-dead`. */
export const startQueueEmulator = async (folder: string | undefined, queues: readonly QueueSettings[]) => {
  if (folder) await mkdir(folder, { recursive: true });
  const start = () => startFauxqs({ port: 0, logger: false, host: '127.0.0.1', ...(folder && { dataDir: folder }) });
  const server = await start();
  for (const { name, visibility_seconds, max_receives } of queues) {
    const ensure = (queue: string, attributes: Record<string, string>) =>
      server.inspectQueue(queue)?.arn ?? server.createQueue(queue, { attributes }).queueArn;
    const dead = ensure(`${name}-dead`, { MessageRetentionPeriod: '1209600' });
    ensure(name, {
      VisibilityTimeout: String(visibility_seconds),
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: dead, maxReceiveCount: max_receives }),
    });
  }
  const sizeOf = (name: string) => {
    const messages = server.inspectQueue(name)?.messages;
    if (!messages) return 0;
    const soon = Date.now() + SOON_MS;
    const delayed = messages.delayed.filter((message) => (message.delayUntil ?? 0) < soon);
    return messages.ready.length + messages.inflight.length + delayed.length;
  };
  return {
    url: `http://127.0.0.1:${server.port}`,
    sizeOf,
    inspect: (name: string) => server.inspectQueue(name)?.messages,
    stop: () => server.stop(),
  };
};
