import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startOf } from '../../lib/local/emulator-process.ts';
import { CannotStart, openState, resetState, STATE_VERSION } from '../../lib/local/state.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-state-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const makeOlder = async () => {
  await (await openState(folder)).release();
  await rm(join(folder, 'version.json'));
  await mkdir(join(folder, 'table'));
  await writeFile(join(folder, 'table/table.sqlite'), 'rows of the older form');
  await writeFile(join(folder, 'notes.txt'), 'mine');
};

test('a folder is reopened with the same secrets and names its version', async () => {
  const first = await openState(folder);
  await first.release();
  const again = await openState(folder);
  await again.release();
  expect(again.secrets).toEqual(first.secrets);
  expect(JSON.parse(await readFile(join(folder, 'version.json'), 'utf8'))).toEqual({ version: STATE_VERSION });
});

test.each([
  ['an older', undefined],
  ['an older', STATE_VERSION - 1],
  ['a newer', STATE_VERSION + 1],
])('state of %s version (%s) is rejected with instructions, and not changed', async (age, version) => {
  await makeOlder();
  if (version !== undefined) await writeFile(join(folder, 'version.json'), JSON.stringify({ version }));
  const before = await readdir(folder);
  const refusal = await openState(folder).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(CannotStart);
  expect(String(refusal)).toContain(`${folder} was written by ${age} version of Sidenote`);
  expect(String(refusal)).toContain('npm start -- --reset');
  expect(await readdir(folder)).toEqual(before);
});

test('a reset deletes only what the stage wrote, and the next start is a first start', async () => {
  const { secrets } = await openState(folder);
  await makeOlder();
  await resetState(folder);
  expect(await readdir(folder)).toEqual(['notes.txt']);
  const fresh = await openState(folder);
  await fresh.release();
  expect(fresh.secrets.server_keys).not.toBe(secrets.server_keys);
});

test.each([
  ['no secrets', 'notes.txt', 'mine'],
  ['secrets of something else', 'secrets.json', '{"password": "x"}'],
  ['secrets that are no JSON', 'secrets.json', 'x'],
])('a reset rejects a folder with %s', async (_, name, text) => {
  await mkdir(join(folder, 'mail'));
  await writeFile(join(folder, name), text);
  await expect(resetState(folder)).rejects.toThrow('holds no state of a Sidenote stage');
  expect((await readdir(folder)).sort()).toEqual(['mail', name].sort());
});

test.each([
  ['an older running stage', async () => ({})],
  ['a running stage', async () => ({ started: await startOf(process.ppid) })],
])('a reset rejects the folder of %s', async (_, more) => {
  await makeOlder();
  await writeFile(join(folder, 'running.json'), JSON.stringify({ pid: process.ppid, ...(await more()) }));
  const refusal = await resetState(folder).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(CannotStart);
  expect(String(refusal)).toContain('already running');
  expect(await readdir(join(folder, 'table'))).toEqual(['table.sqlite']);
});

test('a start and a reset ignore a stage that crashed, if another process has its id', async () => {
  const first = await openState(folder);
  const running = JSON.parse(await readFile(join(folder, 'running.json'), 'utf8'));
  expect(running).toEqual({ pid: process.pid, started: await startOf(process.pid) });
  const left = JSON.stringify({ pid: process.ppid, started: `before ${running.started}` });
  const crash = () => writeFile(join(folder, 'running.json'), left);
  await crash();
  const again = await openState(folder);
  expect(again.secrets).toEqual(first.secrets);
  await crash();
  await resetState(folder);
  expect(await readdir(folder)).toEqual([]);
});

test('a reset accepts a missing or empty folder', async () => {
  await resetState(folder);
  await resetState(join(folder, 'absent'));
  expect(await readdir(folder)).toEqual([]);
});
