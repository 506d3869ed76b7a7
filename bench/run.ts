import { parseArgs } from 'node:util';
import type { Section } from './figures.ts';
import { complaints, type Kept, keep, printSection, readLedger, writeLedger } from './ledger.ts';
import { memoize } from './memoize.ts';
import { writeOperations } from './scale/operations.ts';
import { openWorld, type World } from './world.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

const measuredRequests = memoize(async (world: World) => (await import('./requests.ts')).measureRequests(world));

/** In the order in which they run. */
const PARTS = {
  bundles: async () => (await import('./bundles.ts')).measureBundles(),
  cold: async (world) => (await import('./cold/cold.ts')).measureCold(world),
  requests: async (world) => {
    const { section, operations } = await measuredRequests(world);
    await writeOperations(operations);
    return section;
  },
  cost: async (world) => {
    const { figures, jobs, workers } = await measuredRequests(world);
    return (await import('./cost.ts')).measureCost(figures, jobs, workers);
  },
  latency: async (world) => (await import('./latency.ts')).measureLatency(world),
  reviews: async () => (await import('./review-time.ts')).measureReviewTime(),
  pdf: async (world) => (await import('./pdf.ts')).measurePdf(world),
  vitals: async () => (await import('./vitals.ts')).measureVitals(),
  interaction: async () => (await import('./interaction.ts')).measureInteraction(),
  browser: async () => (await import('./browser.ts')).measureBrowser(),
  answers: async (world) => (await import('./answers.ts')).measureAnswers(world),
  lists: async (world) => (await import('./lists.ts')).measureLists(world),
  search: async (world) => (await import('./search.ts')).measureSearch(world),
  scale: async () => (await import('./scale/report.ts')).reportScale(),
} satisfies Record<string, (world: World) => Promise<Section | string>>;

type Part = keyof typeof PARTS;
const NAMES = Object.keys(PARTS) as Part[];

const HELP = `npm run bench -- [options]

  --only A,B   only these parts: ${NAMES.join(', ')}
  --accept     write down what grew by more than 5 %, as a decision
  --help       this text
`;

const options = () => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: NAMES.join() },
      accept: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const only = values.only.split(',').map((name) => name.trim());
  const unknown = only.find((name) => !(NAMES as readonly string[]).includes(name));
  if (unknown !== undefined) throw new Error(`There is no part "${unknown}". Take some of: ${NAMES.join(', ')}.`);
  return { ...values, only: new Set(only as Part[]) };
};

const main = async () => {
  const { only, accept, help } = options();
  if (help) return say(HELP);
  const began = Date.now();
  const world = await openWorld();
  const before = await readLedger();
  const kept: Kept = { ...before };
  const wrong: string[] = [];
  const report = (part: Part, section: Section) => {
    const former = accept ? undefined : before[part];
    say(printSection(section, former));
    wrong.push(...complaints(section, former));
    kept[part] = keep(section, before[part], accept);
  };
  try {
    for (const part of NAMES) {
      // Costs follow from the requests of the same run.
      if (!only.has(part) && !(part === 'requests' && only.has('cost'))) continue;
      const measured = await PARTS[part](world);
      if (typeof measured === 'string') say(measured);
      else report(part, measured);
    }
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
