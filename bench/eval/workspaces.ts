import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
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

const measureShare = ({ world, seeds }: Share): (readonly Figures[])[] => {
  const made = WORLDS[world];
  if (!made) throw new Error(`There is no world "${world}".`);
  const sizes = sizesFor(made);
  return seeds.map((seed) =>
    measureWorkspace(openWorkspace(made, seed, { labels: Math.max(...sizes), test: TESTED }), sizes),
  );
};

/** Measures worlds on several threads; `onWorld` is called as each is done. */
export const measureWorlds = async (
  worlds: readonly string[],
  {
    from,
    count,
    threads,
    onWorld,
  }: { from: number; count: number; threads: number; onWorld?: (world: string) => void },
): Promise<Measured[]> => {
  const shares = worlds.flatMap((world) =>
    Array.from({ length: threads }, (_, thread) => ({
      world,
      seeds: Array.from({ length: count }, (_, at) => from + at).filter((seed) => seed % threads === thread),
    })),
  );
  const found = new Map<string, (readonly Figures[])[]>();
  const left = [...shares];
  const work = async () => {
    for (let share = left.shift(); share; share = left.shift()) {
      const { world } = share;
      const worker = new Worker(new URL(import.meta.url), { workerData: share });
      const figures = await new Promise<(readonly Figures[])[]>((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
      });
      const all = [...(found.get(world) ?? []), ...figures];
      found.set(world, all);
      if (all.length === count) onWorld?.(world);
    }
  };
  await Promise.all(Array.from({ length: threads }, work));
  return worlds.map((world) => ({
    world,
    workspaces: found.get(world) ?? [],
    changes_after: WORLDS[world]?.changes_after,
    is_adversarial: WORLDS[world]?.is_adversarial,
  }));
};

if (!isMainThread) parentPort?.postMessage(measureShare(workerData as Share));
