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

const ROUNDS = 3;
const NOTES = 200;
const AT_ONCE = 10;
const HOUR_MS = 3_600_000;
const page = join(import.meta.dirname, '../docs/page-speed.md');

interface Place {
  name: string;
  path: string;
  signedIn: boolean;
}

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
  return [
    { name: 'landing page', path: '/', signedIn: false },
    { name: 'shared review', path: `/reviews/shared/${token}`, signedIn: false },
    { name: 'welcome, signed out', path: '/dashboard/', signedIn: false },
    { name: `inbox of ${NOTES} notes`, path: '/dashboard/inbox', signedIn: true },
    { name: 'note', path: `/dashboard/inbox/${note}`, signedIn: true },
    { name: 'review', path: `/dashboard/reviews/${id}`, signedIn: true },
  ];
};

const measure = async (browser: Browser, stage: StageDescription, origin: string, places: readonly Place[]) => {
  const session = JSON.stringify({ id_token: stage.owner_id_token, expires_at: Date.now() + HOUR_MS });
  // The first request builds missing files; the first load warms up the browser.
  await loadPage(browser, `${origin}/dashboard/`, undefined);
  const loads = new Map<Place, PageLoad[]>(places.map((place) => [place, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [place, of] of loads) {
      of.push(await loadPage(browser, origin + place.path, place.signedIn ? session : undefined));
    }
  }
  return loads;
};

const rowOf = (loads: readonly PageLoad[]) => ({
  'LCP s': timed(
    loads.map(({ lcp }) => lcp),
    vitals.lcp,
  ),
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
  const cells = [row['LCP s'].value.toFixed(2), row['TBT s'].value.toFixed(2), row.CLS.value.toFixed(3)];
  return `| ${[name, ...cells, row['JS KB'].value.toFixed(0), row.requests.value].join(' | ')} |`;
};

const document = (rows: ReadonlyMap<string, Row>) => `# Page speed

Written by \`npm run bench\`. Do not edit. The median of ${ROUNDS} loads with an empty cache, in Chromium on the local stage.

Lighthouse's phone: 412 × 823 pixels, processor slowed 4×, 150 ms per request, 1.6 Mbit/s down, over HTTP/2, without
setting up the connection (about three round trips). JavaScript is gzipped and includes menus and dialogs;
\`test/dashboard/weights.test.ts\` asserts the first load alone.

| page | LCP, s | TBT, s | CLS | JavaScript, KB | requests |
|---|---|---|---|---|---|
${[...rows].map(lineOf).join('\n')}

[web.dev](https://web.dev/articles/vitals) calls LCP ≤ 2.5 s, TBT ≤ 0.2 s and CLS ≤ 0.1 good. The bench fails above
${vitals.lcp} s, ${vitals.tbt} s and ${vitals.cls}, the limits of poor, since times depend on the machine.
`;

/** How soon a person sees a page, how long it is blocked, and how much it shifts; writes docs/page-speed.md. */
export const measureVitals = async (): Promise<Section> => {
  const [{ stage, stop }, browser] = await Promise.all([startStage(), launchChromium()]);
  const front = await startHttp2Front(stage.base_url);
  try {
    const loads = await measure(browser, stage, front.url, await seed(stage));
    const rows = new Map([...loads].map(([{ name }, of]) => [name, rowOf(of)]));
    await writeFile(page, document(rows));
    return {
      title: 'Pages on a slowed phone (docs/page-speed.md)',
      columns: ['LCP s', 'TBT s', 'CLS', 'JS KB', 'requests', 'largest'],
      rows,
    };
  } finally {
    await browser.close();
    await Promise.all([front.close(), stop()]);
  }
};
