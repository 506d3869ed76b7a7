import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface OwnStage {
  /** Its description, and the file that holds it. */
  stage: Record<string, string>;
  file: string;
  /** The folder with its state. */
  kept: string;
  readLog: () => Promise<string>;
  /** The lines of warnings and errors, which its log leaves out. */
  readErrors: () => string;
  stop: () => Promise<void>;
}

const stopProcess = async (child: ChildProcess) => {
  if (child.exitCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
};

const LONGEST_START_MS = 50_000;

const described = async (file: string): Promise<string> => {
  for (let waited = 0; waited < LONGEST_START_MS; waited += 50) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text) return text;
    await wait(50);
  }
  throw new Error('The stage did not start.');
};

/** Starts a local stage for one test file: it keeps its log, which the shared stages drop, and its switches may be set. */
export const startOwnStage = async (): Promise<OwnStage> => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-operations-'));
  const file = join(folder, 'stage.json');
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_') && name !== 'LOG_LEVEL'),
  );
  const args = ['bin/local.ts', '--port', '0', '--state', file, '--folder', join(folder, 'kept')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  const text = await described(file).catch(async (error) => {
    await stopProcess(child);
    throw error;
  });
  return {
    stage: JSON.parse(text),
    file,
    kept: join(folder, 'kept'),
    readErrors: () => errors,
    readLog: () => readFile(join(folder, 'kept/lambda.log'), 'utf8').catch(() => ''),
    stop: async () => {
      await stopProcess(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
};
