import { expect, test } from '@jest/globals';
import { call, newWorkspace } from '../../driver.ts';
import { signInByHand, withBrowser } from './stand.ts';

const { visit } = withBrowser();

test(
  'an open page shows what others do to its notes, reads only the feed while nothing happens, and rests while hidden',
  () =>
    visit(async (dashboard) => {
      const { page, open } = dashboard;
      const ws = await newWorkspace();
      const site = await ws.site();
      const note = await ws.note(site, { body: 'The total is wrong.' });
      await open(`/inbox?site=${site.id}`);
      await signInByHand(dashboard, ws.owner.email);
      await page.getByText('The total is wrong.').waitFor();
      const feed = () => page.waitForResponse((response) => response.url().includes('/api/widget/changes'));
      // The second answer reads once more what was listed before the first; by the third, that is over.
      for (let answers = 0; answers < 3; answers += 1) await feed();

      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/api/')) asked.push(pathname);
      });
      await feed();
      expect(asked).toEqual(['/api/widget/changes']);

      await ws.note(site, { body: 'The logo is blurred.' });
      await page
        .getByText(/The logo is blurred|1 new/)
        .first()
        .waitFor();
      await open(`/inbox/${note.id}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await call('POST', `/api/v1/annotations/${note.id}/replies`, { as: ws.owner, body: { body: 'Which browser?' } });
      await page.getByText('Which browser?').waitFor();

      await page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
        document.dispatchEvent(new Event('visibilitychange'));
      });
      asked.length = 0;
      await page.waitForTimeout(12_000);
      expect(asked).toEqual([]);
    }),
  120_000,
);
