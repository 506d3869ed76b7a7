import { parseArgs } from 'node:util';
import type { Section } from './figures.ts';
import { complaints, type Kept, keep, printSection, readLedger, writeLedger } from './ledger.ts';
import { writeOperations } from './scale/operations.ts';
import { openWorld } from './world.ts';

const HELP = `npm run bench -- [options]

  --only A,B   only these parts: bundles, cold, requests, latency, reviews, pdf, vitals, interaction, browser,
               lists, search, answers, cost, scale
  --accept     write down what grew by more than 5 %, as a decision
  --help       this text
`;

const say = (text: string) => process.stdout.write(`${text}\n`);

const GROUPS = [
  'bundles',
  'cold',
  'requests',
  'latency',
  'reviews',
  'pdf',
  'vitals',
  'interaction',
  'browser',
  'lists',
  'search',
  'answers',
  'cost',
  'scale',
] as const;
type Group = (typeof GROUPS)[number];

const options = () => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: GROUPS.join() },
      accept: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const only = values.only.split(',').map((name) => name.trim());
  const unknown = only.find((name) => !(GROUPS as readonly string[]).includes(name));
  if (unknown !== undefined) throw new Error(`There is no part "${unknown}". Take some of: ${GROUPS.join(', ')}.`);
  return { ...values, only: new Set(only as Group[]) };
};

const main = async () => {
  const { only, accept, help } = options();
  if (help) return say(HELP);
  const began = Date.now();
  const world = await openWorld();
  const before = await readLedger();
  const kept: Kept = { ...before };
  const wrong: string[] = [];
  const report = (group: Group, section: Section) => {
    const former = accept ? undefined : before[group];
    say(printSection(section, former));
    wrong.push(...complaints(section, former));
    kept[group] = keep(section, before[group], accept);
  };
  try {
    if (only.has('bundles')) report('bundles', await (await import('./bundles.ts')).measureBundles());
    if (only.has('cold')) report('cold', await (await import('./cold/cold.ts')).measureCold(world));
    if (only.has('requests') || only.has('cost')) {
      const { section, figures, jobs, workers, operations } = await (await import('./requests.ts')).measureRequests(
        world,
      );
      report('requests', section);
      await writeOperations(operations);
      if (only.has('cost')) report('cost', await (await import('./cost.ts')).measureCost(figures, jobs, workers));
    }
    if (only.has('latency')) report('latency', await (await import('./latency.ts')).measureLatency(world));
    if (only.has('reviews')) report('reviews', await (await import('./review-time.ts')).measureReviewTime());
    if (only.has('pdf')) report('pdf', await (await import('./pdf.ts')).measurePdf(world));
    if (only.has('vitals')) report('vitals', await (await import('./vitals.ts')).measureVitals());
    if (only.has('interaction')) report('interaction', await (await import('./interaction.ts')).measureInteraction());
    if (only.has('browser')) report('browser', await (await import('./browser.ts')).measureBrowser());
    if (only.has('answers')) report('answers', await (await import('./answers.ts')).measureAnswers(world));
    if (only.has('lists')) report('lists', await (await import('./lists.ts')).measureLists(world));
    if (only.has('search')) report('search', await (await import('./search.ts')).measureSearch(world));
    if (only.has('scale')) say(await (await import('./scale/report.ts')).reportScale());
  } finally {
    await world.close();
  }
  await writeLedger(kept);
  say(`\n${((Date.now() - began) / 1000).toFixed(0)} s`);
  if (wrong.length > 0) {
    say(`\n${wrong.length} over budget or grown:\n${wrong.map((line) => `  ✗ ${line}`).join('\n')}`);
    process.exitCode = 1;
  }
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
});
