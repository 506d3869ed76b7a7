import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emulatorFaults, importFaults, importsOf } from '../lib/build/import-rules.ts';

const root = join(import.meta.dirname, '..');
const listed = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '--deduplicate', '*.ts', '*.tsx', '*.mjs'],
  {
    cwd: root,
    encoding: 'utf8',
  },
);
// Throws if a file that git lists cannot be read or parsed.
const sources = listed
  .split('\n')
  .filter((path) => path !== '')
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const imports = importsOf(sources);
const faults = [...(imports.length > 0 ? importFaults(imports) : ['No import was found.']), ...emulatorFaults(sources)];
for (const fault of faults) console.error(fault);
console.log(`${sources.length} files, ${imports.length} imports, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
