import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { documents } from './documents.ts';

const ROOT = join(import.meta.dirname, '../..');

for (const [path, text] of await documents()) {
  await mkdir(dirname(join(ROOT, path)), { recursive: true });
  await writeFile(join(ROOT, path), text);
  console.log(`${path}  ${Buffer.byteLength(text)} bytes`);
}
