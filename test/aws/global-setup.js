import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Synthesizes every stage once, for all test files. */
export default async function globalSetup() {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-aws-'));
  process.env.SIDENOTE_ASSEMBLY = folder;
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../stack/app.ts'), folder]);
}
