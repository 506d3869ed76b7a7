// Runs before every npm script on the installed Node: installs what is missing, otherwise does nothing.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR = 24;

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const stamp = join(modules, '.prepared');
const ownNode = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
const wanted = read(join(root, 'package-lock.json'));
const state = createHash('sha256').update(`${wanted} ${process.platform} ${process.arch}`).digest('hex');

const hasNode = () => existsSync(ownNode) || Number.parseInt(process.versions.node, 10) === NODE_MAJOR;

const versionIn = (folder) => {
  const manifest = read(join(root, folder, 'package.json'));
  return manifest && JSON.parse(manifest).version;
};

/** Whether a manual `npm install` has already installed what the lockfile lists. npm's own record can be ahead of the folders. */
const isInstalled = () =>
  wanted !== '' &&
  Object.entries(JSON.parse(wanted).packages).every(
    ([path, entry]) => path === '' || entry.optional || entry.peer || versionIn(path) === entry.version,
  );

const npm = (...args) => {
  const { npm_execpath: cli } = process.env;
  const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  const shell = command === 'npm' && process.platform === 'win32';
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  const stdio = ['ignore', 'inherit', 'inherit'];
  return spawnSync(command, [...first, ...options, ...args], { cwd: root, shell, stdio }).status;
};

const fail = (text) => {
  process.stderr.write(`${text}\n`);
  process.exit(1);
};

/** `npm ci` would delete the Node that runs this script, so an existing folder is updated instead. */
const install = () => {
  const began = Date.now();
  process.stderr.write('Installing what is missing. This takes a minute, once.\n');
  const status = existsSync(modules) ? npm('install', '--no-save') : npm('ci');
  if (status !== 0) fail('The npm install failed. See its message above.');
  if (!hasNode()) npm('rebuild', 'node');
  process.stderr.write(`Installed in ${Math.round((Date.now() - began) / 1000)} s.\n`);
};

const requireNode = () => {
  if (hasNode()) return;
  fail(
    `Node ${NODE_MAJOR} did not come with the packages. Allow install scripts (npm config set ignore-scripts false) and try again, or install Node ${NODE_MAJOR} yourself.`,
  );
};

/**
 * The lockfile holds one build of the table emulator, because `npm ci` fails on a locked package that a registry lacks.
 * Any other system's build is installed here, at the same version. A system without one is handled by the local stage.
 */
const installEmulator = () => {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  if (existsSync(join(modules, name))) return;
  const { optionalDependencies } = JSON.parse(read(join(root, 'package.json')));
  const spec = `${name}@${optionalDependencies['@dynoxide/linux-x64']}`;
  if (npm('install', '--no-save', '--fetch-retries=0', '--loglevel=silent', spec) === 0) return;
  process.stderr.write(`The registry has no table emulator for this system (${spec}).\n`);
};

if (read(stamp) !== state || !hasNode()) {
  if (!isInstalled() || !hasNode()) install();
  writeFileSync(stamp, state);
}
requireNode();
installEmulator();
