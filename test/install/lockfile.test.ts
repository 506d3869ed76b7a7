import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from '@jest/globals';

interface Locked {
  version?: string;
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

type Packages = Record<string, Locked>;

const locked = async (): Promise<Packages> => JSON.parse(await readFile('package-lock.json', 'utf8')).packages;

/** Optional packages that the lockfile names and does not list. npm drops those that the registry lacked at the time. */
const missingBuilds = (packages: Packages): string[] =>
  Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => {
        for (let folder = path; folder !== '.'; folder = dirname(folder)) {
          if (`${folder}/node_modules/${name}` in packages) return false;
        }
        return !(`node_modules/${name}` in packages);
      })
      .map((name) => `${path}: ${name}`),
  );

test('the lockfile lists the native builds of every system', async () => {
  expect(missingBuilds(await locked())).toEqual([]);
});

test('a lockfile without the build of one system is detected', async () => {
  const { 'node_modules/@swc/core-darwin-arm64': removed, ...rest } = await locked();
  expect(removed?.version).toBeDefined();
  expect(missingBuilds(rest)).toEqual(['node_modules/@swc/core: @swc/core-darwin-arm64']);
});

test('the lockfile contains no registry', async () => {
  expect(Object.values(await locked()).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});

test('no script of package.json sets a variable as only a POSIX shell can', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> };
  expect(Object.entries(scripts).filter(([, line]) => /(^|[&|;]\s*)\w+=/.test(line))).toEqual([]);
});
