import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { addressHash } from '../../functions/kit/text/address.ts';
import { signThread } from '../../functions/threads/thread-url.ts';
import { newWorkspace, stage, type Workspace } from '../driver.ts';
import { png } from '../resolutions/images.ts';
import { upload } from '../resolutions/upload.ts';
import { mailsTo, minuteEnds, patch, read, reply, resolve, someone, threadPathIn } from '../threads/conversation.ts';
import { NOTE } from '../widget-api/visit.ts';
import { launchChromium } from './chromium.ts';
import { STEP_MS } from './step-ms.ts';

const PHONE = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true } as const;
const SHOTS = process.env.SCREENSHOTS;

let browser: Browser;
let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;

beforeAll(async () => {
  browser = await launchChromium();
  ws = await newWorkspace();
  site = await ws.site({ name: 'Harbour Coffee' });
});
afterAll(() => browser?.close());
beforeEach(() => {
  process.env.MAIL_GROUPING_SECONDS = '800';
});

const shoot = async (page: Page, name: string) => {
  if (!SHOTS) return;
  await mkdir(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true });
};

const opened = async (path: string, options: BrowserContextOptions, scene: (page: Page) => Promise<void>) => {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(STEP_MS);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())));
  try {
    await page.goto(stage().base_url + path);
    await scene(page);
    expect(faults).toEqual([]);
  } finally {
    await context.close();
  }
};

const newThread = async (locale = 'en', more: object = {}) => {
  const address = someone();
  const context = { ...NOTE.context, environment: { viewport: { width: 800, height: 600 }, locale } };
  const { id } = await ws.note(site, { ...more, email: address, name: 'Vera', context });
  return {
    id,
    address,
    path: `/api/threads/${signThread({ ws: ws.id, annotation: id }, addressHash(address))}`,
  };
};

test('a visitor opens the mail’s link on a phone, says not yet in their own words, and the note is open again', async () => {
  const { id, address } = await newThread();
  await reply(ws, id, 'Thanks, looking into it.', 'Ida');
  await resolve(ws, id, {
    explanation: 'The total now adds the **right** rows.\n\n- rounding\n- shipping',
    diff_url: 'https://git.example.com/shop/pull/7',
    before_key: await upload(ws.owner, id, 'before', png()),
    after_key: await upload(ws.owner, id, 'after', png()),
  });
  await patch(ws, id, { status: 'resolved', summary: 'The cart adds up again' });
  await minuteEnds(ws.id, id);
  const [mail] = await mailsTo(address, 1);
  if (!mail) throw new Error('No mail came.');
  await opened(`${threadPathIn(mail)}?fixed=no`, PHONE, async (page) => {
    await shoot(page, 'thread-phone');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    expect(
      await page.locator('img').evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth)),
    ).toBe(true);
    await page.getByLabel('What’s still wrong?').fill('It is still wrong in Safari.');
    await page.getByRole('button', { name: 'Not yet, reopen my note' }).click();
    await page.getByText('The note is open again.').waitFor();
    await page.getByText('It is still wrong in Safari.').waitFor();
    await shoot(page, 'thread-phone-reopened');
  });
  expect(await read(ws, id)).toMatchObject({ status: 'pending', confirmation: { fixed: false } });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [name, viewport] of [
      ['phone', { width: 375, height: 700 }],
      ['desktop', { width: 900, height: 800 }],
    ] as const) {
      const context = await browser.newContext({ colorScheme, viewport });
      const page = await context.newPage();
      await page.setContent(mail.html);
      await shoot(page, `mail-${name}-${colorScheme}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
      await context.close();
    }
  }
});

test('a German visitor answers a question in the dark, and says later that it is fixed', async () => {
  const { id, path, address } = await newThread('de');
  await reply(ws, id, 'Welchen Browser benutzen Sie?', 'Ida');
  await patch(ws, id, { status: 'blocked', summary: 'Browser unbekannt' });
  await minuteEnds(ws.id, id);
  expect((await mailsTo(address, 1))[0]?.text).toContain('Wir brauchen eine Antwort von Ihnen');
  const look = { colorScheme: 'dark', viewport: { width: 1200, height: 900 } } as const;
  await opened(path, look, async (page) => {
    await shoot(page, 'thread-de-dark');
  });
  await opened(path, look, async (page) => {
    await page.getByLabel('Ihre Antwort').fill('Firefox');
    await page.getByRole('button', { name: 'Senden' }).click();
    await page.getByText('Gesendet.').waitFor();
  });
  expect(await read(ws, id)).toMatchObject({ status: 'pending' });
  await patch(ws, id, { status: 'resolved' });
  await opened(path, { viewport: { width: 1200, height: 900 } }, async (page) => {
    await page.getByRole('button', { name: 'Ja, behoben' }).click();
    await page.getByText('Sie haben bestätigt').waitFor();
    await shoot(page, 'thread-de-confirmed');
  });
  expect(await read(ws, id)).toMatchObject({ status: 'resolved', confirmation: { fixed: true } });
});
