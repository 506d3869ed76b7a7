import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { judgePage } from '../../bench/facts/judge-page.ts';
import { readKnownPages } from '../../bench/facts/known-page.ts';
import { startOrigin } from '../../bench/facts/origin.ts';
import { VIEWS } from '../../functions/browser/order.ts';
import { visit } from '../../functions/browser/visit.ts';
import { factsOfPage } from '../../functions/facts/facts-of-page.ts';

const FOLDER = join(import.meta.dirname, '../../bench/facts/pages');
const TODAY = Date.parse('2026-06-15T12:00:00Z');
const OFFLINE = { resolve: async () => [] };

let origin: Awaited<ReturnType<typeof startOrigin>>;
let pages: Awaited<ReturnType<typeof readKnownPages>>;

beforeAll(async () => {
  pages = await readKnownPages(FOLDER);
  origin = await startOrigin(FOLDER, pages);
  process.env.RENDER_ALLOW = new URL(origin.url).host;
});
afterAll(async () => {
  delete process.env.RENDER_ALLOW;
  await origin.stop();
});

const see = async (path: string) => {
  const wants = { measurements: true, html: true, links: true };
  const wide = await visit({ url: `${origin.url}${path}`, view: VIEWS.wide, wants }, OFFLINE);
  if (!wide.ok) throw new Error(wide.said.text);
  return { wide, facts: factsOfPage({ wide }, TODAY) };
};

test('the rules find at least 80% of the faults of two pages and report nothing else', async () => {
  for (const name of ['modal', 'shop']) {
    const page = pages.find((one) => one.name === name);
    if (!page?.path) throw new Error(`${name} is missing.`);
    const { wide, facts } = await see(page.path);
    const judged = judgePage(page, facts, wide.html ?? '');
    expect(judged.wrong).toEqual([]);
    const inThisView = page.faults.filter(({ view }) => view !== 'narrow');
    expect(judged.found.length).toBeGreaterThanOrEqual(0.8 * inThisView.length);
  }
}, 120_000);

test('a page that tells the judge what to say has the facts that it has without it', async () => {
  const bare = (facts: Awaited<ReturnType<typeof see>>['facts']) =>
    facts
      .filter(({ rule }) => !['lcp', 'cls', 'blocking-time', 'page-bytes', 'reading-ease'].includes(rule))
      .map(({ rule, state, count }) => ({ rule, state, count }));
  const [plain, ordering] = [await see('/orders/without.html'), await see('/orders/with.html')];
  expect(bare(ordering.facts)).toEqual(bare(plain.facts));
  expect(plain.facts.some(({ state }) => state === 'failed')).toBe(true);
}, 120_000);
