import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Browser, CDPSession, Page } from 'playwright-core';

/** Metrics of one page load. Times are in seconds. */
export interface PageLoad {
  lcp: number;
  /** The end of the last task above 50 ms, or the first contentful paint if that is later. */
  interactive: number;
  tbt: number;
  cls: number;
  /** Compressed bytes of all JavaScript loaded until the page was at rest, inline scripts included. */
  scripts: number;
  requests: number;
  /** The element of the largest contentful paint, for debugging. */
  largest: string;
  /** The whole document at rest, without its scripts. */
  still: string;
}

interface Watched {
  paints: number[];
  largest: { at: number; what: string }[];
  tasks: { at: number; ms: number }[];
  shifts: { at: number; value: number }[];
}

/** A mid-range phone, as in Lighthouse. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
} as const;
const CPU_SLOWDOWN = 4;
/** Lighthouse's slow 4G: 150 ms for each request, 1,638.4 kbit/s down and 750 up. Connection setup is not included. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 } as const;
/** Nothing starts later by itself except polling. All requests may finish well before a slow processor has rendered. */
const REST_MS = 1500;
const PATIENCE_MS = 30_000;

/** Runs in the page before its own scripts. */
const watch = () => {
  const seen: Watched = { paints: [], largest: [], tasks: [], shifts: [] };
  Object.assign(window, { seen });
  const observe = (type: string, each: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.paints.push(entry.startTime);
  });
  observe('largest-contentful-paint', (entry) => {
    const { element } = entry as PerformanceEntry & { element?: Element };
    seen.largest.push({ at: entry.startTime, what: `${element?.tagName} ${element?.textContent?.slice(0, 40)}` });
  });
  observe('longtask', (entry) => seen.tasks.push({ at: entry.startTime, ms: entry.duration }));
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.shifts.push({ at: entry.startTime, value });
  });
};

const LONG_MS = 50;
const GAP_MS = 1000;
const WINDOW_MS = 5000;

/**
 * Total Blocking Time: the time above 50 ms of each task, from the first contentful paint to rest
 * (https://web.dev/articles/tbt).
 */
export const blockingTime = (tasks: Watched['tasks'], from: number): number =>
  tasks.reduce((sum, { at, ms }) => {
    const end = at + ms;
    return sum + Math.max(0, end - Math.max(at, from) - LONG_MS);
  }, 0);

/**
 * Cumulative Layout Shift: the worst window of shifts, 1 s apart at most and 5 s long at most
 * (https://web.dev/articles/cls).
 */
export const layoutShift = (shifts: Watched['shifts']): number => {
  let [worst, sum, began, before] = [0, 0, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { at, value } of shifts) {
    const isNew = at - before > GAP_MS || at - began > WINDOW_MS;
    if (isNew) [sum, began] = [0, at];
    sum += value;
    before = at;
    worst = Math.max(worst, sum);
  }
  return worst;
};

/**
 * Time to Interactive: the page has content, and no long task follows
 * (https://developer.chrome.com/docs/lighthouse/performance/interactive; here until the page is at rest).
 */
export const interactiveAt = (tasks: Watched['tasks'], from: number): number =>
  Math.max(from, ...tasks.map(({ at, ms }) => at + ms));

/** Returns a function that waits until no request has been pending for a while. */
const watchRequests = (devtools: CDPSession) => {
  const underWay = new Set<string>();
  let lastAt = performance.now();
  devtools.on('Network.requestWillBeSent', ({ requestId }) => {
    underWay.add(requestId);
  });
  const ended = ({ requestId }: { requestId: string }) => {
    underWay.delete(requestId);
    lastAt = performance.now();
  };
  devtools.on('Network.loadingFinished', ended);
  devtools.on('Network.loadingFailed', ended);
  return async (): Promise<void> => {
    const began = performance.now();
    while (underWay.size > 0 || performance.now() - lastAt < REST_MS) {
      if (performance.now() - began > PATIENCE_MS) throw new Error('The page does not come to rest.');
      await wait(50);
    }
  };
};

/** Runs in the page at its end. */
const collect = () => {
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const scripts = resources.filter(({ name }) => new URL(name).pathname.endsWith('.js'));
  return {
    seen: (window as unknown as { seen: Watched }).seen,
    files: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    inline: Array.from(document.scripts, ({ text }) => text).join(''),
    requests: resources.length + 1,
  };
};

/** Mounts the rows that a list leaves out, as for paper, and returns the document without its scripts. */
const stillOf = async (page: Page): Promise<string> =>
  page.evaluate(() => {
    window.dispatchEvent(new Event('beforeprint'));
    const still = document.documentElement.cloneNode(true) as HTMLElement;
    for (const one of still.querySelectorAll('script, link:not([rel=stylesheet], [rel=icon])')) one.remove();
    return `<!doctype html>${still.outerHTML}`;
  });

/** One load on a throttled phone with an empty cache. `session` is the signed-in session, if any. */
export const loadPage = async (browser: Browser, url: string, session?: string): Promise<PageLoad> => {
  const context = await browser.newContext({ ...PHONE, ignoreHTTPSErrors: true });
  try {
    const page = await context.newPage();
    await page.addInitScript(watch);
    if (session) await page.addInitScript((kept) => sessionStorage.setItem('sidenote.session', kept), session);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const atRest = watchRequests(devtools);
    const answer = await page.goto(url, { waitUntil: 'commit' });
    if (!answer?.ok()) throw new Error(`${url} answered ${answer?.status()}.`);
    await atRest();
    const { seen, files, inline, requests } = await page.evaluate(collect);
    const last = seen.largest.at(-1);
    if (!last) throw new Error(`${url} painted nothing.`);
    const [paint = 0] = seen.paints;
    return {
      lcp: last.at / 1000,
      interactive: interactiveAt(seen.tasks, paint) / 1000,
      tbt: blockingTime(seen.tasks, paint) / 1000,
      cls: layoutShift(seen.shifts),
      largest: last.what,
      scripts: files + (inline ? gzipSync(inline).length : 0),
      requests,
      still: await stillOf(page),
    };
  } finally {
    await context.close();
  }
};
