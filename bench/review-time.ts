import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '../functions/kit/ids.ts';
import { keys, reviewPartition } from '../functions/kit/keys.ts';
import { askPersona } from '../functions/reviews/ask-persona.ts';
import { heuristicModel } from '../functions/reviews/model/heuristic.ts';
import type { Model } from '../functions/reviews/model/model.ts';
import { ContentRow, RunRow } from '../functions/reviews/rows.ts';
import type { StageDescription } from '../lib/local/stage.ts';
import { reviewTimesList } from './budgets.ts';
import { openGround } from './cases/case.ts';
import { median, type Section, timed } from './figures.ts';
import { newReview, REVIEW } from './reviews.ts';
import type { World } from './world.ts';

const ROUNDS = 5;
const LISTS = 30;
const REVIEWS = 3;
const NOTES = 50;
const PERSONAS = 5;
const LOOK_EVERY_MS = 100;
const PATIENCE_MS = 30_000;

/** A stage of its own: nothing of this process's settings may reach it. */
const startStage = async (folder: string): Promise<{ child: ChildProcess; stage: StageDescription }> => {
  const state = join(folder, 'stage.json');
  const child = spawn(process.execPath, ['bin/local.ts', '--ephemeral', '--port', '0', '--state', state], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'error' },
  });
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
    const text = await readFile(state, 'utf8').catch(() => '');
    if (text) return { child, stage: JSON.parse(text) as StageDescription };
    if (child.exitCode !== null) break;
    await wait(LOOK_EVERY_MS);
  }
  child.kill('SIGKILL');
  throw new Error('The local stage did not start.');
};

const send = async <T>(stage: StageDescription, method: string, path: string, body?: object, as = stage.api_token) => {
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

interface Told {
  id: string;
  status: string;
  runs_total: number;
  completed_at: string | null;
}

/** Milliseconds from asking to the end, which the stage notes by the same clock. */
const reviewMs = async (stage: StageDescription): Promise<number> => {
  const began = Date.now();
  let review = await send<Told>(stage, 'POST', '/api/reviews', REVIEW);
  while (review.completed_at === null) {
    if (Date.now() - began > PATIENCE_MS) throw new Error(`A review is ${review.status} after ${PATIENCE_MS} ms.`);
    await wait(LOOK_EVERY_MS);
    review = await send<Told>(stage, 'GET', `/api/reviews/${review.id}`);
  }
  if (review.status !== 'complete' || review.runs_total !== PERSONAS)
    throw new Error(`The review is ${review.status}.`);
  return Number(review.completed_at) - began;
};

const listMs = async (stage: StageDescription): Promise<number> => {
  const began = performance.now();
  await send(stage, 'GET', `/api/v1/sites/${stage.site_id}/annotations`);
  return performance.now() - began;
};

/** What the model itself takes for the same review, asked by one persona after the other. */
const modelMs = async (world: World): Promise<number> => {
  const ground = await openGround(world);
  const id = await newReview(ground);
  const partition = reviewPartition(world.workspace_id, id);
  const { items } = await world.table.query({ partition, sort: ['begins_with', 'RUN#'] });
  const { content } = ContentRow.parse(await world.table.get(keys.reviewContent(world.workspace_id, id)));
  let spent = 0;
  const model = heuristicModel();
  const watched: Model = {
    ...model,
    ask: async (call) => {
      const began = performance.now();
      const reply = await model.ask(call);
      spent += performance.now() - began;
      return reply;
    },
  };
  const round = async () => {
    spent = 0;
    for (const row of items) {
      const { persona } = RunRow.parse(row);
      const { signal } = new AbortController();
      for (let sample = 0; sample < model.samples; sample += 1)
        await askPersona(watched, { persona, content, pictures: [], seed: sample, signal, samples: 1 });
    }
    return spent;
  };
  await round();
  const rounds: number[] = [];
  for (let again = 0; again < ROUNDS; again += 1) rounds.push(await round());
  return median(rounds);
};

const measured = async (times: number, once: () => Promise<number>) => {
  const all: number[] = [];
  for (let call = 0; call < times; call += 1) all.push(await once());
  return median(all);
};

/** How long a review by five personas takes on the local stage, from request to end, beside a list of 50 there. */
export const measureReviewTime = async (world: World): Promise<Section> => {
  const model = await modelMs(world);
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-bench-stage-'));
  const { child, stage } = await startStage(folder);
  try {
    const context = { page: { url: `${stage.base_url}/demo` }, anchor: { kind: 'element', selector: '#buy' } };
    for (let note = 0; note < NOTES; note += 1)
      await send(stage, 'POST', '/api/widget/annotations', { body: 'Too small.', context }, stage.widget_token);
    await measured(LISTS, () => listMs(stage));
    await measured(REVIEWS, () => reviewMs(stage));
    const rounds: { list: number; review: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({
        list: await measured(LISTS, () => listMs(stage)),
        review: await measured(REVIEWS, () => reviewMs(stage)),
      });
    }
    const ratios = rounds.map(({ list, review }) => Math.max(0, review - model) / list);
    const row = {
      'list p50 ms': median(rounds.map(({ list }) => list)).toFixed(1),
      'review ms': median(rounds.map(({ review }) => review)).toFixed(0),
      'model ms': model.toFixed(0),
      'review less model ÷ list': timed(ratios, reviewTimesList),
    };
    return {
      title: 'A review by five personas on the local stage, from request to end',
      columns: Object.keys(row),
      rows: new Map([['text, five personas', row]]),
    };
  } finally {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
    await rm(folder, { recursive: true, force: true });
  }
};
