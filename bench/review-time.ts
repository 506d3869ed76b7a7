import { keys, reviewPartition } from '../functions/kit/table/keys.ts';
import { askPersona } from '../functions/reviews/ask/ask-persona.ts';
import { heuristicModel } from '../functions/reviews/ask/model/heuristic.ts';
import type { Model } from '../functions/reviews/ask/model/model.ts';
import { ContentRow, RunRow } from '../functions/reviews/rows.ts';
import { reviewTimesList } from './budgets.ts';
import { openGround } from './cases/case.ts';
import { median, type Section, timed } from './figures.ts';
import { completedReview, type StageDescription, send, sendNote, startStage } from './local-stage.ts';
import { newReview, REVIEW } from './reviews.ts';
import type { World } from './world.ts';

const ROUNDS = 5;
const LISTS = 30;
const REVIEWS = 3;
const NOTES = 50;
const PERSONAS = 5;

/** Milliseconds from request to end, as recorded by the stage's own clock. */
const reviewMs = async (stage: StageDescription): Promise<number> => {
  const began = Date.now();
  const { completed_at, runs_total } = await completedReview(stage, REVIEW);
  if (runs_total !== PERSONAS) throw new Error(`${runs_total} personas judged.`);
  return Number(completed_at) - began;
};

const listMs = async (stage: StageDescription): Promise<number> => {
  const began = performance.now();
  await send(stage, 'GET', `/api/v1/sites/${stage.site_id}/annotations`);
  return performance.now() - began;
};

/** The model's own time for the same review, called for one persona after the other. */
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
      for (let sample = 0; sample < model.settings.samples; sample += 1)
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

/** Duration of a review by five personas on the local stage, from request to end, compared to a list of 50 there. */
export const measureReviewTime = async (world: World): Promise<Section> => {
  const model = await modelMs(world);
  const { stage, stop } = await startStage();
  try {
    for (let note = 0; note < NOTES; note += 1) await sendNote(stage, 'Too small.');
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
    await stop();
  }
};
