import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { EXAMPLE_WORLDS, type Tried, type TriedWorld, tryExamples } from './examples.ts';
import type { Measured } from './gates.ts';
import { type Figures, measureWorkspace, SIZES } from './measure.ts';
import { openWorkspace, WORLDS, type World } from './worlds.ts';

export const TESTED = 300;

export const sizesFor = ({ changes_after }: World): number[] =>
  [...SIZES, ...(changes_after === undefined ? [] : [changes_after + 50, changes_after + 200])].sort((a, b) => a - b);

interface Share {
  world: string;
  seeds: number[];
}

const tryShare = ({ world, seeds }: Share): Tried[] => {
  const takes = EXAMPLE_WORLDS[world];
  if (!takes) throw new Error(`There is no world "${world}".`);
  return seeds.map((seed) => tryExamples(takes, seed));
};

const measureShare = ({ world, seeds }: Share): (readonly Figures[])[] => {
  const made = WORLDS[world];
  if (!made) throw new Error(`There is no world "${world}".`);
  const sizes = sizesFor(made);
  return seeds.map((seed) =>
    measureWorkspace(openWorkspace(made, seed, { labels: Math.max(...sizes), test: TESTED }), sizes),
  );
};

interface Size {
  from: number;
  count: number;
  threads: number;
  onWorld?: (world: string) => void;
}

/** Measures worlds on several threads; `onWorld` is called as each is done. */
const onThreads = async <Found>(
  worlds: readonly string[],
  { from, count, threads, onWorld }: Size,
): Promise<Map<string, Found[]>> => {
  const left = worlds.flatMap((world) =>
    Array.from({ length: threads }, (_, thread) => ({
      world,
      seeds: Array.from({ length: count }, (_, at) => from + at).filter((seed) => seed % threads === thread),
    })),
  );
  const found = new Map<string, Found[]>();
  const work = async () => {
    for (let share = left.shift(); share; share = left.shift()) {
      const { world } = share;
      const worker = new Worker(new URL(import.meta.url), { workerData: share });
      const more = await new Promise<Found[]>((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
      });
      const all = [...(found.get(world) ?? []), ...more];
      found.set(world, all);
      if (all.length === count) onWorld?.(world);
    }
  };
  await Promise.all(Array.from({ length: threads }, work));
  return found;
};

export const measureWorlds = async (worlds: readonly string[], size: Size): Promise<Measured[]> => {
  const found = await onThreads<readonly Figures[]>(worlds, size);
  return worlds.map((world) => ({
    world,
    workspaces: found.get(world) ?? [],
    changes_after: WORLDS[world]?.changes_after,
    is_adversarial: WORLDS[world]?.is_adversarial,
  }));
};

export const tryWorlds = async (size: Size): Promise<TriedWorld[]> => {
  const found = await onThreads<Tried>(Object.keys(EXAMPLE_WORLDS), size);
  return [...found].map(([world, tried]) => ({ world, tried }));
};

if (!isMainThread) {
  const share = workerData as Share;
  parentPort?.postMessage(share.world in EXAMPLE_WORLDS ? tryShare(share) : measureShare(share));
}
