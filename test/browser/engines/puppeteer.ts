import type { Browser, KeyInput, Page } from 'puppeteer-core';
import puppeteer from 'puppeteer-core';
import { chromiumOptions } from '../chromium.ts';
import { STEP_MS } from '../step-ms.ts';
import type { Engine, EngineOptions } from './engines.ts';
import { findIn, type Tab, VIEWPORT, type Where } from './tab.ts';

const tabOf = async (page: Page, { scale }: EngineOptions, close: () => Promise<void>): Promise<Tab> => {
  const resize = (width: number, height: number) => page.setViewport({ width, height, deviceScaleFactor: scale ?? 1 });
  page.setDefaultTimeout(STEP_MS);
  await resize(VIEWPORT.width, VIEWPORT.height);
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    // Its types know no function whose result may be a promise or not.
    evaluate: (run, ...args) => page.evaluate(run as (...all: unknown[]) => never, ...args),
    move: (x, y) => page.mouse.move(x, y),
    down: () => page.mouse.down(),
    up: () => page.mouse.up(),
    async press(keys) {
      const all = keys.split('+') as KeyInput[];
      const last = all.pop() ?? 'Enter';
      for (const key of all) await page.keyboard.down(key);
      await page.keyboard.press(last);
      for (const key of all.toReversed()) await page.keyboard.up(key);
    },
    type: (text) => page.keyboard.type(text),
    async upload(where: Where, file: string) {
      const input = (await page.evaluateHandle(findIn, where)).asElement();
      await (input as Awaited<ReturnType<Page['$']>> & { uploadFile(path: string): Promise<void> }).uploadFile(file);
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    paper: async () => Buffer.from(await page.pdf({ format: 'A4' })),
    resize,
    close,
  };
};

const engineOf = (browser: Browser, options: EngineOptions, prepare?: (page: Page) => Promise<void>): Engine => ({
  async open() {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await prepare?.(page);
    return tabOf(page, options, () => context.close());
  },
  close: () => browser.close(),
});

/** Over WebDriver BiDi. */
export const launchFirefox = async (executablePath: string, options: EngineOptions = {}): Promise<Engine> => {
  const extraPrefsFirefox = {
    'layout.css.prefers-color-scheme.content-override': options.dark ? 0 : 1,
    'intl.accept_languages': 'en-GB',
  };
  return engineOf(await puppeteer.launch({ browser: 'firefox', executablePath, extraPrefsFirefox }), options);
};

export const launchChrome = async (options: EngineOptions = {}): Promise<Engine> => {
  const value = options.dark ? 'dark' : 'light';
  return engineOf(await puppeteer.launch({ headless: 'shell', ...(await chromiumOptions()) }), options, (page) =>
    page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]),
  );
};
