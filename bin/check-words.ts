import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commentsIn } from '../lib/docs/comments.ts';
import {
  countsOf,
  isRead,
  isSource,
  lowered,
  readAllowance,
  wordFaults,
  wordsIn,
  writeAllowance,
} from '../lib/docs/words.ts';

const root = join(import.meta.dirname, '..');
const allowance = join(root, 'lib/docs/words.allowed.txt');
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], {
  cwd: root,
  encoding: 'utf8',
});
const files = listed
  .split('\n')
  .filter((path) => path !== '' && isRead(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const found = files.flatMap((file) => wordsIn(file, isSource(file.path) ? commentsIn(file) : []));
if (process.argv.includes('--list')) {
  for (const { path, line, excerpt, instead } of found) console.log(`${path}:${line}: “${excerpt}”: write ${instead}.`);
}
const text = readFileSync(allowance, 'utf8');
if (process.argv.includes('--accept')) {
  writeFileSync(allowance, writeAllowance(lowered(readAllowance(text), countsOf(found))));
}
const now = readFileSync(allowance, 'utf8');
const faults = now.includes('<<<<<<<')
  ? ['lib/docs/words.allowed.txt has a merge conflict. Run: node bin/check-words.ts --accept']
  : wordFaults(found, readAllowance(now));
for (const fault of faults) console.error(fault);
console.log(`${files.length} files, ${found.length} words to replace, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
