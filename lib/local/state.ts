import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JWK } from 'jose';
import { startOf, stopOrphan } from './emulator-process.ts';
import { newSigningKey } from './issuer.ts';

export interface StageSecrets {
  server_keys: string;
  origin_secrets: string;
  client_id: string;
  /** Fixed at the first start, regardless of later ports. */
  issuer: string | undefined;
  signing_key: JWK;
  clock_offset_ms: number;
  /** Usernames of deleted accounts. */
  deletions: string[];
}

export class CannotStart extends Error {}

const newSecrets = async (): Promise<StageSecrets> => ({
  server_keys: `k1:${randomBytes(32).toString('base64')}`,
  origin_secrets: randomBytes(24).toString('base64url'),
  client_id: randomBytes(13).toString('hex'),
  issuer: undefined,
  signing_key: await newSigningKey(),
  clock_offset_ms: 0,
  deletions: [],
});

export const writeWhole = async (file: string, value: unknown): Promise<void> => {
  await writeFile(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
};

const isAbsent = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';

export const readJson = async <T>(file: string): Promise<T | undefined> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw new CannotStart(`${file} cannot be read. Remove the folder to start with an empty state.`, { cause: error });
  }
};

interface Holder {
  pid: number;
  /** Absent if an older stage wrote it. */
  started?: string;
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** After a crash or a restart of the machine, another process may have the id. */
const isHeld = async ({ pid, started }: Holder): Promise<boolean> =>
  pid !== process.pid && isRunning(pid) && (started === undefined || started === (await startOf(pid)));

const claim = async (folder: string): Promise<() => Promise<void>> => {
  const file = join(folder, 'running.json');
  const holder = await readJson<Holder>(file).catch(() => undefined);
  if (holder && (await isHeld(holder))) {
    throw new CannotStart(
      `A local stage is already running on ${folder} (process ${holder.pid}). Stop it, or start with --ephemeral.`,
    );
  }
  await writeWhole(file, { pid: process.pid, started: await startOf(process.pid) });
  return () => rm(file, { force: true });
};

/** Raise it if rows, queues or files of an older folder no longer fit. */
export const STATE_VERSION = 8;

/** The secrets are last, so that an interrupted reset can be repeated. */
const STATE_FILES = [
  ...['table', 'storage', 'queues', 'mail'],
  ...['seed.json', 'stage.json', 'lambda.log', 'version.json', 'secrets.json'],
];

const isStateFolder = async (folder: string): Promise<boolean> => {
  const secrets = await readJson<Partial<StageSecrets>>(join(folder, 'secrets.json')).catch(() => undefined);
  return typeof secrets?.server_keys === 'string' && typeof secrets.signing_key === 'object';
};

export const resetState = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  if (names.length === 0) return;
  if (!(await isStateFolder(folder))) {
    throw new CannotStart(
      `${folder} holds no state of a Sidenote stage, so it was not deleted. Remove it yourself if you want to.`,
    );
  }
  const unclaim = await claim(folder);
  try {
    await stopOrphan(join(folder, 'table'));
    for (const name of STATE_FILES) await rm(join(folder, name), { recursive: true, force: true });
  } finally {
    await unclaim();
  }
};

const checkVersion = async (folder: string): Promise<void> => {
  const { version = 1 } = (await readJson<{ version?: number }>(join(folder, 'version.json'))) ?? {};
  if (version === STATE_VERSION) return;
  const age = version < STATE_VERSION ? 'an older' : 'a newer';
  throw new CannotStart(
    `${folder} was written by ${age} version of Sidenote (state ${version}, this one reads ${STATE_VERSION}). Delete it with npm start -- --reset, or use another folder with --folder.`,
  );
};

export const openState = async (kept: string | undefined) => {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'sidenote-stage-')));
  await mkdir(folder, { recursive: true });
  const unclaim = await claim(folder);
  const file = join(folder, 'secrets.json');
  const known = await readJson<StageSecrets>(file);
  const secrets = known ?? (await newSecrets());
  let saved: Promise<void> = Promise.resolve();
  /** One after the other, since all write the same file. */
  const save = () => {
    saved = saved.catch(() => undefined).then(() => writeWhole(file, secrets));
    return saved;
  };
  try {
    if (known) await checkVersion(folder);
    else {
      await writeWhole(join(folder, 'version.json'), { version: STATE_VERSION });
      await save();
    }
  } catch (error) {
    await unclaim();
    throw error;
  }
  const release = kept ? unclaim : () => rm(folder, { recursive: true, force: true });
  return { folder, secrets, save, release };
};
