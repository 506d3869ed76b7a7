import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../test/browser/chromium.ts';
import { vitals } from './bundle-budgets.ts';
import { median, type Section, timed } from './figures.ts';
import { startHttp2Front } from './http2-proxy.ts';
import { completedReview, type StageDescription, send, sendNote, startStage } from './local-stage.ts';
import { loadPage, type PageLoad } from './page-load.ts';
import { REVIEW } from './reviews.ts';

const ROUNDS = 5;
const NOTES = 200;
const AT_ONCE = 10;
const HOUR_MS = 3_600_000;
const STILL_PATH = '/still';
const page = join(import.meta.dirname, '../docs/page-speed.md');

interface Place {
  name: string;
  path: string;
  session?: string;
}

const INBOX = `inbox of ${NOTES} notes`;
const STILL = 'the same inbox as a static page';

/** A site with many notes and a public review; returns the pages to load. */
const seed = async (stage: StageDescription): Promise<Place[]> => {
  const review = completedReview(stage, REVIEW);
  let note = '';
  for (let sent = 0; sent < NOTES; sent += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, (_, index) => sendNote(stage, `Note ${sent + index}: too small.`));
    note = (await Promise.all(some))[0]?.id ?? note;
  }
  const { id } = await review;
  const { token } = await send<{ token: string }>(stage, 'POST', `/api/reviews/${id}/share`);
  const session = JSON.stringify({ id_token: stage.owner_id_token, expires_at: Date.now() + HOUR_MS });
  return [
    { name: 'landing page', path: '/' },
    { name: 'shared review', path: `/reviews/shared/${token}` },
    { name: 'welcome, signed out', path: '/dashboard/' },
    { name: INBOX, path: '/dashboard/inbox', session },
    { name: 'note', path: `/dashboard/inbox/${note}`, session },
    { name: 'review', path: `/dashboard/reviews/${id}`, session },
  ];
};

type Front = Awaited<ReturnType<typeof startHttp2Front>>;

const measure = async (browser: Browser, front: Front, places: readonly Place[]) => {
  // The first request builds missing files; the first load warms up the browser.
  await loadPage(browser, `${front.url}/dashboard/`);
  const loads = new Map<string, PageLoad[]>([...places.map(({ name }) => name), STILL].map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, path, session } of places) {
      const load = await loadPage(browser, front.url + path, session);
      loads.get(name)?.push(load);
      if (name === INBOX) front.pages.set(STILL_PATH, load.still);
    }
    loads.get(STILL)?.push(await loadPage(browser, front.url + STILL_PATH));
  }
  return loads;
};

const rowOf = (loads: readonly PageLoad[], still?: readonly PageLoad[]) => ({
  'LCP s': timed(
    loads.map(({ lcp }) => lcp),
    vitals.lcp,
  ),
  'interactive s': timed(loads.map(({ interactive }) => interactive)),
  ...(still && {
    '÷ static': timed(loads.map(({ interactive }, round) => interactive / (still[round]?.interactive ?? Number.NaN))),
  }),
  'TBT s': timed(
    loads.map(({ tbt }) => tbt),
    vitals.tbt,
  ),
  CLS: timed(
    loads.map(({ cls }) => cls),
    vitals.cls,
  ),
  'JS KB': { value: median(loads.map(({ scripts }) => scripts)) / 1000, limit: vitals.scripts },
  requests: { value: median(loads.map(({ requests }) => requests)), limit: vitals.requests },
  largest: loads[0]?.largest ?? '',
});
type Row = ReturnType<typeof rowOf>;

const lineOf = ([name, row]: [string, Row]) => {
  const seconds = [row['LCP s'], row['interactive s'], row['TBT s']].map(({ value }) => value.toFixed(2));
  return `| ${[name, ...seconds, row.CLS.value.toFixed(3), row['JS KB'].value.toFixed(0), row.requests.value].join(' | ')} |`;
};

const document = (rows: ReadonlyMap<string, Row>) => `# Page speed

Written by \`npm run bench\`. Do not edit. The median of ${ROUNDS} loads with an empty cache, in Chromium on the local stage.

Lighthouse's phone: 412 × 823 pixels, processor slowed 4×, 150 ms per request, 1.6 Mbit/s down, over HTTP/2, without
setting up the connection (about three round trips). JavaScript is compressed and includes menus and dialogs;
\`test/dashboard/weights.test.ts\` asserts the first load alone, gzipped.

| page | LCP, s | interactive, s | TBT, s | CLS | JavaScript, KB | requests |
|---|---|---|---|---|---|---|
${[...rows].map(lineOf).join('\n')}

A page is interactive at the end of its last task above 50 ms, or at its first content if that is later. The static page
has the inbox's document, all rows of its first page and the same styles, and no script. The inbox takes
**${rows.get(INBOX)?.['÷ static']?.value.toFixed(1)} times** as long as that (the goal is 2).

[web.dev](https://web.dev/articles/vitals) calls LCP ≤ 2.5 s, TBT ≤ 0.2 s and CLS ≤ 0.1 good. The bench fails above
${vitals.lcp} s, ${vitals.tbt} s and ${vitals.cls}, the limits of poor, since times depend on the machine.
`;

/** How soon a person sees a page, how long it is blocked, and how much it shifts; writes docs/page-speed.md. */
export const measureVitals = async (): Promise<Section> => {
  const [{ stage, stop }, browser] = await Promise.all([startStage(), launchChromium()]);
  const front = await startHttp2Front(stage.base_url);
  try {
    const loads = await measure(browser, front, await seed(stage));
    const rows = new Map(
      [...loads].map(([name, of]) => [name, rowOf(of, name === INBOX ? loads.get(STILL) : undefined)]),
    );
    await writeFile(page, document(rows));
    return {
      title: 'Pages on a slowed phone (docs/page-speed.md)',
      columns: ['LCP s', 'interactive s', '÷ static', 'TBT s', 'CLS', 'JS KB', 'requests', 'largest'],
      rows,
    };
  } finally {
    await browser.close();
    await Promise.all([front.close(), stop()]);
  }
};
