import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
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
  /** Forgets a table's stream records up to this one: writes slow down with every record that is kept. */
  trim: (table: string, sequenceNumber: string) => void;
  stop: () => Promise<void>;
}

/** The newest record stays: the emulator numbers the next one after it. */
const TRIM = `DELETE FROM _stream_records WHERE table_name = :table
  AND id < (SELECT MAX(id) FROM _stream_records WHERE table_name = :table) AND CAST(sequence_number AS INTEGER) <= CAST(:upTo AS INTEGER)`;

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
    trim: (table, sequenceNumber) => {
      database ??= new DatabaseSync(file, { timeout: 2000 });
      database.prepare(TRIM).run({ table, upTo: sequenceNumber });
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
