import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { now } from '../functions/kit/clock.ts';
import { setting } from '../functions/kit/config.ts';
import { tables } from '../functions/kit/table/keys.ts';
import { readJson, writeWhole } from '../lib/local/state.ts';
import { openTarget, runCommand, say, TARGET_OPTIONS, targetHelp, UsageError } from '../lib/operate/command.ts';
import { newProgress, type Progress, type RestoreOptions, restore } from '../lib/operate/restore.ts';
import { SKIPPED, type Skipped } from '../lib/operate/restore-rules.ts';

const HELP = `npm run restore -- --stage NAME --from TABLE --restored-at TIME [options]

Copies missing rows into a stage's table from a table created by point-in-time recovery. Without --copy it only counts.

${targetHelp({
  '--from TABLE': 'the restored table',
  '--restored-at TIME':
    'the point in time of the restored table, such as 2026-11-22T03:00:00Z; later deletions are respected',
  '--workspace ID': 'also copy this workspace if it no longer exists; may be repeated',
  '--partition START': 'also copy rows whose partition key has this prefix, such as USER#…; may be repeated',
  '--only': 'copy only what --workspace and --partition name',
  '--rate N': 'maximum rows written per second (100)',
  '--progress FILE': 'progress file (restore-<table>.json); run again to resume',
  '--copy': 'write',
})}
`;

const read = () => {
  const { values } = parseArgs({
    options: {
      ...TARGET_OPTIONS,
      from: { type: 'string' },
      'restored-at': { type: 'string' },
      workspace: { type: 'string', multiple: true, default: [] },
      partition: { type: 'string', multiple: true, default: [] },
      only: { type: 'boolean', default: false },
      rate: { type: 'string', default: '100' },
      progress: { type: 'string' },
      copy: { type: 'boolean', default: false },
    },
  });
  return values;
};

const given = (values: ReturnType<typeof read>): Omit<RestoreOptions, 'to'> => {
  const { from, workspace: workspaces, partition: partitions, only, copy } = values;
  const time = z.iso.datetime({ offset: true }).safeParse(values['restored-at']);
  const [rate, restoredAt] = [Number(values.rate), Date.parse(time.data ?? '')];
  if (!from) throw new UsageError('Name the restored table: --from TABLE.');
  if (Number.isNaN(restoredAt))
    throw new UsageError('Give the point in time of the table, with its zone: --restored-at 2026-11-22T03:00:00Z.');
  if (restoredAt > now()) throw new UsageError('--restored-at is in the future.');
  if (!(rate > 0)) throw new UsageError('--rate must be a number above 0.');
  if (only && workspaces.length + partitions.length === 0)
    throw new UsageError('--only needs --workspace or --partition.');
  return { from, restoredAt, rate, copy, named: { workspaces, partitions, only } };
};

const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, one) => sum + one, 0);
const each = (counts: Record<string, number>) =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, one]) => `${name} ${one}`)
    .join(', ');

const report = ({ read: rows, copied, skipped, dropped }: Progress, copy: boolean) => {
  say(
    `Read ${rows} rows. ${copy ? 'Copied' : 'Missing'}: ${total(copied)}${total(copied) ? ` (${each(copied)})` : ''}.`,
  );
  for (const [why, many] of Object.entries(skipped)) say(`  skipped ${many}: ${SKIPPED[why as Skipped]}`);
  if (total(dropped)) say(`  owed work not copied: ${each(dropped)}`);
  if (!copy) say('Nothing was written. Add --copy to write.');
  else if (copied.annotation || copied.context || copied.reply)
    say('Restored words may not be found yet: run `npm run index-search` for the workspaces concerned.');
};

await runCommand(HELP, async () => {
  const values = read();
  if (values.help) return say(HELP);
  const options = given(values);
  const target = await openTarget(values);
  const to = setting(tables.main.setting);
  if (to === options.from) throw new UsageError('--from must not be the table of the stage itself.');
  // A dry run starts from the beginning each time, and doesn't touch the saved progress of a copy.
  const file = options.copy ? (values.progress ?? `restore-${options.from}.json`) : undefined;
  const kept = file ? await readJson<{ of: string; progress: Progress }>(file) : undefined;
  const of = JSON.stringify([to, options.from, options.named]);
  if (kept && kept.of !== of)
    throw new UsageError(`${file} belongs to another restore. Remove it, or name another --progress.`);
  const progress = kept?.progress ?? newProgress();
  if (kept) say(`Resuming after ${progress.read} rows (${file}).`);
  say(`${options.copy ? 'Copying' : 'Comparing'} ${options.from} → ${to} (${target.name}).`);
  await restore({ ...options, to }, progress, async (reached) => {
    if (file) await writeWhole(file, { of, progress: reached });
  });
  report(progress, options.copy);
  if (file) await rm(file, { force: true });
});
