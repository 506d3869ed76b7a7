import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { listen, stop } from '../../lib/local/server.ts';

const run = promisify(execFile);
const VERSION = '1.2.1';
const STAND_IN = '@dynoxide/darwin-arm64';
/** Pretends to be a Mac, in npm as well as in the script. */
const AS_MAC = `data:text/javascript,${encodeURIComponent(`Object.defineProperties(process, {
  platform: { value: 'darwin' }, arch: { value: 'arm64' },
});`)}`;

let folder: string;
let registry: Server;
let asked: string[];
let published: Map<string, Buffer>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-prepare-'));
  asked = [];
  published = new Map();
  registry = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    asked.push(path);
    const body = published.get(path);
    response.writeHead(body ? 200 : 404).end(body ?? '{}');
  });
});

afterEach(async () => {
  await stop(registry);
  await rm(folder, { recursive: true, force: true });
});

const publish = async (origin: string) => {
  const source = join(folder, 'source');
  await mkdir(source);
  const manifest = { name: STAND_IN, version: VERSION, os: ['darwin'], cpu: ['arm64'] };
  await writeFile(join(source, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(source, 'dynoxide'), 'a build for a Mac');
  const { stdout } = await run('npm', ['pack', '--json'], { cwd: source });
  const [{ filename, integrity }] = Object.values(JSON.parse(stdout)) as [{ filename: string; integrity: string }];
  const tarball = `/${STAND_IN}/-/${filename}`;
  const dist = { tarball: `${origin}${tarball}`, integrity };
  const versions = { [VERSION]: { ...manifest, dist } };
  published.set(`/${STAND_IN}`, Buffer.from(JSON.stringify({ name: STAND_IN, versions, 'dist-tags': {} })));
  published.set(tarball, await readFile(join(source, filename)));
};

/** A project that is installed but for the emulator. Answers what the script wrote. */
const prepare = async (origin: string): Promise<string> => {
  const project = join(folder, 'project');
  await mkdir(join(project, 'node_modules'), { recursive: true });
  await cp('bin/prepare.mjs', join(project, 'bin/prepare.mjs'));
  const manifest = { name: 'project', version: '1.0.0', optionalDependencies: { '@dynoxide/linux-x64': VERSION } };
  const root = {
    '': manifest,
    'node_modules/@dynoxide/linux-x64': { version: VERSION, optional: true, os: ['linux'] },
  };
  const lock = JSON.stringify({ name: 'project', lockfileVersion: 3, packages: root });
  await writeFile(join(project, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(project, 'package-lock.json'), lock);
  const env = {
    ...process.env,
    NODE_OPTIONS: `--import ${AS_MAC}`,
    npm_config_registry: origin,
    npm_config_cache: join(folder, 'cache'),
  };
  const { stderr } = await run(process.execPath, ['bin/prepare.mjs'], { cwd: project, env });
  expect(await readFile(join(project, 'package-lock.json'), 'utf8')).toBe(lock);
  return stderr;
};

test('prepare installs the emulator build of its system once, and does not change the lockfile', async () => {
  const origin = `http://127.0.0.1:${await listen(registry)}`;
  await publish(origin);
  expect(await prepare(origin)).toBe('');
  const installed = join(folder, 'project/node_modules', STAND_IN, 'dynoxide');
  expect(await readFile(installed, 'utf8')).toBe('a build for a Mac');
  const requests = asked.length;
  expect(requests).toBeGreaterThan(0);
  expect(await prepare(origin)).toBe('');
  expect(asked).toHaveLength(requests);
});

test('prepare succeeds and names the missing build when the registry has none for this system', async () => {
  const origin = `http://127.0.0.1:${await listen(registry)}`;
  expect(await prepare(origin)).toContain(`${STAND_IN}@${VERSION}`);
  expect(asked).toContain(`/${STAND_IN}`);
});
