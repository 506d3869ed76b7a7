import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { reliabilityDiagram } from './diagram.ts';
import { complaints } from './gates.ts';
import { EVALUATED, type Row, simulate } from './measure.ts';

const HELP = `npm run eval -- [options]

  --seeds N    how many simulated workspaces (30)
  --help       this text
`;
const DIAGRAM = new URL('../../docs/images/reliability.svg', import.meta.url);
const COLUMNS = ['spearman', 'qwk', 'ece', 'brier', 'covered', 'p_covered', 'trusted', 'broken'] as const;

const say = (text: string) => process.stdout.write(`${text}\n`);

const cell = (value: number) => (Number.isNaN(value) ? '' : value.toFixed(3));

const table = (rows: readonly Row[]): string =>
  [
    ['labels', 'method', ...COLUMNS],
    ['---', '---', ...COLUMNS.map(() => '---')],
    ...rows.map((row) => [String(row.labels), row.method, ...COLUMNS.map((name) => cell(row[name]))]),
  ]
    .map((cells) => `| ${cells.map((text, at) => text.padEnd(at === 1 ? 11 : 9)).join(' | ')} |`)
    .join('\n');

const main = async () => {
  const { values } = parseArgs({
    options: { seeds: { type: 'string', default: '30' }, help: { type: 'boolean', default: false } },
  });
  if (values.help) return say(HELP);
  const seeds = Number(values.seeds);
  if (!Number.isInteger(seeds) || seeds < 1) throw new Error('--seeds takes a whole number from 1.');
  const { rows, pairs } = simulate({ seeds });
  say(`${seeds} simulated workspaces, ${EVALUATED} findings evaluated in each\n\n${table(rows)}\n`);
  const of = (key: string) => pairs.get(key) ?? [];
  await writeFile(
    DIAGRAM,
    reliabilityDiagram([
      { name: 'raw score', color: '#b91c1c', pairs: of('raw 0') },
      { name: '5 labels and prior', color: '#1d4ed8', pairs: of('ours, prior 5') },
      { name: '200 labels', color: '#047857', pairs: of('ours 200') },
    ]),
  );
  const wrong = complaints(rows);
  for (const complaint of wrong) say(`does not hold: ${complaint}`);
  if (wrong.length > 0) process.exitCode = 1;
};

await main();
