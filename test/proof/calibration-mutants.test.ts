import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MUTATIONS, type Mutation } from './calibration-mutations.ts';

const ROOT = join(import.meta.dirname, '../..');
const UNIT_TESTS = 'test/reviews/calibration';
const COPIED = ['functions/reviews/judge', 'bench/eval', UNIT_TESTS, 'test/reviews/page-score.test.ts', 'package.json'];
const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');
const CONFIG = {
  testEnvironment: 'node',
  transform: {
    '\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
  },
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
};
const COPIES = 2;

let folder = '';
let copies: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-mutants-'));
  copies = Array.from({ length: COPIES }, (_, at) => join(folder, String(at)));
  for (const copy of copies) {
    await mkdir(copy);
    for (const path of COPIED) await cp(join(ROOT, path), join(copy, path), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    await writeFile(
      join(copy, 'jest.config.json'),
      JSON.stringify({ ...CONFIG, cacheDirectory: join(folder, 'cache') }),
    );
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs unit tests of these names in a copy of the repository, or only one group of them. */
const unitTests = async (copy: string, names: readonly string[], group = '') => {
  const patterns = names.map((name) => `/${name}\\.test\\.ts$`);
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [JEST, '-i', '--config', 'jest.config.json', '-t', group, ...patterns], {
    cwd: copy,
    env: { PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, status] = await Promise.all([
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject)),
  ]);
  return { status, said };
};

/** By an assertion: code that throws proves nothing. */
const isCaught = ({ status, said }: { status: number | null; said: string }): boolean =>
  status === 1 && said.includes('expect(received)');

const survives = async (copy: string, { file, from, to, caughtBy }: Mutation): Promise<boolean> => {
  const path = join(copy, file);
  const code = await readFile(path, 'utf8');
  const changed = code.replace(from, () => to);
  await writeFile(path, changed);
  const [name = '', group] = caughtBy.split('/');
  const found = await unitTests(copy, [name], group);
  await writeFile(path, code);
  return !isCaught(found);
};

test('every mutation changes one place of the code', async () => {
  for (const { name, file, from, to } of MUTATIONS) {
    const code = await readFile(join(ROOT, file), 'utf8');
    expect([name, code.split(from).length - 1, from !== to]).toEqual([name, 1, true]);
  }
});

test('the unit tests pass without a mutation', async () => {
  const names = new Set(MUTATIONS.map(({ caughtBy }) => caughtBy.split('/')[0] ?? ''));
  const { status, said } = await unitTests(copies[0]!, [...names]);
  expect(said).toContain(`Test Suites: ${names.size} passed, ${names.size} total`);
  expect(status).toBe(0);
});

test('every mutation fails its unit test', async () => {
  const left = [...MUTATIONS];
  const survivors: string[] = [];
  const work = async (copy: string) => {
    for (let mutation = left.shift(); mutation; mutation = left.shift())
      if (await survives(copy, mutation)) survivors.push(mutation.name);
  };
  await Promise.all(copies.map(work));
  expect(survivors).toEqual([]);
});
