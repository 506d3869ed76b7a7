import { parseArgs } from 'node:util';
import { openTable } from '../functions/kit/table/table.ts';
import { openTarget, runCommand, say, TARGET_OPTIONS, targetHelp, UsageError } from '../lib/operate/command.ts';
import { indexSite, sitesOf } from '../lib/operate/index-site.ts';

const HELP = `npm run index-search -- --stage NAME --workspace ID [--site ID]

Indexes notes for search: those from before it existed, or all after the scratch table was lost. Run it again at any
time; only differences are written.

${targetHelp({
  '--workspace ID': 'the workspace; may be repeated',
  '--site ID': 'only this site',
})}
`;

await runCommand(HELP, async () => {
  const { values } = parseArgs({
    options: {
      ...TARGET_OPTIONS,
      workspace: { type: 'string', multiple: true, default: [] },
      site: { type: 'string' },
    },
  });
  if (values.help) return say(HELP);
  const { workspace: workspaces, site: only } = values;
  if (workspaces.length === 0) throw new UsageError('Name the workspace: --workspace ID.');
  const target = await openTarget(values);
  const table = openTable();
  for (const ws of workspaces) {
    const sites = (await sitesOf(table, ws)).filter((site) => only === undefined || site === only);
    if (sites.length === 0) say(`${target.name}: ${ws} has no ${only === undefined ? 'sites' : 'such site'}.`);
    for (const site of sites) say(`${target.name}: ${ws} ${site}: ${await indexSite(table, { ws, site })} notes`);
  }
});
