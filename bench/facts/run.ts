import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { VIEWS } from '../../functions/browser/order.ts';
import { visit } from '../../functions/browser/visit.ts';
import { factsOfPage } from '../../functions/facts/facts-of-page.ts';
import { startStage } from '../local-stage.ts';
import { type Judged, judgePage } from './judge-page.ts';
import { type KnownPage, readKnownPages } from './known-page.ts';
import { startOrigin } from './origin.ts';
import { complaints, pageOf, tableOf } from './report.ts';

const HELP = `npm run eval:facts -- [options]

Visits pages with known faults, applies the rules of functions/facts, and writes docs/facts.md.

  --pages A,B   only these; nothing is written
  --data DIR    other pages, in the form of bench/facts/README.md; nothing is written
  --facts       also lists what was wrong, missed and mistaken
  --help        this text
`;
/** All lists are made for this day. */
const TODAY = Date.parse('2026-06-15T12:00:00Z');
const PAGE = new URL('../../docs/facts.md', import.meta.url);

/** Other sites answer differently every day. */
const OFFLINE = { resolve: async () => [] };

const say = (text: string) => process.stdout.write(`${text}\n`);

const visitPage = async (page: KnownPage, base: string): Promise<Judged> => {
  const url = `${base}${page.path ?? page.stage}`;
  const wants = { measurements: true, html: true };
  const wide = await visit({ url, view: VIEWS.wide, wants: { ...wants, links: true } }, OFFLINE);
  const narrow = await visit({ url, view: VIEWS.narrow, wants }, OFFLINE);
  if (!wide.ok) throw new Error(`${page.name}: ${wide.said.text}`);
  return judgePage(page, factsOfPage({ wide, narrow }, TODAY), wide.html ?? '');
};

const list = ({ page, wrong, missed, mistaken }: Judged) => {
  for (const { rule, view, place } of wrong) say(`  wrong ${page.name} ${rule} ${view ?? ''} ${JSON.stringify(place)}`);
  for (const { rule, selector, quote, what } of missed)
    say(`  missed ${page.name} ${rule} ${selector ?? quote ?? ''}: ${what}`);
  for (const { rule, selector, quote, what } of mistaken)
    say(`  mistaken ${page.name} ${rule} ${selector ?? quote ?? ''}: ${what}`);
};

const main = async () => {
  const { values } = parseArgs({
    options: {
      pages: { type: 'string' },
      data: { type: 'string' },
      facts: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return say(HELP);
  const folder = values.data ?? join(import.meta.dirname, 'pages');
  const all = await readKnownPages(folder);
  const names = values.pages?.split(',');
  const pages = all.filter(({ name }) => names?.includes(name) ?? true);
  const origin = await startOrigin(folder, all);
  const local = pages.some(({ stage }) => stage !== undefined) ? await startStage() : undefined;
  const stageUrl = local?.stage.base_url ?? '';
  process.env.RENDER_ALLOW = [origin.url, stageUrl]
    .filter(Boolean)
    .map((url) => new URL(url).host)
    .join(',');
  const judged: Judged[] = [];
  for (const page of pages) {
    const started = Date.now();
    const one = await visitPage(page, page.stage === undefined ? origin.url : stageUrl);
    judged.push(one);
    say(`${page.name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
    if (values.facts) list(one);
  }
  await Promise.all([origin.stop(), local?.stop()]);
  say(tableOf(judged));
  if (!values.data && !values.pages) await writeFile(PAGE, await pageOf(judged));
  const wrong = complaints(judged);
  for (const complaint of wrong) say(`does not hold: ${complaint}`);
  if (wrong.length > 0) process.exitCode = 1;
};

await main();
