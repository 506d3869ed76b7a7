import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { markdownTable } from '../markdown.ts';
import { type Account, AFTER, BEFORE } from './account.ts';
import { type Ceiling, ceilingsOf, metAt, withOwnPartitions } from './ceilings.ts';
import { drawing } from './drawing.ts';
import { type Operations, readOperations } from './operations.ts';
import { type Simulated, simulate } from './simulate.ts';
import { MIXES, SOURCES } from './traffic.ts';

const docs = join(import.meta.dirname, '../../docs');
const PER_SECOND = 10_000;
const SECONDS = 10;
const SEED = 1;
const MORE = 10;

const number = (value: number, digits = 0) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const percent = (part: number, all: number) => (all === 0 ? '–' : `${number((100 * part) / all, 1)}%`);

const sumOf = ({ outcomes }: Simulated, matches: (name: string) => boolean) =>
  [...outcomes].filter(([name]) => matches(name)).reduce((sum, [, count]) => sum + count, 0);

const ceilingTable = (ceilings: readonly Ceiling[]) =>
  markdownTable(
    ['Ceiling', `asked at ${number(PER_SECOND)} requests/s`, 'limit', 'met at requests/s'],
    ceilings.map((one) => [
      one.name,
      `${number(one.asked)} ${one.unit}`,
      number(one.limit),
      `${one.asked > one.limit ? '**' : ''}${number(metAt(one, PER_SECOND))}${one.asked > one.limit ? '**' : ''}`,
    ]),
  );

const REFUSALS = { 'api 429': 'API Gateway, 429', 'lambda 503': 'no execution free, 503', 'table 503': 'table, 503' };

const outcomeTable = (runs: Readonly<Record<string, Simulated>>) => {
  const all = Object.values(runs);
  const row = (name: string, of: (run: Simulated) => string) => [name, ...all.map(of)];
  const latency = (run: Simulated, part: number) =>
    `${number(run.latencies[Math.floor(run.latencies.length * part)] ?? 0)} ms`;
  return markdownTable(
    ['', ...Object.keys(runs)],
    [
      ...SOURCES.map((source) =>
        row(`Answered: ${source}`, (run) =>
          percent(
            sumOf(run, (name) => name === `${source} answered`),
            sumOf(run, (name) => name.startsWith(source)),
          ),
        ),
      ),
      ...Object.entries(REFUSALS).map(([outcome, name]) =>
        row(`Refused: ${name}`, (run) =>
          percent(
            sumOf(run, (one) => one.endsWith(outcome)),
            sumOf(run, () => true),
          ),
        ),
      ),
      row('Median', (run) => latency(run, 0.5)),
      row('99th percentile', (run) => latency(run, 0.99)),
      row('Most executions at once', (run) => number(run.peakConcurrency)),
      row('Annotations purged a second', (run) => number(run.purged / run.seconds)),
    ],
  );
};

const mixTable = () => {
  const rows = Object.values(MIXES).map((mix) => new Map(mix));
  const totals = rows.map((mix) => [...mix.values()].reduce((sum, weight) => sum + weight, 0));
  const names = [...new Set(rows.flatMap((mix) => [...mix.keys()]))];
  return markdownTable(
    ['Operation', 'tenants', 'front page'],
    names.map((name) => [`\`${name}\``, ...rows.map((mix, index) => percent(mix.get(name) ?? 0, totals[index] ?? 1))]),
  );
};

const cellTable = (ceilings: readonly Ceiling[]) =>
  markdownTable(
    ['Ceiling', `asked at ${number(MORE * PER_SECOND)} requests/s`, 'limit of one cell', 'cells'],
    ceilings
      .filter(({ name }) => !name.startsWith('Partition: a '))
      .map((one) => [
        one.name,
        `${number(MORE * one.asked)} ${one.unit}`,
        number(one.limit),
        number(Math.ceil((MORE * one.asked) / one.limit)),
      ]),
  );

/** Replaces the text between `<!-- name -->` and `<!-- end -->`. */
const filledIn = (text: string, name: string, figures: string): string => {
  const [start, end] = [`<!-- ${name} -->`, '<!-- end -->'];
  const from = text.indexOf(start);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`docs/scale.md has no place for the figures of ${name}.`);
  return `${text.slice(0, from + start.length)}\n\n${figures}\n\n${text.slice(to)}`;
};

/** Simulates the traffic, writes the figures into docs/scale.md, and returns them as text. */
export const reportScale = async (): Promise<string> => {
  const operations = await readOperations();
  const run = (account: Account, isLimited = true, of: Operations = operations) =>
    simulate({ operations: of, account, perSecond: PER_SECOND, seconds: SECONDS, seed: SEED, isLimited });
  const planned = withOwnPartitions(operations);
  const now = ceilingsOf(run(AFTER, false), AFTER);
  const then = ceilingsOf(run(AFTER, false, planned), AFTER);
  const outcomes = outcomeTable({
    before: run(BEFORE),
    'before, without our throttle': run({ ...BEFORE, apiPerSecond: AFTER.apiPerSecond }),
    now: run(AFTER),
    'own partitions (planned)': run(AFTER, true, planned),
  });
  const figures = {
    mix: mixTable(),
    'ceilings before': ceilingTable(ceilingsOf(run(BEFORE, false), BEFORE)),
    ceilings: ceilingTable(now),
    outcomes,
    'ceilings planned': ceilingTable(then),
    cells: cellTable(then),
  };
  const file = join(docs, 'scale.md');
  let text = await readFile(file, 'utf8');
  for (const [name, block] of Object.entries(figures)) text = filledIn(text, name, block);
  await Promise.all([writeFile(file, text), writeFile(join(docs, 'images/scale.svg'), drawing(now, then, PER_SECOND))]);
  return `\nScale: ${number(PER_SECOND)} requests a second, simulated\n\n${figures.ceilings}\n\n${outcomes}`;
};
