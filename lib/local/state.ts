import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JWK } from 'jose';
import { newSigningKey } from './issuer.ts';

/** What a stage generates once and keeps. */
export interface StageSecrets {
  server_keys: string;
  origin_secrets: string;
  client_id: string;
  /** The identity pool's name: fixed at the first start, whatever port later starts listen on. */
  issuer: string | undefined;
  signing_key: JWK;
  /** How far domain time is ahead of the wall's. */
  clock_offset_ms: number;
}

export interface StageState {
  folder: string;
  secrets: StageSecrets;
  /** Writes the secrets back after a change. */
  save: () => Promise<void>;
  /** Releases the folder; an ephemeral one is removed. */
  release: () => Promise<void>;
}

/** Something that whoever started the stage can put right; the message says how. */
export class CannotStart extends Error {}

const newSecrets = async (): Promise<StageSecrets> => ({
  server_keys: `k1:${randomBytes(32).toString('base64')}`,
  origin_secrets: randomBytes(24).toString('base64url'),
  client_id: randomBytes(13).toString('hex'),
  issuer: undefined,
  signing_key: await newSigningKey(),
  clock_offset_ms: 0,
});

/** Replaces a file as a whole, so that nobody reads half of it. */
export const writeWhole = async (file: string, value: unknown): Promise<void> => {
  await writeFile(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
};

/** Undefined where there is no such file. */
export const readJson = async <T>(file: string): Promise<T | undefined> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new CannotStart(`${file} cannot be read. Remove the folder to start afresh.`, { cause: error });
  }
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const claim = async (folder: string): Promise<() => Promise<void>> => {
  const file = join(folder, 'running.json');
  const holder = await readJson<{ pid: number }>(file).catch(() => undefined);
  if (holder && holder.pid !== process.pid && isRunning(holder.pid)) {
    throw new Error(
      `A local stage already runs on ${folder} (process ${holder.pid}). Stop it, or start with --ephemeral.`,
    );
  }
  await writeWhole(file, { pid: process.pid });
  return () => rm(file, { force: true });
};

/** Opens the folder that keeps a stage's state; without one, a temporary folder that goes when the stage does. */
export const openState = async (kept: string | undefined): Promise<StageState> => {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'sidenote-stage-')));
  await mkdir(folder, { recursive: true });
  const unclaim = await claim(folder);
  const file = join(folder, 'secrets.json');
  const known = await readJson<StageSecrets>(file);
  const secrets = known ?? (await newSecrets());
  const save = () => writeWhole(file, secrets);
  if (!known) await save();
  const release = kept ? unclaim : () => rm(folder, { recursive: true, force: true });
  return { folder, secrets, save, release };
};
