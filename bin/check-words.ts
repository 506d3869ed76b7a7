import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  commentsIn,
  connectedTitlesIn,
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
const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter((path) => path !== '');

/** Since the main branch, or since the last commit if there is none. */
const changedFiles = (): Set<string> => {
  const uncommitted = git('ls-files', '-mo', '--exclude-standard');
  try {
    return new Set([...uncommitted, ...git('diff', '--name-only', 'main...HEAD')]);
  } catch {
    return new Set(uncommitted);
  }
};

const files = git('ls-files', '-co', '--exclude-standard', '--deduplicate')
  .filter((path) => isRead(path) && existsSync(join(root, path)))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const found = files.flatMap((file) => [
  ...wordsIn(file, isSource(file.path) ? commentsIn(file) : []),
  ...connectedTitlesIn(file),
]);
if (process.argv.includes('--list')) {
  for (const { path, line, excerpt, instead } of found) console.log(`${path}:${line}: “${excerpt}”: write ${instead}.`);
}
const text = readFileSync(allowance, 'utf8');
if (process.argv.includes('--accept')) {
  writeFileSync(allowance, writeAllowance(lowered(readAllowance(text), countsOf(found))));
}
const now = readFileSync(allowance, 'utf8');
const changed = changedFiles();
const faults = now.includes('<<<<<<<')
  ? ['lib/docs/words.allowed.txt has a merge conflict. Run: node bin/check-words.ts --accept']
  : wordFaults(found, readAllowance(now), (path) => changed.has(path));
for (const fault of faults) console.error(fault);
console.log(`${files.length} files, ${found.length} words to replace, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
