import type { Clock } from './clock.ts';
import { readTimings } from './in-page/timings.ts';
import type { BrowserJob } from './job.ts';
import { askPatiently, type Opened, type Order, openPage, untilQuiet } from './open-page.ts';
import type { Timings } from './rendered.ts';
import { Stuck } from './tab.ts';

/** A visit that exceeds twice what is good is repeated. */
const SLOW = { lcp_ms: 5000, cls: 0.2, blocking_ms: 400, bytes: 4_000_000 } as const;

interface Loading extends Timings {
  /** Until the page was quiet: what it loads only when it's scrolled isn't counted. */
  bytes: number;
}

export const seeLoading = async (opened: Opened, clock: Clock): Promise<Loading> => ({
  ...(await askPatiently(opened, clock, (ms) => opened.tab.ask(readTimings, undefined, ms))),
  bytes: opened.log.bytes,
});

export const isSlow = (seen: Loading): boolean =>
  Object.entries(SLOW).some(([name, most]) => (seen[name as keyof typeof SLOW] ?? 0) > most);

const median = (values: readonly (number | null)[]): number | null => {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
};

export const loadAgain = async (job: BrowserJob, order: Order, first: Loading, clock: Clock): Promise<Loading[]> => {
  const all = [first];
  try {
    for (let visit = 2; visit <= 3; visit += 1) {
      const opened = await openPage(job, order, clock);
      if (!('tab' in opened)) break;
      await untilQuiet(opened, clock);
      // Without network a page is light.
      if (job.proxy.isFull()) break;
      all.push(await seeLoading(opened, clock));
      await opened.close();
    }
  } catch (error) {
    if (!(error instanceof Stuck)) throw error;
  }
  return all;
};

export const medians = (all: readonly Loading[]): Loading => {
  const of = (name: keyof Loading) => median(all.map((seen) => seen[name]));
  return {
    first_byte_ms: of('first_byte_ms'),
    first_paint_ms: of('first_paint_ms'),
    lcp_ms: of('lcp_ms'),
    cls: of('cls'),
    blocking_ms: of('blocking_ms'),
    loaded_ms: of('loaded_ms'),
    bytes: of('bytes') ?? 0,
  };
};
