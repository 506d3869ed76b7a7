import { reviewTimesList } from './budgets.ts';
import { median, type Section, timed } from './figures.ts';
import { completedReview, type StageDescription, send, sendNote, startStage } from './local-stage.ts';
import { REVIEW } from './reviews.ts';

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

const measured = async (times: number, once: () => Promise<number>) => {
  const all: number[] = [];
  for (let call = 0; call < times; call += 1) all.push(await once());
  return median(all);
};

/** Duration of a review by five personas on the local stage, from request to end, compared to a list of 50 there. */
export const measureReviewTime = async (): Promise<Section> => {
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
    const ratios = rounds.map(({ list, review }) => review / list);
    const row = {
      'list p50 ms': median(rounds.map(({ list }) => list)).toFixed(1),
      'review ms': median(rounds.map(({ review }) => review)).toFixed(0),
      'review ÷ list': timed(ratios, reviewTimesList),
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
