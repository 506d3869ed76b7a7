import { beforeAll, describe, expect, test } from '@jest/globals';
import type { RenderOrder } from '../../functions/browser/order.ts';
import type { PageSeen, RenderSettings, renderPage } from '../../functions/browser/render-page.ts';
import { BUSY, type NotRendered, type RenderedPage, refused } from '../../functions/browser/rendered.ts';
import { said } from '../../functions/codes/said.ts';
import { now } from '../../functions/kit/clock.ts';
import { openStorage } from '../../functions/kit/files/storage.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { openTable } from '../../functions/kit/table/table.ts';
import { owed } from '../../functions/owed/jobs.ts';
import { extract } from '../../functions/reviews/read/extract/extract.ts';
import type { FetchedPage } from '../../functions/reviews/read/fetch-page.ts';
import { extractReview } from '../../functions/reviews/run/extract-review.ts';
import { ask, read } from './asked-review.ts';
import { useOwnTables } from './own-tables.ts';
import { renderedPage } from './rendered-page.ts';

beforeAll(useOwnTables);

const URL = 'https://shop.example/';
const WORDS = 'Lamps that last, made in Bremen, sent to you within two days, and repaired for free. '.repeat(5);

const shown = (more: Partial<RenderedPage> = {}): RenderedPage =>
  renderedPage({ url: `${URL}home`, html: `<title>Lamps</title><h1>Lamps</h1><p>${WORDS}</p>`, ...more });

const NO_BROWSER = refused('no_browser', said('no_browser'));

interface Visits {
  orders: Omit<RenderOrder, 'uploads'>[];
  settings: RenderSettings[];
  renderPage: typeof renderPage;
}

const browser = (answer: (isPhone: boolean) => RenderedPage | NotRendered): Visits => {
  const visits: Pick<Visits, 'orders' | 'settings'> = { orders: [], settings: [] };
  return {
    ...visits,
    renderPage: async (order, settings) => {
      visits.orders.push(order);
      visits.settings.push(settings);
      const page = answer(order.view.is_phone === true);
      if (!page.ok) return page;
      const { width, height } = order.view;
      const picture = {
        key: `${settings.pictures?.folder}${width}.jpg`,
        type: 'image/jpeg',
        bytes: Buffer.from('x'),
      } as const;
      const pictures: PageSeen['pictures'] = { whole_page: { ...picture, width, height, top: 0 } };
      return { ...page, pictures };
    },
  };
};

const askForPage = () => ask('site', { url: URL }, newId(), { job: 'render-review' });

const noPage = async (): Promise<FetchedPage> => {
  throw new Error('No page was to be fetched.');
};

const rendered = async (
  visits: Visits,
  fetchPage: () => Promise<FetchedPage> = noPage,
  asked?: Awaited<ReturnType<typeof ask>>,
) => {
  const review = asked ?? (await askForPage());
  const needs = { table: openTable(), storage: openStorage(), extract, transcriber: undefined, fetchPage };
  await extractReview({ ...needs, renderPage: visits.renderPage }, review.key);
  return { ...(await read(review)), ids: review };
};

