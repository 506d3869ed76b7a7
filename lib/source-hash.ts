import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');

const filesAt = async (path: string): Promise<string[]> => {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

/** Of all that a build is made from: files, and folders with what they hold, named from the project's root. */
export const sourceHash = async (paths: readonly string[]): Promise<string> => {
  const files = await Promise.all(paths.map((path) => filesAt(join(root, path))));
  const hash = createHash('sha256');
  for (const path of files.flat().sort()) hash.update(`${relative(root, path)}\0`).update(await readFile(path));
  return hash.digest('hex');
};
