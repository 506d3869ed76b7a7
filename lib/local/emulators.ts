import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { startFauxqs } from 'fauxqs';
import { freePort } from './listen.ts';
import { CannotStart } from './state.ts';

const require = createRequire(import.meta.url);

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const tell = (is: boolean) => () => {
      socket.destroy();
      resolve(is);
    };
    // Where this process was busy for long, the time is over before the connection is looked at.
    socket.once('connect', tell(true)).once('error', tell(false)).setTimeout(1000, tell(false));
  });

const binaryOfTable = (): string => {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  try {
    return join(require.resolve(`${name}/package.json`), '../dynoxide');
  } catch {
    throw new CannotStart(
      `The table emulator has no build for ${process.platform}-${process.arch}. Start DynamoDB Local and name it in AWS_ENDPOINT_URL_DYNAMODB.`,
    );
  }
};

export interface TableEmulator {
  url: string;
  /** Forgets stream records up to this one: writes slow down with every record that is kept. */
  trim: (sequenceNumber: string) => void;
  stop: () => Promise<void>;
}

/** The newest record stays: the emulator numbers the next one after it. */
const TRIM = `DELETE FROM _stream_records WHERE id < (SELECT MAX(id) FROM _stream_records)
  AND CAST(sequence_number AS INTEGER) <= CAST(? AS INTEGER)`;

/** A stage that was killed could not stop its emulator. */
const stopOrphan = async (pidFile: string, file: string): Promise<void> => {
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => '0'));
  const command = pid > 0 ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : '';
  if (command.includes(file)) process.kill(pid, 'SIGKILL');
};

/** DynamoDB on a file in `folder`. */
export const startTableEmulator = async (folder: string): Promise<TableEmulator> => {
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  const file = join(folder, 'table.sqlite');
  const pidFile = join(folder, 'emulator.pid');
  await stopOrphan(pidFile, file);
  const child = spawn(binaryOfTable(), ['serve', '--port', String(port), '--db-path', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // In a group of its own, so that Ctrl-C reaches the stage alone, which then stops it in order.
    detached: true,
  });
  await writeFile(pidFile, String(child.pid));
  let said = '';
  child.stderr.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-4000);
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  for (let waited = 0; !(await isListening(port)); waited += 10) {
    if (child.exitCode !== null || waited > 10_000) throw new Error(`The table emulator did not start.\n${said}`);
    await wait(10);
  }
  let database: DatabaseSync | undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    trim: (sequenceNumber) => {
      database ??= new DatabaseSync(file, { timeout: 2000 });
      database.prepare(TRIM).run(sequenceNumber);
    },
    stop: async () => {
      database?.close();
      process.off('exit', kill);
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await Promise.race([gone, wait(3000, undefined, { ref: false }).then(kill)]);
    },
  };
};

const CORS = `<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>PUT</AllowedMethod>
<AllowedMethod>GET</AllowedMethod><AllowedMethod>HEAD</AllowedMethod><AllowedHeader>content-type</AllowedHeader>
<AllowedHeader>x-svc-workspace</AllowedHeader>
<ExposeHeader>ETag</ExposeHeader><MaxAgeSeconds>3000</MaxAgeSeconds></CORSRule></CORSConfiguration>`;

interface S3Server {
  run: () => Promise<{ port: number }>;
  close: () => Promise<void>;
  httpServer: { closeAllConnections: () => void };
}
type S3Class = new (options: Record<string, unknown>) => S3Server;

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

/** Messages that wait longer than this do not keep a queue busy. */
const SOON_MS = 5000;

/** SQS, kept in `folder`; each queue has a dead-letter queue, `<name>-dead`. */
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
