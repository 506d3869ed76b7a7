import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchChromium } from '../test/browser/chromium.ts';
import { interactionMs } from './bundle-budgets.ts';
import { quantile, type Section, timed } from './figures.ts';
import { type StageDescription, send, sendNote, startStage } from './local-stage.ts';

const ROUNDS = 3;
/** The page sorts 1,000 at most, and a note whose answer was lost is sent twice. */
const NOTES = 995;
const AT_ONCE = 5;
/** The service's limit for a credential is 600. */
const PER_MINUTE = 500;
const HOUR_MS = 3_600_000;
const CPU_SLOWDOWN = 4;
/** A frame: the shortest that browsers report. */
const SHORTEST_MS = 16;
const SETTLE_MS = 300;

/** Before lists were virtual and drags native (the drag with 51 cards). */
const BEFORE = { 'j, k': '40', open: '128', type: '32', filter: '', drag: '1064' } as const;
type Action = keyof typeof BEFORE;

/** A busy store refuses some of that many. */
const note = async (stage: StageDescription, text: string, tries = 10): Promise<unknown> => {
  try {
    return await sendNote(stage, text);
  } catch (error) {
    if (tries === 0) throw error;
    await wait(SETTLE_MS);
    return note(stage, text, tries - 1);
  }
};

const seed = async (stage: StageDescription) => {
  for (let sent = 0; sent < NOTES; sent += AT_ONCE) {
    if (sent % PER_MINUTE === 0) await send(stage, 'POST', '/__local/clock', { advance_ms: 61_000 });
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => note(stage, `Note ${sent + index}: too small.`)));
  }
};

/** Runs in the page before its own scripts. */
const watch = (shortest: number) => {
  const durations: number[] = [];
  Object.assign(window, { durations });
  const record = (list: PerformanceObserverEntryList) => {
    durations.push(...list.getEntries().map(({ duration }) => duration));
  };
  const options = { type: 'event', durationThreshold: shortest };
  new PerformanceObserver(record).observe(options);
};

/** Durations of the events of one action, from input to the next paint. */
const durationsOf = async (page: Page, act: () => Promise<unknown>): Promise<number[]> => {
  const take = () =>
    page.evaluate(async (ms) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return (window as unknown as { durations: number[] }).durations.splice(0);
    }, SETTLE_MS);
  await take();
  await act();
  return take();
};

/** Rows have no size of the list before its end is read. */
const WHOLE = '[data-note]:not([aria-setsize="-1"])';

const rowWith = (page: Page, position: number) => page.locator(`[data-note][aria-posinset="${position}"]`);

const press = async (page: Page, key: string, times: number) => {
  for (let at = 0; at < times; at += 1) await page.keyboard.press(key, { delay: 30 });
};

const openAndReturn = async (page: Page) => {
  await page.keyboard.press('Enter');
  await page.locator('article, .note-page, h1').first().waitFor();
  await page.waitForURL(/inbox\/\w+/);
  await page.goBack();
  // The list is where it was left.
  await page.locator('[data-note]').first().waitFor();
  await page.keyboard.press('j');
};

const dragTo = async (page: Page, card: Locator, target: Locator) => {
  const [from, to] = await Promise.all([card.boundingBox(), target.boundingBox()]);
  if (!from || !to) throw new Error('The board shows no card.');
  await page.mouse.move(from.x + 60, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 90, from.y + 40, { steps: 3 });
  await page.mouse.move(to.x + 80, to.y + 120, { steps: 10 });
  await page.mouse.up();
};

/** Each action's durations, on one page. */
const perform = async (page: Page, origin: string): Promise<Record<Action, number[]>> => {
  // An order of the page's own reads all notes.
  await page.goto(`${origin}/dashboard/inbox?sort=updated`);
  await page.locator(WHOLE).first().waitFor();
  const moved = await durationsOf(page, async () => {
    await press(page, 'j', 40);
    await press(page, 'k', 20);
  });
  const opened: number[] = [];
  for (let at = 0; at < 5; at += 1) opened.push(...(await durationsOf(page, () => openAndReturn(page))));
  await page.goto(`${origin}/dashboard/inbox?sort=updated`);
  await page.locator(WHOLE).first().waitFor();
  const tabs = page.locator('.filters .statuses a');
  const filtered = await durationsOf(page, async () => {
    for (const at of [1, 0, 2, 0, 1, 0]) {
      await tabs.nth(at).click();
      await page.waitForTimeout(SETTLE_MS);
    }
  });
  await rowWith(page, 1).waitFor();
  await page.getByRole('searchbox').click();
  const typed = await durationsOf(page, () => page.keyboard.type('note 77', { delay: 80 }));
  await page.goto(`${origin}/dashboard/inbox?view=board`);
  const columns = page.locator('.column');
  await columns.first().locator('[data-note]').first().waitFor();
  const dragged: number[] = [];
  for (let at = 0; at < 5; at += 1) {
    const card = columns.first().locator('[data-note]').first();
    const id = await card.getAttribute('data-note');
    dragged.push(
      ...(await durationsOf(page, async () => {
        await dragTo(page, card, columns.nth(1));
        await columns.nth(1).locator(`[data-note="${id}"]`).waitFor();
      })),
    );
  }
  return { 'j, k': moved, open: opened, type: typed, filter: filtered, drag: dragged };
};

const visit = async (browser: Browser, stage: StageDescription) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const session = JSON.stringify({ id_token: stage.owner_id_token, expires_at: Date.now() + HOUR_MS });
    await page.addInitScript((kept) => sessionStorage.setItem('sidenote.session', kept), session);
    await page.addInitScript(watch, SHORTEST_MS);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    page.setDefaultTimeout(120_000);
    return await perform(page, stage.base_url);
  } finally {
    await context.close();
  }
};

/** How long an inbox of 1,000 notes takes to answer a key or the pointer, on a slowed processor. */
export const measureInteraction = async (): Promise<Section> => {
  const [{ stage, stop }, browser] = await Promise.all([startStage(), launchChromium()]);
  try {
    await seed(stage);
    const rounds: Record<Action, number[]>[] = [];
    // The first visit builds missing files and warms up the browser.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const durations = await visit(browser, stage);
      if (round > 0) rounds.push(durations);
    }
    const actions = Object.keys(BEFORE) as Action[];
    return {
      title: `Interaction with ${NOTES} notes, processor slowed ${CPU_SLOWDOWN}×: durations of events, medians of ${ROUNDS} rounds`,
      columns: ['before: slowest ms', 'p95 ms'],
      rows: new Map(
        actions.map((action) => [
          action,
          {
            'before: slowest ms': BEFORE[action],
            'p95 ms': timed(
              rounds.map((round) => quantile([SHORTEST_MS, ...round[action]], 0.95)),
              interactionMs,
            ),
          },
        ]),
      ),
    };
  } finally {
    await browser.close();
    await stop();
  }
};
