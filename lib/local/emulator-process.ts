import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const tell = (is: boolean) => () => {
      socket.destroy();
      resolve(is);
    };
    // If this process was busy, the timer may fire before the connection event is handled.
    socket.once('connect', tell(true)).once('error', tell(false)).setTimeout(1000, tell(false));
  });

const pidFileIn = (folder: string) => join(folder, 'emulator.pid');

/** Ends the emulator of this folder if its stage was killed and left it running. */
export const stopOrphan = async (folder: string): Promise<void> => {
  const pid = Number(await readFile(pidFileIn(folder), 'utf8').catch(() => '0'));
  const command = pid > 0 ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : '';
  if (command.includes(folder)) process.kill(pid, 'SIGKILL');
};

export interface EmulatorProgram {
  command: string;
  args: readonly string[];
  /**
   * The file with its process id. Its command line contains this folder, so that no other program is mistaken for an
   * orphan.
   */
  folder: string;
  port: number;
  /** Time to start listening. */
  patienceMs: number;
}

const untilListening = async (child: ChildProcess, { port, patienceMs }: EmulatorProgram): Promise<boolean> => {
  const until = Date.now() + patienceMs;
  while (!(await isListening(port))) {
    if (child.exitCode !== null || Date.now() > until) return false;
    await wait(10);
  }
  return true;
};

/** Runs an emulator until it is stopped or this process ends. */
export const startProgram = async (program: EmulatorProgram): Promise<{ stop: () => Promise<void> }> => {
  const { command, args, folder } = program;
  await mkdir(folder, { recursive: true });
  await stopOrphan(folder);
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    // In its own process group, so that Ctrl-C reaches only the stage, which then stops it in order.
    detached: true,
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-4000);
  });
  child.once('error', (error) => {
    said += error.message;
  });
  await writeFile(pidFileIn(folder), String(child.pid));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  if (!(await untilListening(child, program))) {
    kill();
    throw new Error(`The table emulator did not start.\n${said}`);
  }
  return {
    stop: async () => {
      process.off('exit', kill);
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await Promise.race([gone, wait(3000, undefined, { ref: false }).then(kill)]);
    },
  };
};
