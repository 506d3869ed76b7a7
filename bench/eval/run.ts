import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { dataWorlds } from './data.ts';
import { exampleComplaints } from './examples.ts';
import { complaints, type Measured } from './gates.ts';
import { reportOf } from './report.ts';
import { measureWorlds, tryWorlds } from './workspaces.ts';
import { WORLDS } from './worlds.ts';

const HELP = `npm run eval -- [options]

Measures the calibration of findings in simulated workspaces, and writes docs/calibration.md.

  --workspaces N   of each world (200)
  --from N         the first seed (1)
  --worlds A,B     only these; nothing is written
  --data DIR       workspaces from files instead, in the form of docs/calibration.md; nothing is written
  --help           this text
`;
const PAGE = new URL('../../docs/calibration.md', import.meta.url);

const say = (text: string) => process.stdout.write(`${text}\n`);

const whole = (option: string, text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${option} takes a whole number from 1.`);
  return value;
};

const main = async () => {
  const { values } = parseArgs({
    options: {
      workspaces: { type: 'string', default: '200' },
      from: { type: 'string', default: '1' },
      worlds: { type: 'string' },
      data: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return say(HELP);
  const count = whole('--workspaces', values.workspaces);
  const from = whole('--from', values.from);
  const started = Date.now();
  const worlds = values.worlds?.split(',') ?? Object.keys(WORLDS);
  const size = {
    from,
    count,
    threads: Math.max(1, availableParallelism()),
    onWorld: (world: string) => say(`${Math.round((Date.now() - started) / 1000)} s: ${world}`),
  };
  const measured: Measured[] = values.data ? await dataWorlds(values.data) : await measureWorlds(worlds, size);
  const tried = values.data || values.worlds ? [] : await tryWorlds(size);
  const wrong = [...complaints(measured), ...exampleComplaints(tried)];
  const report = await reportOf(measured, tried, wrong);
  say(report.table);
  if (!values.data && !values.worlds) {
    await mkdir(new URL('.', PAGE), { recursive: true });
    await writeFile(PAGE, report.page);
  }
  for (const complaint of wrong) say(`does not hold: ${complaint}`);
  if (wrong.length > 0) process.exitCode = 1;
};

await main();
