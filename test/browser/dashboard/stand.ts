import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { newId } from '../../../functions/kit/ids.ts';
import { stage } from '../../driver.ts';
import { launchChromium } from '../chromium.ts';
import { STEP_MS } from '../step-ms.ts';

const root = join(import.meta.dirname, '../../..');
const base = () => stage().base_url;

export const freshAddress = () => `dash-${newId().toLowerCase()}@example.com`;

export interface Dashboard {
  page: Page;
  /** The browser's complaints: violations of the policy, errors, failed requests. Stays empty. */
  complaints: string[];
  open: (path: string) => Promise<void>;
  close: () => Promise<void>;
}

/** A browser of one person, on the dashboard of the shared stage. */
export const openDashboard = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Dashboard> => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: base() });
  const page = await context.newPage();
  page.setDefaultTimeout(STEP_MS);
  const complaints: string[] = [];
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`CSP ${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return {
    page,
    complaints,
    open: async (path) => {
      await page.goto(`${base()}/dashboard${path}`);
    },
    close: () => context.close(),
  };
};

/** Through the issuer's own page, as a person does it. */
export const signInByHand = async ({ page }: Dashboard, email: string, { admin = false } = {}): Promise<void> => {
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/admins/).setChecked(admin);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: /Main|Hauptnavigation/ }).waitFor();
};

/**
 * The first request of that pattern is refused, the others go through. The route stays: one that ends itself (`times`) lets
 * the browser forget a second request that is on its way at that moment.
 */
export const refuseOnce = async (page: Page, pattern: string, status: number, detail: string, code?: string) => {
  let isRefused = false;
  await page.route(pattern, async (route) => {
    if (isRefused) return route.fallback();
    isRefused = true;
    await route.fulfill({ status, json: { detail, code } });
  });
};

/** Holds requests of that pattern back until the function that it returns is called. */
export const hold = async (page: Page, pattern: string): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
};

/** Drops a file as a person does: the browser itself brings it, from a folder. */
export const dropper = async (page: Page) => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-drop-'));
  const devtools = await page.context().newCDPSession(page);
  return async (name: string, content: string, onto = '.drop-zone') => {
    const file = join(folder, name);
    await writeFile(file, content);
    const place = page.locator(onto);
    await place.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0, height = 0 } = (await place.boundingBox()) ?? {};
    const data = { items: [], files: [file], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devtools.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height / 2, data });
  };
};

/** Returns to the tab after a minute. `page.clock` must be installed. */
export const refocus = async (page: Page): Promise<void> => {
  await page.clock.fastForward(61_000);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
};

interface Finding {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

let axe: Promise<string> | undefined;

/** Targets of 24 pixels are of WCAG 2.2; that landmarks differ by name cannot hold where two personas are called the same. */
const RULES = { 'target-size': { enabled: true }, 'landmark-unique': { enabled: false } };

/** It does not describe what passes, which takes as long as all rules. */
const REPORT = { resultTypes: ['violations'] };

/** Runs axe on what is shown; nothing may be found. The page's policy lets no script in but through the debugger. */
export const expectAccessible = async (page: Page, options: object = { rules: RULES }): Promise<void> => {
  axe ??= readFile(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axe);
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify({ ...options, ...REPORT })})`)) as {
    violations: Finding[];
  };
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)}`),
  ).toEqual([]);
};

export const THEMES = ['light', 'dark'] as const;

/** As the menu would, without opening it. */
export const setTheme = (page: Page, theme: (typeof THEMES)[number]): Promise<void> =>
  page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen;
  }, theme);

/** If SCREENSHOTS names a folder, pictures of both themes and both widths are kept there, to be looked at. */
export const keepPictures = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  const before = page.viewportSize();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    for (const theme of THEMES) {
      await setTheme(page, theme);
      await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`) });
    }
  }
  if (before) await page.setViewportSize(before);
  await setTheme(page, 'light');
};

/** At 400% a window of 1280 pixels is 320 wide: the page is read without scrolling it sideways. */
const expectReflow = async (page: Page): Promise<void> => {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const outside = await page.evaluate(() =>
    document.documentElement.scrollWidth <= innerWidth
      ? []
      : [...document.body.querySelectorAll('*')]
          .filter((one) => one.getBoundingClientRect().right > innerWidth)
          .map(({ outerHTML }) => outerHTML.slice(0, 100)),
  );
  if (before) await page.setViewportSize(before);
  // The board changes its lists with the width, and the focus would go with the old ones.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(outside).toEqual([]);
};

/** The controls that are hidden behind something while they have the focus. */
export const coveredControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'main :is(a[href], button, input, select, textarea, summary)',
    );
    const isCovered = (one: HTMLElement) => {
      one.focus();
      const { left, top, width, height } = one.getBoundingClientRect();
      const front = document.elementFromPoint(left + width / 2, top + height / 2);
      return !front || !(one.contains(front) || front.contains(one));
    };
    return [...controls].filter((one) => one.checkVisibility() && isCovered(one)).map(({ outerHTML }) => outerHTML);
  });

/** The element that has the focus, as its tag. */
export const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.tagName.toLowerCase());

/** Keeps pictures, runs axe in both themes, and asks for a page that fits a narrow window. */
export const lookAt = async (page: Page, name: string): Promise<void> => {
  await keepPictures(page, name);
  await setTheme(page, 'dark');
  // A theme is colors: the other rules find the same in either.
  await expectAccessible(page, { runOnly: ['color-contrast', 'link-in-text-block'] });
  await setTheme(page, 'light');
  await expectAccessible(page);
  await expectReflow(page);
};

/** One person's visit in a separate browser; at its end the browser must have reported nothing. */
const visit = async (
  browser: Browser,
  scene: (dashboard: Dashboard) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> => {
  const dashboard = await openDashboard(browser, options);
  try {
    await scene(dashboard);
    expect(dashboard.complaints).toEqual([]);
  } finally {
    await dashboard.close();
  }
};

/** For a file of tests: one browser from its first to its last, and a dashboard that has been built. */
export const withBrowser = () => {
  let launched: Browser | undefined;
  const browser = (): Browser => {
    if (!launched) throw new Error('There is a browser from the first test on.');
    return launched;
  };
  beforeAll(async () => {
    // The first request builds what is not built yet.
    [launched] = await Promise.all([launchChromium(), fetch(`${base()}/dashboard/`)]);
  }, 120_000);
  afterAll(() => launched?.close());
  return {
    browser,
    openDashboard: (options?: BrowserContextOptions) => openDashboard(browser(), options),
    visit: (scene: (dashboard: Dashboard) => Promise<void>, options?: BrowserContextOptions) =>
      visit(browser(), scene, options),
  };
};