describe('the review of a page', () => {
  test('reads the document after its scripts, and keeps a picture of each view', async () => {
    const visits = browser(() => shown());
    const { row, content, ids } = await rendered(visits);
    expect(row).toMatchObject({ job: 'brief-review', facts: { title: 'Lamps' } });
    expect(row).not.toHaveProperty('progress');
    expect(content).toMatchObject({ url: `${URL}home`, title: 'Lamps' });
    expect(content?.text).toContain('made in Bremen');
    const folder = `kept/${ids.ws}/reviews/${ids.review}/`;
    expect(content?.pictures).toEqual([
      { element: 'screenshot-wide', key: `${folder}1440.jpg`, type: 'image/jpeg', width: 1440, height: 900 },
      { element: 'screenshot-narrow', key: `${folder}390.jpg`, type: 'image/jpeg', width: 390, height: 844 },
    ]);
    expect(content?.elements.slice(0, 2).map(({ id, kind }) => [id, kind])).toEqual([
      ['screenshot-wide', 'screenshot'],
      ['screenshot-narrow', 'screenshot'],
    ]);
    expect(visits.settings.map(({ tenant }) => tenant)).toEqual([ids.ws, ids.ws]);
  });

  test('does not say of a short page that its scripts draw its text: they have run', async () => {
    const html =
      '<title>Sign in</title><h1>Sign in to Lamps</h1><p>We send you a link.</p><script src="a.js"></script>';
    const { content } = await rendered(browser(() => shown({ html })));
    expect(content?.notes.map(({ code }) => code)).toEqual(['page_facts_only', 'page_seen']);
  });

  test('shows its progress while the views are opened', async () => {
    const asked = await askForPage();
    const seen: unknown[] = [];
    const visits = browser(() => shown());
    const watched: Visits['renderPage'] = async (...given) => {
      seen.push((await read(asked)).row?.progress);
      return visits.renderPage(...given);
    };
    await rendered({ ...visits, renderPage: watched }, noPage, asked);
    expect(seen[0]).toEqual({ step: 'open', done: 0, of: 2, views: [] });
  });

  test('reads the HTML if there is no browser, and says so', async () => {
    const page = { ok: true, url: URL, status: 200, content_type: 'text/html', charset: 'utf-8' } as const;
    const fetchPage = async (): Promise<FetchedPage> => ({
      ...page,
      bytes: 1,
      truncated: false,
      text: `<h1>Lamps</h1>${WORDS}`,
    });
    const { content } = await rendered(
      browser(() => NO_BROWSER),
      fetchPage,
    );
    expect(content?.text).toContain('made in Bremen');
    expect(content?.notes[0]?.text).toMatch(/^No browser is installed/);
    expect(content?.pictures).toEqual([]);
  });

  test('measures a page of few words, and asks no personas about it', async () => {
    const { row, content } = await rendered(
      browser(() => shown({ html: '<h1>Lamps</h1><p>Four words, no more.</p>' })),
    );
    expect(row).toMatchObject({ job: 'brief-review', basis: 'facts', facts_only: true });
    expect(content?.notes[0]?.text).toMatch(/^The page has few words: \d\./);
  });

  test('measures a page without a word', async () => {
    const { row } = await rendered(browser(() => shown({ html: '<canvas></canvas>' })));
    expect(row).toMatchObject({ job: 'brief-review', facts_only: true, facts: { words: 0 } });
  });

  test('says so if the document was cut, not if a check is missing', async () => {
    const codesAt = async (limit: RenderedPage['limits'][0]) => {
      const { content } = await rendered(browser(() => shown({ limits: [limit] })));
      return content?.notes.map(({ code }) => code);
    };
    expect(await codesAt('html')).toContain('page_partly_seen');
    expect(await codesAt('answer')).not.toContain('page_partly_seen');
  });

  test('goes on without the narrow view if only that one fails', async () => {
    const { content } = await rendered(browser((isPhone) => (isPhone ? BUSY : shown())));
    expect(content?.pictures.map(({ element }) => element)).toEqual(['screenshot-wide']);
    expect(content?.notes.map(({ text }) => text)).toContainEqual(expect.stringMatching(/narrow window/));
  });

  test.each(['login', 'stuck', 'timeout', 'unreachable'] as const)(
    'ends in plain words if the page is %s',
    async (reason) => {
      const { row } = await rendered(browser(() => refused(reason, said('page_behind_login'))));
      expect(row).toMatchObject({ status: 'failed', error: said('page_behind_login').text });
    },
  );

  test('is tried again if the browser is busy', async () => {
    const { row } = await rendered(browser(() => BUSY));
    expect(row).toMatchObject({ job: 'render-review', status: 'queued', attempts: 1, wait_seconds: 4 });
  });

  test('is left to the worker that it is owed to', async () => {
    const asked = await ask('site', { url: URL });
    const visits = browser(() => shown());
    await rendered(visits, noPage, asked);
    expect(visits.orders).toEqual([]);
    await openTable().transact([
      { update: keys.review(asked.ws, asked.review), set: owed('render-review', asked.key, now()) },
    ]);
    expect((await rendered(visits, noPage, asked)).row).toMatchObject({ job: 'brief-review' });
  });
});
