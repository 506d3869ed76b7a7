import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { measureAbstention } from './abstention.ts';
import { reliabilityDiagram } from './diagram.ts';
import { complaints } from './gates.ts';
import { EVALUATED, type Row, simulate } from './measure.ts';

const HELP = `npm run eval -- [options]

  --seeds N    how many simulated workspaces (30)
  --from N     the first seed (1); the diagram is drawn for 1 only
  --help       this text
`;
const DIAGRAM = new URL('../../docs/images/reliability.svg', import.meta.url);
/** Number of workspaces for the measurement of abstention alone. */
const FURTHER = 100;
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

const whole = (option: string, text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${option} takes a whole number from 1.`);
  return value;
};

const main = async () => {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '30' },
      from: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return say(HELP);
  const seeds = whole('--seeds', values.seeds);
  const from = whole('--from', values.from);
  const { rows, pairs } = simulate({ seeds, from });
  say(`${seeds} simulated workspaces, ${EVALUATED} findings evaluated in each\n\n${table(rows)}\n`);
  for (const { labels, trusted, contradicted, broken } of measureAbstention(FURTHER))
    say(
      `${FURTHER} further workspaces, ${labels} labels: ${cell(trusted)} of findings need no person, ` +
        `${cell(contradicted)} of those are contradicted, over 0.2 in ${cell(broken)} of workspaces`,
    );
  const of = (key: string) => pairs.get(key) ?? [];
  const lines = [
    { name: 'raw score', color: '#b91c1c', pairs: of('raw 0') },
    { name: '5 labels and prior', color: '#1d4ed8', pairs: of('ours, prior 5') },
    { name: '200 labels', color: '#047857', pairs: of('ours 200') },
  ];
  if (from === 1) await writeFile(DIAGRAM, reliabilityDiagram(lines));
  const wrong = complaints(rows);
  for (const complaint of wrong) say(`does not hold: ${complaint}`);
  if (wrong.length > 0) process.exitCode = 1;
};

await main();
