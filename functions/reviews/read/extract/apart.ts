import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type Said, said } from '../../../codes/said.ts';
import { logBug } from '../../../kit/log.ts';
import type { Extracted, Source } from './extract.ts';
import { Unreadable } from './reading.ts';

const MAX_MS = 60_000;
const MAX_HEAP_MB = 900;
/** Growth of the whole process, because buffers are outside of the heap. */
const MAX_GROWTH_BYTES = 1400 * 1024 * 1024;
const LOOK_MS = 100;

interface Task {
  task: 'extract';
  source: Source;
}

type Outcome = { extracted: Extracted } | { unreadable: Said } | { fault: string };

const isTask = (data: unknown): data is Task =>
  typeof data === 'object' && data !== null && (data as Partial<Task>).task === 'extract';

const outcomeOf = async (source: Source): Promise<Outcome> => {
  const { extract } = await import('./extract.ts');
  try {
    return { extracted: await extract(source) };
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.said };
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};

// Also the thread's program, so that bundles need no second file.
if (!isMainThread && isTask(workerData))
  outcomeOf(workerData.source).then((outcome) => parentPort?.postMessage(outcome));

const TOO_MUCH = said('reading_too_costly');
const DAMAGED = said('unreadable');

interface Bounds {
  ms?: number;
  growth_bytes?: number;
}

const MAX_AT_ONCE = 3;
let atWork = 0;
const waiting: (() => void)[] = [];

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (atWork >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else atWork += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else atWork -= 1;
  }
};

const runThread = (source: Source, { ms = MAX_MS, growth_bytes = MAX_GROWTH_BYTES }: Bounds): Promise<Extracted> =>
  new Promise((resolve, reject) => {
    const data: Task = { task: 'extract', source };
    const before = process.memoryUsage.rss();
    const thread = new Worker(import.meta.filename, {
      workerData: data,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    const started = performance.now();
    const watch = setInterval(() => {
      const isOver = performance.now() - started > ms || process.memoryUsage.rss() - before > growth_bytes;
      if (isOver) end(() => reject(new Unreadable(TOO_MUCH)));
    }, LOOK_MS);
    const end = (settle: () => void) => {
      clearInterval(watch);
      // Its memory is free only then.
      thread.terminate().finally(settle);
    };
    thread.once('message', (outcome: Outcome) => {
      if ('fault' in outcome) logBug('extraction', outcome.fault);
      if ('extracted' in outcome) end(() => resolve(outcome.extracted));
      else end(() => reject(new Unreadable('unreadable' in outcome ? outcome.unreadable : DAMAGED)));
    });
    thread.once('error', (error: NodeJS.ErrnoException) => {
      logBug('extraction', error);
      end(() => reject(new Unreadable(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? TOO_MUCH : DAMAGED)));
    });
  });

/** Strangers made the source, so it is read in a thread that is ended when it takes too long or too much. Throws Unreadable. */
export const extractApart = (source: Source, bounds: Bounds = {}): Promise<Extracted> =>
  inTurn(() => runThread(source, bounds));
