import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');

const filesAt = async (path: string): Promise<string[]> => {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

export const sourceHash = async (paths: readonly string[]): Promise<string> => {
  const files = await Promise.all(paths.map((path) => filesAt(join(root, path))));
  const hash = createHash('sha256');
  for (const path of files.flat().sort()) hash.update(`${relative(root, path)}\0`).update(await readFile(path));
  return hash.digest('hex');
};

/** Differs once one of these files was written, added or removed: a tenth of the work of `sourceHash`. */
export const sourceStamp = (paths: readonly string[]): string => {
  const stampOf = (path: string) => {
    const { mtimeMs, size } = statSync(path);
    return `${path} ${mtimeMs} ${size}`;
  };
  return paths
    .map((path) => join(root, path))
    .flatMap((path) =>
      statSync(path).isDirectory()
        ? readdirSync(path, { recursive: true, withFileTypes: true }).map((one) => join(one.parentPath, one.name))
        : [path],
    )
    .map(stampOf)
    .join('\n');
};

/** Concurrent readers see either the old or the new content. */
export const writeAtomically = async (path: string, text: string): Promise<void> => {
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return;
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, text);
  await rename(draft, path);
};

export const cachedBuild = async <Made extends object>(
  path: string,
  hash: string,
  make: () => Promise<Made>,
  isComplete: (made: Made) => boolean = () => true,
): Promise<Made> => {
  const text = await readFile(path, 'utf8').catch(() => '{}');
  const { built_from, made } = JSON.parse(text) as { built_from?: string; made: Made };
  if (built_from === hash && isComplete(made)) return made;
  const fresh = await make();
  await writeAtomically(path, JSON.stringify({ built_from: hash, made: fresh }));
  return fresh;
};

const DAY = 24 * 60 * 60 * 1000;

/** Removes other files than these after a day, because a running stage may still serve an earlier build. */
export const removeStale = async (folder: string, current: readonly string[]): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (current.includes(name)) continue;
    // Another process may be removing the same files.
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < Date.now() - DAY) await rm(path, { force: true });
  }
};
