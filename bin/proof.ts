import { spawnSync } from 'node:child_process';

/** Arguments go to jest, which then looks among the nightly proofs too. */
const named = process.argv.slice(2);
/** Scripts of package.json can't set a variable on Windows. */
const jest = (PROOF: string, stdout: 'inherit' | 'pipe', ...options: string[]) =>
  spawnSync(process.execPath, ['node_modules/jest/bin/jest.js', ...options, ...named], {
    stdio: ['inherit', stdout, 'inherit'],
    env: { ...process.env, PROOF, ...(named.length > 0 && { NIGHTLY: '1' }) },
    encoding: 'utf8',
  });

// A file is in one group only, and jest fails if it finds none.
const groups = ['others', 'faults'].filter((group) => jest(group, 'pipe', '--listTests').stdout.trim() !== '');
if (groups.length === 0) {
  console.error('No proof matches.');
  process.exitCode = 1;
}
for (const group of groups) {
  process.exitCode = jest(group, 'inherit').status ?? 1;
  if (process.exitCode !== 0) break;
}
