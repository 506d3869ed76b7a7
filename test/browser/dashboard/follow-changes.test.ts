import { expect, test } from '@jest/globals';
import { call, newWorkspace } from '../../driver.ts';
import { signInByHand, withBrowser } from './stand.ts';

const { visit } = withBrowser();

/** A page looks at the feed this often. */
const FOLLOW_MS = 10_000;

test('an open page shows what others do to its notes, reads only the feed while nothing happens, and rests while hidden', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    const ws = await newWorkspace();
    const site = await ws.site();
    await page.clock.install();
    const note = await ws.note(site, { body: 'The total is wrong.' });
    const answer = (path: string) => page.waitForResponse((response) => response.url().includes(path));
    /** The bell asks once when the page is at rest, and then every minute. */
    const bell = answer('/notifications/unread');
    await open(`/inbox?site=${site.id}`);
    await signInByHand(dashboard, ws.owner.email);
    await bell;
    await page.getByText('The total is wrong.').waitFor();
    /** The next answer of the feed, without the seconds until the page asks. */
    const feed = async () => {
      const answered = answer('/api/widget/changes');
      await page.clock.fastForward(FOLLOW_MS);
      await (await answered).finished();
      await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
    };
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
    await feed();
    await page
      .getByText(/The logo is blurred|1 new/)
      .first()
      .waitFor();
    const bellOfNote = answer('/notifications/unread');
    await open(`/inbox/${note.id}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await call('POST', `/api/v1/annotations/${note.id}/replies`, { as: ws.owner, body: { body: 'Which browser?' } });
    // The first answer may belong to a request from before the reply.
    for (let answers = 0; answers < 2; answers += 1) await feed();
    await page.getByText('Which browser?').waitFor();
    await bellOfNote;

    const turn = (state: 'hidden' | 'visible') =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await turn('hidden');
    asked.length = 0;
    await page.clock.runFor(6 * FOLLOW_MS);
    expect(asked).toEqual([]);
    await turn('visible');
    await feed();
  }));
