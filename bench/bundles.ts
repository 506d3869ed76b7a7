import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { areas } from '../functions/areas.ts';
import { bundleLambda, lambdaEntries, partsOf } from '../lib/build/bundling.ts';
import { buildWidget } from '../lib/build/widget-build.ts';
import {
  type BundleBudget,
  type BundleClass,
  bundleBudgets,
  bundles,
  heavyPackages,
  widgetBudgets,
} from './bundle-budgets.ts';
import { type Figure, isOver, median, type Section, timed } from './figures.ts';

const ROUNDS = 5;
/** Additional rounds for a load that seems too slow. */
const AGAIN = 8;
/** Handlers open their clients at load time, which needs their settings. */
const settings = {
  PATH: process.env.PATH,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_SECRET_ACCESS_KEY: 'bench',
  TABLE_NAME: 'bench',
  SCRATCH_TABLE_NAME: 'bench-scratch',
  EVIDENCE_BUCKET: 'bench-evidence',
  BASE_URL: 'https://sidenote.example',
  SERVER_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  ORIGIN_SECRETS: 'bench',
  ISSUER: 'https://issuer.example',
  CLIENT_ID: 'bench',
  MAIL_FROM: 'Sidenote <notes@sidenote.example>',
  NOTIFY_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/1/notify',
  MAIL_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/1/mail',
  PURGE_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/1/purge',
  EXTRACT_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/1/extract',
  RENDER_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/1/render',
  RUN_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/1/run',
  REFIT_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/1/refit',
  WEBHOOK_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/1/webhook',
  ERASE_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/1/erase',
  EXPORT_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/1/export',
  USER_POOL_ID: 'bench',
  FETCHER_FUNCTION: 'fetcher',
  RENDERER_FUNCTION: 'renderer',
};

const starter = join(import.meta.dirname, 'load-module.cjs');

/** Packages bundled into a Lambda that doesn't need them. */
export const heavyIn = (entry: string): string[] =>
  bundles[nameOf(entry)] === 'recorded'
    ? []
    : heavyPackages.filter((name) => partsOf(entry).some((path) => path.includes(`node_modules/${name}/`)));

const nameOf = (entry: string) => entry.replace(/^functions\//, '').replace(/(\/index)?\.ts$/, '');

const start = (module: string | undefined): { took: number; cpu: number } => {
  const began = process.hrtime.bigint();
  const { status, stdout, stderr } = spawnSync(process.execPath, [starter, ...(module ? [module] : [])], {
    encoding: 'utf8',
    env: settings,
  });
  const took = Number(process.hrtime.bigint() - began) / 1e6;
  if (status !== 0) throw new Error(`${module} does not load:\n${stderr}`);
  return { took, cpu: Number(stdout) };
};

interface Built {
  name: string;
  file: string;
  minified: number;
  gzip: number;
  rounds: { bare: number; load: number }[];
}

const build = async (folder: string, entry: string): Promise<Built> => {
  const name = nameOf(entry);
  const js = await bundleLambda(entry);
  const file = join(folder, `${name.replace('/', '-')}.cjs`);
  await writeFile(file, js);
  return { name, file, minified: Buffer.byteLength(js), gzip: gzipSync(js, { level: 9 }).length, rounds: [] };
};

const budgetOf = (of: BundleClass): BundleBudget => bundleBudgets[of];

/** Bare starts of this run, which show whether the machine was busy. */
const bareStarts: { took: number; cpu: number }[] = [];

/**
 * A bare start takes about 1.3 times its processor time; if it takes longer, the machine was busy and times mean
 * nothing.
 */
const BUSY = 1.6;
const isBusy = () => median(bareStarts.map(({ took, cpu }) => took / cpu)) > BUSY;

/** Each load right after a bare start, so that a busy machine affects both. */
const playRound = (built: readonly Built[]) => {
  const starts = built.map(({ file }) => ({ bare: start(undefined), loaded: start(file).took }));
  const bare = median(starts.map((one) => one.bare.took));
  bareStarts.push(...starts.map((one) => one.bare));
  for (const [index, { rounds }] of built.entries()) {
    rounds.push({ bare, load: (starts[index]!.loaded - bare) / bare });
  }
};

/** A busy moment is not a failure: after more than five rounds, the five quietest count. */
const loadOf = ({ name, rounds }: Built): Figure => {
  const quietest = rounds.toSorted((a, b) => a.bare - b.bare).slice(0, ROUNDS);
  const of = bundles[name];
  return timed(
    quietest.map(({ load }) => load),
    of && budgetOf(of).load,
  );
};

const measureLoads = (built: readonly Built[]) => {
  for (let round = 0; round < ROUNDS; round += 1) playRound(built);
  for (let again = 0; again < AGAIN; again += 1) {
    const slow = built.filter((one) => isOver(loadOf(one)));
    if (slow.length > 0) playRound(slow);
  }
};

const cells = (one: Built, of: BundleClass | undefined) => {
  const { minified, gzip } = one;
  const budget = of && budgetOf(of);
  return {
    class: of ?? '?',
    minified: { value: minified, limit: budget?.minified } satisfies Figure,
    gzip: { value: gzip, limit: budget?.gzip } satisfies Figure,
    'load ÷ bare start': isBusy() ? `(${loadOf(one).value.toFixed(2)})` : loadOf(one),
  };
};

/** Sizes in bytes of each Lambda and of the widget's files, and how long each Lambda takes to load. */
export const measureBundles = async (): Promise<Section> => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-bundles-'));
  try {
    const entries = lambdaEntries(areas);
    const names = entries.map(nameOf);
    const built = await Promise.all(entries.map((entry) => build(folder, entry)));
    measureLoads(built);
    const { weights } = await buildWidget();
    const rows = new Map<string, Record<string, Figure | string>>(
      built.map((one) => [one.name, cells(one, bundles[one.name])]),
    );
    for (const [name, { raw, gzip }] of Object.entries(weights)) {
      const limit = name in widgetBudgets ? widgetBudgets[name as keyof typeof widgetBudgets] : widgetBudgets.lazy;
      rows.set(`widget ${name}`, { class: 'widget', minified: { value: raw }, gzip: { value: gzip, limit } });
    }
    return {
      title: 'Bundles: bytes, and load time over a bare Node start (medians of five interleaved rounds)',
      columns: ['class', 'minified', 'gzip', 'load ÷ bare start'],
      rows,
      notes: isBusy()
        ? ['The machine was busy: loads (in brackets) are shown, not judged. Run it again in peace.']
        : [],
      faults: [
        ...names.filter((name) => !(name in bundles)).map((name) => `${name} has no budget in bench/bundle-budgets.ts`),
        ...entries.flatMap((entry) => heavyIn(entry).map((name) => `${nameOf(entry)} bundles ${name}`)),
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
