import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MUTATIONS, type Mutation } from './calibration-mutations.ts';

const ROOT = join(import.meta.dirname, '../..');
const UNIT_TESTS = ['test/reviews/calibration', 'test/reviews/page-score.test.ts'];
const COPIED = ['functions/reviews/judge', 'bench/eval', ...UNIT_TESTS, 'package.json'];
const CONFIG = {
  testEnvironment: join(ROOT, 'test/proof/until-caught.js'),
  runtime: join(ROOT, 'test/runtime.js'),
  transform: {
    '\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
  },
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  reporters: [],
  watchman: false,
};

interface Found {
  suites: number;
  tests: number;
  failures: string[];
}

/** A copy of the judge and its tests, and a process that runs them. */
const openCopy = async (folder: string) => {
  await mkdir(folder);
  for (const path of COPIED) await cp(join(ROOT, path), join(folder, path), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const config = JSON.stringify({ ...CONFIG, rootDir: folder, cacheDirectory: join(folder, 'cache') });
  // Colors would hide the words that tell an assertion.
  const env = { PATH: process.env.PATH, FORCE_COLOR: '0' };
  const child = fork(join(import.meta.dirname, 'mutant-tests.ts'), [config], { cwd: folder, env });
  const ended = once(child, 'exit').then(([status]) => Promise.reject(new Error(`The tests ended with ${status}.`)));
  ended.catch(() => undefined);
  return {
    folder,
    /** Runs unit tests of these names, or only one group of them. */
    async unitTests(names: readonly string[], group = ''): Promise<Found> {
      const answer = once(child, 'message');
      child.send({ names, group });
      const [found] = await Promise.race([answer, ended]);
      return found;
    },
    close: () => child.kill(),
  };
};
type Copy = Awaited<ReturnType<typeof openCopy>>;

let folder = '';
let copies: Copy[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-mutants-'));
  copies = await Promise.all(['0', '1'].map((name) => openCopy(join(folder, name))));
});
afterAll(async () => {
  for (const copy of copies) copy.close();
  await rm(folder, { recursive: true, force: true });
});

/** By an assertion: code that throws proves nothing. */
const isCaught = ({ failures }: Found): boolean => failures.some((said) => said.includes('expect(received)'));

const survives = async (copy: Copy, { file, from, to, caughtBy }: Mutation): Promise<boolean> => {
  const path = join(copy.folder, file);
  const code = await readFile(path, 'utf8');
  await writeFile(
    path,
    code.replace(from, () => to),
  );
  const [name = '', group] = caughtBy.split('/');
  const found = await copy.unitTests([name], group);
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
  const { suites, tests, failures } = await copies[0]!.unitTests([...names]);
  expect({ suites, failures }).toEqual({ suites: names.size, failures: [] });
  expect(tests).toBeGreaterThan(names.size);
});

test('every mutation fails its unit test', async () => {
  const left = [...MUTATIONS];
  const survivors: string[] = [];
  const work = async (copy: Copy) => {
    for (let mutation = left.shift(); mutation; mutation = left.shift())
      if (await survives(copy, mutation)) survivors.push(mutation.name);
  };
  await Promise.all(copies.map(work));
  expect(survivors).toEqual([]);
}, 600_000);
