import { parseArgs } from 'node:util';
import { openTable } from '../functions/kit/table/table.ts';
import { openTarget, runCommand, say, TARGET_OPTIONS, targetHelp, UsageError } from '../lib/operate/command.ts';
import { rebind } from '../lib/operate/rebind.ts';

const HELP = `npm run rebind -- --stage NAME --email ADDRESS [--write]

After a user pool was lost and a person has signed in again: moves the memberships of their earlier accounts to the
newest one. Without --write it only lists them. First verify the person's identity.

${targetHelp({
  '--email ADDRESS': 'the address that both accounts verified',
  '--write': 'move them',
})}
`;

await runCommand(HELP, async () => {
  const { values } = parseArgs({
    options: {
      ...TARGET_OPTIONS,
      email: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  if (values.help) return say(HELP);
  const { email, write } = values;
  if (!email) throw new UsageError('Name the address: --email ADDRESS.');
  const target = await openTarget(values);
  const rebound = await rebind(openTable(), { email, at: Date.now(), write });
  if (!rebound) return say(`${target.name}: this address has no earlier account. The person must sign in once first.`);
  say(`${target.name}: ${rebound.from.join(', ')} → ${rebound.to}`);
  for (const { id, role } of rebound.workspaces) say(`  ${id} ${role}`);
  say(write ? 'Moved.' : 'Nothing was written. Add --write to move them.');
});
