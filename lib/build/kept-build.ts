import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');

const filesAt = async (path: string): Promise<string[]> => {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

/** Files and folders, from the project's root. */
export const sourceHash = async (paths: readonly string[]): Promise<string> => {
  const files = await Promise.all(paths.map((path) => filesAt(join(root, path))));
  const hash = createHash('sha256');
  for (const path of files.flat().sort()) hash.update(`${relative(root, path)}\0`).update(await readFile(path));
  return hash.digest('hex');
};

/** Writes a file atomically: concurrent readers see either the old or the new content. */
export const place = async (path: string, text: string): Promise<void> => {
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return;
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, text);
  await rename(draft, path);
};

/** Returns the build kept in `path` if its sources are unchanged; otherwise builds and keeps it. */
export const keptBuild = async <Made extends object>(
  path: string,
  hash: string,
  make: () => Promise<Made>,
): Promise<Made> => {
  const text = await readFile(path, 'utf8').catch(() => '{}');
  const { built_from, made } = JSON.parse(text) as { built_from?: string; made: Made };
  if (built_from === hash) return made;
  const fresh = await make();
  await place(path, JSON.stringify({ built_from: hash, made: fresh }));
  return fresh;
};
