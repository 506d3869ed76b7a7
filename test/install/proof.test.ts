import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sidenote-proof-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const config = `module.exports = { transform: {}, testMatch: ['**/' + process.env.PROOF + '/*.js'] };`;
  writeFileSync(join(folder, 'jest.config.js'), config);
  for (const [group, name, body] of [
    ['others', 'quick', ''],
    ['faults', 'slow', ''],
    ['faults', 'broken', 'throw new Error();'],
  ] as const) {
    mkdirSync(join(folder, group), { recursive: true });
    writeFileSync(join(folder, group, `${name}.js`), `test('${name}', () => { ${body} });`);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  [['quick'], 0, ['others/quick.js']],
  [['slow'], 0, ['faults/slow.js']],
  [['quick', 'slow'], 0, ['others/quick.js', 'faults/slow.js']],
  [['broken'], 1, ['faults/broken.js']],
  [['missing'], 1, []],
])('proof of %j exits with %d and runs %j', (patterns, exitCode, files) => {
  const script = join(root, 'bin/proof.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, ...patterns], {
    cwd: folder,
    env: { ...process.env, FORCE_COLOR: '0' },
    encoding: 'utf8',
  });
  expect(status).toBe(exitCode);
  expect([...stderr.matchAll(/^(?:PASS|FAIL) (\S+)/gm)].map(([, file]) => file)).toEqual(files);
});
