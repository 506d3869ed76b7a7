import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../workers/until.ts';

export interface OwnStage {
  /** Its description, and the file that holds it. */
  stage: Record<string, string>;
  file: string;
  readLog: () => Promise<string>;
  stop: () => Promise<void>;
}

const stopProcess = async (child: ChildProcess) => {
  if (child.exitCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
};

/** Starts a local stage for one test file: it keeps its log, which the shared stages drop, and its switches may be set. */
export const startOwnStage = async (): Promise<OwnStage> => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-operations-'));
  const file = join(folder, 'stage.json');
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_') && name !== 'LOG_LEVEL'),
  );
  const args = ['bin/local.ts', '--port', '0', '--state', file, '--folder', join(folder, 'kept')];
  const child = spawn(process.execPath, args, { stdio: 'ignore', env });
  const text = await until(() => readFile(file, 'utf8').catch(() => undefined), 'the stage');
  return {
    stage: JSON.parse(text),
    file,
    readLog: () => readFile(join(folder, 'kept/lambda.log'), 'utf8').catch(() => ''),
    stop: async () => {
      await stopProcess(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
};
