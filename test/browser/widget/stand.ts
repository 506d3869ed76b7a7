import { afterAll, beforeAll } from '@jest/globals';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { launchChromium } from '../chromium.ts';
import { type Opened, openPage, type Site, serveSite } from '../site.ts';
import { type FakeService, startFakeService } from './fake-service.ts';

/** One browser, one fake service and one site for the tests of a file. */
export const stand = () => {
  let browser: Browser;
  let site: Site;
  let service: FakeService;
  beforeAll(async () => {
    service = await startFakeService();
    [browser, site] = await Promise.all([launchChromium(), serveSite(service)]);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await service?.close();
  });
  return {
    get service() {
      return service;
    },
    get site() {
      return site;
    },
    /** Runs a scene on a freshly opened page, and always closes it. */
    async on(name: string, scene: (opened: Opened) => Promise<void>, options?: BrowserContextOptions): Promise<void> {
      service.calls.length = 0;
      service.notes.length = 0;
      service.news_at = null;
      service.uploads.clear();
      const opened = await openPage(browser, site, name, options);
      try {
        await scene(opened);
      } finally {
        await opened.page.context().close();
      }
    },
  };
};
