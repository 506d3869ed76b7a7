import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { buildWidget } from '../../../lib/widget-build.ts';
import { loaderScript } from '../../../web/widget/config.ts';
import { launchChromium } from '../chromium.ts';
import { openPage, pictureTaken, pinElement, type Site, serveSite, writeAndSend } from '../site.ts';
import { type FakeService, startFakeService } from './fake-service.ts';

let browser: Browser;
let service: FakeService;
let site: Site;

beforeAll(async () => {
  service = await startFakeService();
  [browser, site] = await Promise.all([launchChromium(), serveSite(service)]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await site?.close();
  await service?.close();
});

test('under the strict policy a note with its picture goes from a pinned element to the service', async () => {
  const { page, complaints } = await openPage(browser, site, 'tailwind?campaign=secret');
  await pinElement(page, '[data-testid=buy-team]');
  await pictureTaken(page);
  expect(await writeAndSend(page, 'Say what Team costs')).toBe('Sent. Thank you!');
  const [note] = service.sent();
  expect(note?.body).toMatchObject({
    body: 'Say what Team costs',
    context: { anchor: { test_attributes: { 'data-testid': 'buy-team' } } },
  });
  expect(service.uploads.size).toBe(2);
  expect(complaints).toEqual([]);
  await page.context().close();
}, 60_000);

test('loader, core and capture chunk keep their budgets', async () => {
  const { loader, core, capture } = (await buildWidget()).weights;
  expect(loader.gzip).toBeLessThanOrEqual(2000);
  expect(core.gzip).toBeLessThanOrEqual(12_000);
  expect(capture.gzip).toBeLessThanOrEqual(10_000);
});

test('the configuration in front of the loader is text only, whatever stands in it', () => {
  const token = '</script><script>alert(1)//\u2028"\'\\';
  const script = loaderScript('run();', { token, base: 'https://b.test', core: 'c', capture: 'p' });
  expect(script).not.toMatch(/[<>\u2028]/);
  const page: { __sidenote_config?: { token: string } } = {};
  new Function('window', 'run', script)(page, () => {});
  expect(page.__sidenote_config?.token).toBe(token);
});
