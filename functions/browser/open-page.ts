import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import type * as z from 'zod';
import { said } from '../codes/said.ts';
import type { Clock } from './clock.ts';
import { readChanges, watchTimings } from './in-page/timings.ts';
import type { BrowserJob } from './job.ts';
import type { RenderOrder } from './order.ts';
import { type NotRendered, type RENDER_LIMITS, refused } from './rendered.ts';
import { PageFault, Stuck, Tab } from './tab.ts';
import { TrafficLog } from './traffic.ts';

export type Order = z.output<typeof RenderOrder>;
type Limit = (typeof RENDER_LIMITS)[number];

const MAX_REQUESTS = 1500;
const OPEN_MS = 20_000;
const LOAD_MS = 12_000;
const QUIET_MS = 5000;
/** Banners often come a moment after a page has loaded, and shift it. */
const STILL_MS = 800;
const ASK_MS = 4000;

export const UNREACHABLE = refused('unreachable', said('page_unreachable'));
export const REFUSED_TYPE = refused('refused_type', said('not_a_page'));

const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)';
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)';

const contextFor = (browser: Browser, { view }: Order): BrowserContextOptions => ({
  viewport: { width: view.width, height: view.height },
  deviceScaleFactor: view.pixel_ratio,
  isMobile: view.is_phone,
  hasTouch: view.is_phone,
  colorScheme: view.color_scheme,
  reducedMotion: 'reduce',
  ...(view.locale !== undefined && { locale: view.locale }),
  userAgent: [
    view.is_phone ? PHONE : DESKTOP,
    `Chrome/${browser.version()}`,
    ...(view.is_phone ? ['Mobile'] : []),
    'Safari/537.36 Sidenote/0.1 (+review)',
  ].join(' '),
  acceptDownloads: false,
  serviceWorkers: 'block',
});

/** By the session that takes pictures: a picture larger than the window ends another session's emulation. */
const emulate = async ({ session }: Tab, { view }: Order): Promise<void> => {
  const { width, height, pixel_ratio: deviceScaleFactor, is_phone: mobile } = view;
  const screenOrientation = { type: width < height ? 'portraitPrimary' : 'landscapePrimary', angle: 0 } as const;
  await session.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor,
    mobile,
    screenOrientation,
  });
};

export interface Opened {
  tab: Tab;
  log: TrafficLog;
  limits: Set<Limit>;
  close: () => Promise<void>;
}

/** A page that never stops running scripts is interrupted once; so is a question that takes too long itself. */
export const askPatiently = async <T>(
  { tab }: Opened,
  clock: Clock,
  ask: (ms: number) => Promise<T>,
  { isLong = false } = {},
): Promise<T> => {
  try {
    return await ask(clock.left(ASK_MS));
  } catch (error) {
    // A page that has just left for another one is asked again, too.
    if (error instanceof Stuck) {
      const ms = clock.left(1000);
      await tab.within(tab.session.send('Runtime.terminateExecution'), ms).catch(() => undefined);
      if (isLong) throw error;
    } else if (!(error instanceof PageFault)) throw error;
    return ask(clock.left(ASK_MS));
  }
};

export const untilQuiet = async (opened: Opened, clock: Clock): Promise<void> => {
  const { tab, log, limits } = opened;
  const until = performance.now() + QUIET_MS;
  let changes = -1;
  let since = performance.now();
  while (performance.now() < until) {
    const seen = await askPatiently(opened, clock, (ms) => tab.ask(readChanges, undefined, ms));
    const now = performance.now();
    if (seen !== changes || !log.isQuiet()) since = now;
    changes = seen;
    if (now - since >= STILL_MS) return;
    await wait(80);
  }
  limits.add('time');
};

export const openPage = async ({ browser }: BrowserJob, order: Order, clock: Clock): Promise<Opened | NotRendered> => {
  const context = await browser.newContext(contextFor(browser, order));
  const tab = await Tab.open(context);
  await emulate(tab, order);
  const limits = new Set<Limit>();
  const { frameTree } = await tab.session.send('Page.getFrameTree');
  const log = new TrafficLog(tab.session, {
    mainFrame: frameTree.frame.id,
    maxRequests: MAX_REQUESTS,
    onFull: () => {
      limits.add('requests');
      tab.session.send('Network.setBlockedURLs', { urls: ['*'] }).catch(() => undefined);
    },
  });
  const opened = { tab, log, limits, close: () => context.close().catch(() => undefined) };
  const loaded = tab.once('Page.loadEventFired');
  await tab.watch(watchTimings);
  let navigated: { errorText?: string; isDownload?: boolean };
  try {
    const ms = clock.left(OPEN_MS);
    navigated = await tab.within(tab.session.send('Page.navigate', { url: order.url }), ms);
  } catch (error) {
    if (error instanceof Stuck) return UNREACHABLE;
    throw error;
  }
  if (navigated.isDownload) return REFUSED_TYPE;
  if (navigated.errorText !== undefined && log.answer.status === undefined) return UNREACHABLE;
  await Promise.race([loaded, wait(clock.left(LOAD_MS)).then(() => limits.add('time'))]);
  return opened;
};
