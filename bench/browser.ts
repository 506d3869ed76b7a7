import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median, type Section } from './figures.ts';
import { completedReview, type StageDescription, startStage } from './local-stage.ts';

const ROUNDS = 5;

/** One visit in a new process, as a cold Lambda makes it; the loading of modules counts. */
const VISIT = `
const began = performance.now();
const { visit } = await import('./functions/browser/visit.ts');
const order = { url: process.env.PAGE, view: { width: 1440, height: 900 }, wants: { html: true, measurements: true } };
const see = async (from) => {
  const seen = await visit(order);
  if (!seen.ok) throw new Error(seen.said.text);
  return performance.now() - from;
};
const cold = await see(began);
const warm = await see(performance.now());
console.log(JSON.stringify({ cold, warm }));`;

const coldAndWarm = async (stage: StageDescription): Promise<{ cold: number; warm: number }> => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-bench-browser-'));
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', VISIT], {
      cwd: join(import.meta.dirname, '..'),
      env: {
        PATH: process.env.PATH,
        BROWSER_FOLDER: folder,
        RENDER_ALLOW: new URL(stage.base_url).host,
        PAGE: `${stage.base_url}/demo`,
      },
    });
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const reviewMs = async (stage: StageDescription): Promise<number> => {
  const began = performance.now();
  await completedReview(stage, { title: 'Demo', input_type: 'site', url: `${stage.base_url}/demo` });
  return performance.now() - began;
};

const times = async (measure: () => Promise<number>): Promise<number[]> => {
  const all: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) all.push(await measure());
  return all;
};

const row = (all: readonly number[], aim: string) => ({
  's, median': (median(all) / 1000).toFixed(1),
  's, each': all.map((ms) => (ms / 1000).toFixed(1)).join(' '),
  aim,
});

/** Seconds on this machine: they are printed, and kept nowhere. */
export const measureBrowser = async (): Promise<Section> => {
  const { stage, stop } = await startStage();
  try {
    await reviewMs(stage);
    const reviews = await times(() => reviewMs(stage));
    const cold: number[] = [];
    const warm: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const one = await coldAndWarm(stage);
      cold.push(one.cold);
      warm.push(one.warm);
    }
    return {
      title: `The browser: medians of ${ROUNDS} on this machine`,
      columns: ['s, median', 's, each', 'aim'],
      rows: new Map([
        ['the demo page, from request to report', row(reviews, '8 s on two cores')],
        ['one visit, warm', row(warm, '')],
        ['one visit, cold: modules loaded, browser unpacked', row(cold, 'at most 2.5 s longer than warm')],
      ]),
    };
  } finally {
    await stop();
  }
};
