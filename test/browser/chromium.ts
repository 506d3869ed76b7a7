import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../functions/browser/chromium.ts';

/** How to start the browser that the service starts, here without its guard. */
export const chromiumOptions = async () => {
  const found = await findChromium();
  if (!found) throw new Error('These tests need Google Chrome or Microsoft Edge.');
  const { channel, chromiumSandbox, args = [], ...options } = found;
  // Playwright turns the sandbox off by itself, Puppeteer does not.
  const argsFor = chromiumSandbox ? args : [...args, '--no-sandbox'];
  return { ...options, args: argsFor, ...(channel !== undefined && { channel: 'chrome' as const }) };
};

export const launchChromium = async (): Promise<Browser> => chromium.launch(await chromiumOptions());
