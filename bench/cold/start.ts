import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Quota } from './quota.ts';
import type { Subject } from './subjects.ts';

export interface Started {
  /** From spawn to the answer, in ms of the clock. */
  took: number;
  /** Of the first call alone. */
  first: number;
  /** Until the first answer, of the processor. */
  cpu: number;
  /** Of the processor, per call after many. */
  warm: number;
  status: number;
  undici: boolean;
}

const SCRIPT = join(import.meta.dirname, 'first-answer.cjs');

export interface Place {
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
}

export interface Way {
  /** For everything, or only for the calls. */
  whole?: Quota | undefined;
  calls?: Quota | undefined;
  warmCalls?: number;
}

/** Starts a process and waits for its answer. */
export const start = async ({ bundle, event, name }: Subject, { folder, env }: Place, way: Way): Promise<Started> => {
  const { whole, calls, warmCalls } = way;
  const given = join(folder, 'given.json');
  if (bundle) {
    const slowGroup = calls?.file;
    await writeFile(given, JSON.stringify({ bundle, event: await event?.(), slowGroup, warmCalls }));
  }
  const args = [SCRIPT, ...(bundle ? [given] : [])];
  const began = performance.now();
  const child = whole
    ? spawn('/bin/sh', ['-c', 'echo $$ > "$0" && exec "$@"', whole.file, process.execPath, ...args], { env })
    : spawn(process.execPath, args, { env });
  const said = Promise.withResolvers<string>();
  let [text, errors] = ['', ''];
  child.stdout.on('data', (chunk) => {
    text += chunk;
    const line = text.split('\n').findLast((one) => one.startsWith('{"cpu"'));
    if (text.endsWith('\n') && line) said.resolve(line);
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => {
      said.reject(new Error(`${name} did not answer:\n${text}${errors}`));
      resolve();
    });
  });
  const line = await said.promise;
  const took = performance.now() - began;
  await gone;
  const started = { took, ...JSON.parse(line) } as Started;
  if (started.status >= 400) throw new Error(`${name} answered ${started.status}.\n${text}${errors}`);
  return started;
};
