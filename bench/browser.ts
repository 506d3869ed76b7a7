import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { BROWSER_FILES, findChromium } from '../functions/browser/chromium.ts';
import { partsOf } from '../functions/verification/parts.ts';
import { bundleLambda, RENDERER_ENTRY, writeBundle } from '../lib/build/bundling.ts';
import { median, type Section } from './figures.ts';
import { completedReview, type StageDescription, send, startStage } from './local-stage.ts';

const ROUNDS = 5;

/** One visit in a new process by the deployed bundle, as a cold Lambda makes it; the loading of modules counts. */
const VISIT = `
const began = performance.now();
const { handler } = require(process.env.BUNDLE);
const order = { url: process.env.PAGE, view: { width: 1440, height: 900, is_phone: false }, wants: { html: true, measurements: true } };
const see = async (from) => {
  const seen = await handler(order);
  if (!seen.ok) throw new Error(seen.said.text);
  return performance.now() - from;
};
(async () => {
  const cold = await see(began);
  const warm = await see(performance.now());
  console.log(JSON.stringify({ cold, warm }));
})();`;

const coldAndWarm = async (stage: StageDescription, bundle: string): Promise<{ cold: number; warm: number }> => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-bench-browser-'));
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', VISIT], {
      env: {
        PATH: process.env.PATH,
        BUNDLE: bundle,
        TMPDIR: folder,
        RENDER_ALLOW: new URL(stage.base_url).host,
        PAGE: `${stage.base_url}/demo`,
      },
    });
    // The function logs, too.
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const reviewMs = async (stage: StageDescription): Promise<number> => {
  const began = performance.now();
  await completedReview(stage, { title: 'Demo', input_type: 'site', url: `${stage.base_url}/demo` });
  return performance.now() - began;
};

const VIEWPORT = { width: 1280, height: 800 };
const BUTTON = '[data-testid="add-to-basket"]';

/** The demo page's button, as the widget captures it. */
const captureButton = async (stage: StageDescription) => {
  const found = await findChromium();
  if (!found) throw new Error('No browser is installed.');
  const browser = await chromium.launch(found);
  try {
    const page = await browser.newPage({ viewport: VIEWPORT });
    await page.goto(`${stage.base_url}/demo`);
    const button = page.locator(BUTTON);
    await button.scrollIntoViewIfNeeded();
    const scroll = await page.evaluate(() => ({ x: scrollX, y: scrollY }));
    const shown = await button.boundingBox();
    if (!shown) throw new Error('The demo page shows no button.');
    const context = {
      page: { url: `${stage.base_url}/demo` },
      anchor: {
        kind: 'element' as const,
        selector: BUTTON,
        tag: 'button',
        role: 'button',
        name: 'Add to basket',
        text: 'Add to basket',
        box: { ...shown, y: shown.y + scroll.y },
      },
      environment: { viewport: VIEWPORT, scroll, pixel_ratio: 1 },
    };
    const clip = partsOf(context)?.part;
    if (!clip) throw new Error('The button has no part of a picture.');
    return { context, picture: await page.screenshot({ clip }) };
  } finally {
    await browser.close();
  }
};

interface Upload {
  key: string;
  url: string;
  headers: Record<string, string>;
}

/** From asking until the note has its result. A note is looked at once an hour, so each is new. */
const verificationMs = async (
  stage: StageDescription,
  { context, picture }: Awaited<ReturnType<typeof captureButton>>,
): Promise<number> => {
  const asked = { kind: 'screenshot', content_type: 'image/png', size: picture.length };
  const upload = await send<Upload>(stage, 'POST', '/api/widget/uploads', asked, stage.widget_token);
  const stored = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: new Uint8Array(picture) });
  if (!stored.ok) throw new Error(`The picture was refused: ${stored.status}.`);
  const note = { body: 'Too small.', context, screenshot_key: upload.key };
  const { id } = await send<{ id: string }>(stage, 'POST', '/api/widget/annotations', note, stage.widget_token);
  const path = `/api/v1/annotations/${id}`;
  const began = performance.now();
  await send(stage, 'POST', `${path}/verify`);
  for (;;) {
    const { verification } = await send<{ verification: { state: string } | null }>(stage, 'GET', path);
    if (verification && verification.state !== 'checking') {
      if (verification.state !== 'unchanged')
        throw new Error(`The unchanged button is ${JSON.stringify(verification)}.`);
      return performance.now() - began;
    }
    await wait(100);
  }
};

const times = async (measure: () => Promise<number>): Promise<number[]> => {
  const all: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) all.push(await measure());
  return all;
};

const row = (all: readonly number[], aim: string) => ({
  's, median': (median(all) / 1000).toFixed(1),
  's, each': all.map((ms) => (ms / 1000).toFixed(1)).join(' '),
  aim,
});

/** Seconds on this machine: they are printed, and kept nowhere. */
export const measureBrowser = async (): Promise<Section> => {
  const { stage, stop } = await startStage();
  try {
    await reviewMs(stage);
    const reviews = await times(() => reviewMs(stage));
    const button = await captureButton(stage);
    const verifications = await times(() => verificationMs(stage, button));
    const cold: number[] = [];
    const warm: number[] = [];
    const bundle = writeBundle(await bundleLambda(RENDERER_ENTRY), BROWSER_FILES);
    for (let round = 0; round < ROUNDS; round += 1) {
      const one = await coldAndWarm(stage, bundle);
      cold.push(one.cold);
      warm.push(one.warm);
    }
    return {
      title: `The browser: medians of ${ROUNDS} on this machine`,
      columns: ['s, median', 's, each', 'aim'],
      rows: new Map([
        ['the demo page, from request to report', row(reviews, '8 s on two cores')],
        ['a verification, from request to result', row(verifications, '6 s')],
        ['one visit, warm', row(warm, '')],
        ['one visit, cold: modules loaded, browser unpacked', row(cold, 'at most 2.5 s longer than warm')],
      ]),
    };
  } finally {
    await stop();
  }
};
