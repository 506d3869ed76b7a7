import { parseArgs } from 'node:util';
import { isSwitch, SWITCHES } from '../functions/kit/switches.ts';
import { openTable } from '../functions/kit/table/table.ts';
import { openTarget, runCommand, say, TARGET_OPTIONS, targetHelp, UsageError } from '../lib/operate/command.ts';
import { listChanges, listSwitches, setSwitch, type Wanted } from '../lib/operate/switch.ts';

const HELP = `npm run switch -- --stage NAME                                   show all switches and their last changes
npm run switch -- --stage NAME SWITCH on|off|default --reason TEXT

${targetHelp({
  '--reason TEXT': 'recorded with your ARN',
})}

It takes effect within 60 seconds, without a deploy. \`default\` applies lib/stack/stages.ts. Effect of \`off\`:
${Object.entries(SWITCHES)
  .map(([name, off]) => `  ${name.padEnd(14)} ${off}`)
  .join('\n')}
`;

const isWanted = (text: string | undefined): text is Wanted => /^(on|off|default)$/.test(text ?? '');

const show = async () => {
  const table = openTable();
  for (const { name, state, off } of await listSwitches(table))
    say(`${name.padEnd(14)} ${state.padEnd(8)} off: ${off}`);
  for (const { created_at, operator, target, reason } of await listChanges(table)) {
    const { name, from, to } = target as Record<string, string>;
    say(`${new Date(Number(created_at)).toISOString()}  ${name}: ${from} → ${to}  ${operator}  ${reason}`);
  }
};

await runCommand(HELP, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...TARGET_OPTIONS,
      reason: { type: 'string', default: '' },
    },
  });
  if (values.help) return say(HELP);
  const [name, to, ...more] = positionals;
  if (name !== undefined && !isSwitch(name)) {
    throw new UsageError(`There is no switch "${name}". Choose one of: ${Object.keys(SWITCHES).join(', ')}.`);
  }
  if (name !== undefined && (!isWanted(to) || more.length > 0)) throw new UsageError('Set it to on, off or default.');
  if (name !== undefined && values.reason.trim() === '')
    throw new UsageError('Give a reason, which is recorded: --reason "…".');
  const target = await openTarget(values);
  if (name === undefined) return show();
  const { from } = await setSwitch(openTable(), {
    name,
    to: to as Wanted,
    operator: target.operator,
    reason: values.reason.trim().slice(0, 500),
  });
  say(`${target.name}: ${name} ${from} → ${to}. It takes effect within 60 seconds.`);
});
