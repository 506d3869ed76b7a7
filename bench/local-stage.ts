import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '../functions/kit/ids.ts';
import type { StageDescription } from '../lib/local/stage.ts';

const LOOK_EVERY_MS = 100;
const PATIENCE_MS = 120_000;

export type { StageDescription };

/** A stage in another process, isolated from this one's settings. `stop` removes it completely. */
export const startStage = async (): Promise<{ stage: StageDescription; stop: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-bench-stage-'));
  const state = join(folder, 'stage.json');
  const child = spawn(process.execPath, ['bin/local.ts', '--ephemeral', '--port', '0', '--state', state], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'error' },
  });
  const stop = async () => {
    const gone = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGTERM')) await gone;
    await rm(folder, { recursive: true, force: true });
  };
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
    const text = await readFile(state, 'utf8').catch(() => '');
    if (text) return { stage: JSON.parse(text) as StageDescription, stop };
    if (child.exitCode !== null) break;
    await wait(LOOK_EVERY_MS);
  }
  child.kill('SIGKILL');
  throw new Error('The local stage did not start.');
};

/** Sends a request that must succeed from its own address, and returns the JSON. */
export const send = async <T>(
  stage: StageDescription,
  method: string,
  path: string,
  body?: object,
  as = stage.api_token,
): Promise<T> => {
  const answer = await fetch(`${stage.base_url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      'content-type': 'application/json',
      'idempotency-key': newId(),
      origin: stage.base_url,
      'x-local-client-ip': `10.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}.7`,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
};

/** Sends a note to the stage's site, as its widget does. */
export const sendNote = (stage: StageDescription, text: string): Promise<{ id: string }> => {
  const context = { page: { url: `${stage.base_url}/demo` }, anchor: { kind: 'element', selector: '#buy' } };
  return send(stage, 'POST', '/api/widget/annotations', { body: text, context }, stage.widget_token);
};

interface Told {
  id: string;
  status: string;
  runs_total: number;
  completed_at: string | null;
}

/** Requests a review by five personas and waits for its end. */
export const completedReview = async (stage: StageDescription, asked: object): Promise<Told> => {
  const began = Date.now();
  let review = await send<Told>(stage, 'POST', '/api/reviews', asked);
  while (review.completed_at === null) {
    if (Date.now() - began > PATIENCE_MS) throw new Error(`A review is ${review.status} after ${PATIENCE_MS} ms.`);
    await wait(LOOK_EVERY_MS);
    review = await send<Told>(stage, 'GET', `/api/reviews/${review.id}`);
  }
  if (review.status !== 'complete') throw new Error(`The review is ${review.status}.`);
  return review;
};
