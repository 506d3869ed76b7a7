import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './server.ts';

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const finish = (is: boolean) => () => {
      socket.destroy();
      resolve(is);
    };
    // If this process was busy, the timer may fire before the connection event is handled.
    socket.once('connect', finish(true)).once('error', finish(false)).setTimeout(1000, finish(false));
  });

const pidFileIn = (folder: string) => join(folder, 'emulator.pid');

/** Empty if there is no such process. */
const ps = (pid: number, column: string): Promise<string> =>
  promisify(execFile)('ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], {
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  }).then(
    ({ stdout }) => stdout,
    () => '',
  );

/** Small Linux images have no `ps`, and other systems no `/proc`. */
const commandOf = (pid: number): Promise<string> =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ps(pid, 'command'));

/** Differs if another process got the same id. */
export const startOf = (pid: number): Promise<string> =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    // The name in parentheses may have spaces.
    (stat) => stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? '',
    () => ps(pid, 'lstart'),
  );

export const stopOrphan = async (folder: string): Promise<void> => {
  const pid = Number(await readFile(pidFileIn(folder), 'utf8').catch(() => '0'));
  if (pid > 0 && (await commandOf(pid)).includes(folder)) process.kill(pid, 'SIGKILL');
};

export interface EmulatorProgram {
  command: string;
  args: (port: number) => readonly string[];
  /** Its command line contains this folder, so that no other program is mistaken for an orphan. */
  folder: string;
  patienceMs: number;
}

const untilListening = async (child: ChildProcess, port: number, patienceMs: number): Promise<boolean> => {
  const until = Date.now() + patienceMs;
  while (!(await isListening(port))) {
    if (child.exitCode !== null || Date.now() > until) return false;
    await wait(10);
  }
  return true;
};

export const startProgram = async ({ command, args, folder, patienceMs }: EmulatorProgram) => {
  await mkdir(folder, { recursive: true });
  await stopOrphan(folder);
  const port = await freePort();
  const child = spawn(command, args(port), {
    stdio: ['ignore', 'ignore', 'pipe'],
    // In its own process group, so that Ctrl-C reaches only the stage, which then stops it in order.
    detached: true,
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output = `${output}${chunk}`.slice(-4000);
  });
  child.once('error', (error) => {
    output += error.message;
  });
  await writeFile(pidFileIn(folder), String(child.pid));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  if (!(await untilListening(child, port, patienceMs))) {
    kill();
    throw new Error(`The table emulator did not start.\n${output}`);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      process.off('exit', kill);
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await Promise.race([gone, wait(3000, undefined, { ref: false }).then(kill)]);
    },
  };
};
