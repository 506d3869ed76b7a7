import { readFile } from 'node:fs/promises';
import type { SourceMapPayload } from 'node:module';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { bundlesIn, MAPS, mapFile, mapKey, traceSources } from '../lib/build/bundling/source-map.ts';
import { readJson } from '../lib/local/state.ts';
import { runCommand, say } from '../lib/operate/command.ts';

const HELP = `npm run trace -- [FILE] [options] < log lines

Reads log lines and prints them with stack traces mapped to the source. A place in a deployed bundle looks like
sites@0123456789abcdef.js:1:2345.

  FILE        file with log lines; standard input by default
  --maps DIR  folder of the bundles' source maps (dist/maps, from the last build)
  --help      this text
`;

/** A line of JSON holds its stack in one string. */
const unfolded = (lines: string) => lines.replaceAll('\\n    at ', '\n    at ');

await runCommand(HELP, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { maps: { type: 'string', default: MAPS }, help: { type: 'boolean', default: false } },
  });
  if (values.help) return say(HELP);
  const [file] = positionals;
  const lines = unfolded(file === undefined ? await text(process.stdin) : await readFile(file, 'utf8'));
  const maps = new Map<string, SourceMapPayload>();
  for (const { name, id } of bundlesIn(lines)) {
    const map = await readJson<SourceMapPayload>(mapFile(id, values.maps));
    if (map) maps.set(id, map);
    else {
      process.stderr.write(
        `${name}@${id} has no map in ${values.maps}. Each deploy uploads it:\n` +
          `  aws s3 cp s3://cdk-hnb659fds-assets-<account>-<region>/${mapKey(id)} ${mapFile(id, values.maps)}\n`,
      );
    }
  }
  process.stdout.write(traceSources(lines, (id) => maps.get(id)));
});
