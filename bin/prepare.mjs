// Runs before every npm script, on whatever Node the machine has: installs what is missing, and nothing otherwise.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const stamp = join(modules, '.prepared');
const ownNode = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
const wanted = read(join(root, 'package-lock.json'));
const state = createHash('sha256').update(`${wanted} ${process.platform} ${process.arch}`).digest('hex');

/** Whether somebody's own `npm install` has brought what the lockfile asks for. */
const isInstalled = () => {
  const found = read(join(modules, '.package-lock.json'));
  if (!found || !wanted || !existsSync(ownNode)) return false;
  const there = JSON.parse(found).packages;
  return Object.entries(JSON.parse(wanted).packages).every(
    ([path, entry]) => path === '' || entry.optional || entry.peer || there[path]?.version === entry.version,
  );
};

const npm = (...args) => {
  const { npm_execpath: cli } = process.env;
  const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  const shell = command === 'npm' && process.platform === 'win32';
  return spawnSync(command, [...first, ...args], { cwd: root, shell, stdio: ['ignore', 'inherit', 'inherit'] }).status;
};

const fail = (text) => {
  process.stderr.write(`${text}\n`);
  process.exit(1);
};

const install = () => {
  const began = Date.now();
  process.stderr.write('Installing what is missing: this takes a minute, once.\n');
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  // `npm ci` refuses a lockfile without the optional packages of every other system; this keeps to it all the same.
  const status = npm('install', '--no-save', ...quiet);
  if (status !== 0) fail('npm install failed; its own message stands above.');
  if (!existsSync(ownNode)) npm('rebuild', 'node', ...quiet);
  if (!existsSync(ownNode)) {
    fail(
      'Node 24 did not arrive with the packages. Allow install scripts (npm config set ignore-scripts false), then try again.',
    );
  }
  process.stderr.write(`Installed in ${Math.round((Date.now() - began) / 1000)} s.\n`);
};

if (read(stamp) !== state || !existsSync(ownNode)) {
  if (!isInstalled()) install();
  writeFileSync(stamp, state);
}
