import { expect, test } from '@jest/globals';
import { MINUTE } from '../../functions/kit/clock.ts';
import type { Model } from '../../functions/reviews/ask/model/model.ts';
import { advance } from '../../lib/local/clock.ts';
import { withFaults } from '../../lib/local/local-model.ts';
import { answerTo, modelOf, stageReview } from '../reviews/run/scene.ts';
import { seedPersona } from '../reviews/seed.ts';
import { batchOf } from '../workers/messages.ts';
import { faultyTable } from './faulty-table.ts';

const REVIEWS = 20;
const PERSONAS = 5;
const DIMENSIONS = 2;
/** Every run ends within ten tries; some of them are lost to the table. */
const MAX_ROUNDS = 25;

const { faults } = faultyTable();

type Scene = Awaited<ReturnType<typeof stageReview>>;

const failing = (seed: number) => {
  faults.set({ target: 'model', mode: 'throttling', rate: 0.15, seed });
  faults.set({ target: 'model', mode: 'timeout_after', rate: 0.1, seed: seed + 1 });
  faults.set({ target: 'model', mode: 'garbled', rate: 0.2, seed: seed + 2 });
  faults.set({ target: 'table', mode: 'throttling', rate: 0.04, seed: seed + 3 });
  faults.set({ target: 'table', mode: 'conflict', rate: 0.04, seed: seed + 4 });
  faults.set({ target: 'table', mode: 'timeout_after', rate: 0.02, seed: seed + 5 });
};

const isOver = async (scene: Scene) => ((await scene.review())?.completed_at ?? null) !== null;

/** All jobs at once and twice, as a queue may give them out; then the next ones, later. */
const playRound = async (scene: Scene, model: Model) => {
  await scene.worker(model)(batchOf([...scene.jobs, ...scene.jobs, scene.endJob]));
};

test('every review ends once and complete while 40% of model answers are lost or garbled and 10% of table requests fail', async () => {
  const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 32));
  console.log(`FAULT_SEED=${seed}`);
  const personas = () => Array.from({ length: PERSONAS }, () => seedPersona());
  const scenes = await Promise.all(Array.from({ length: REVIEWS }, () => stageReview({ personas: personas() })));
  const { model } = modelOf((call) => answerTo(call));

  failing(seed);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    await Promise.all(scenes.map((scene) => playRound(scene, withFaults(faults)(model))));
    advance(6 * MINUTE);
  }
  faults.clear();

  const statuses: Record<string, number> = {};
  for (const scene of scenes) {
    expect(await isOver(scene)).toBe(true);
    const review = (await scene.review())!;
    const [runs, findings] = [await scene.runs(), await scene.findings()];
    statuses[review.status] = (statuses[review.status] ?? 0) + 1;
    const done = runs.filter(({ state }) => state === 'done');
    expect(review).toMatchObject({ runs_done: PERSONAS, runs_total: PERSONAS, runs_failed: PERSONAS - done.length });
    expect(runs.every(({ state, job }) => job === undefined && (state === 'done' || state === 'failed'))).toBe(true);
    // Each done run has an answer that was read as a whole, in one part or two.
    const places = findings.map(({ persona_id, dimension }) => `${persona_id} ${dimension}`);
    const expected = done.flatMap((run) => run.scores.map(({ dimension }) => `${run.persona_id} ${dimension}`));
    expect(expected).toHaveLength(done.length * DIMENSIONS);
    expect(places.sort()).toEqual(expected.sort());
    expect(findings.every(({ evidence }) => evidence.every(({ grounded }) => grounded))).toBe(true);
    expect(done.every(({ scores }) => scores.every(({ score }) => score === 4))).toBe(true);
    expect(JSON.stringify([review, runs, findings])).not.toMatch(/<script|\bNaN\b|\\ud800/);
    expect(review.status).toBe(done.length === PERSONAS ? 'complete' : done.length > 0 ? 'partial' : 'failed');
  }
  console.log(JSON.stringify(statuses));
  expect(statuses.complete ?? 0).toBeGreaterThan(REVIEWS / 2);
});
