import { createHash } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Recorded } from './record.ts';

const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/sidenote');
const GRANTS = join(cache, 'grants.json');

/** The commands whose records, together, show every call that a function makes. */
export const PARTS = ['tests', 'proofs', 'proofs under faults'] as const;
export type Part = (typeof PARTS)[number];

const folderOf = (part: Part) => join(cache, 'calls', part.replaceAll(' ', '-'));

/** Identifies the sources that calls and grants come from. */
export const codeId = (): string => {
  const hash = createHash('sha256');
  for (const path of globSync('{functions,lib}/**/*.{ts,js}', { cwd: root }).sort()) {
    hash.update(path).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex').slice(0, 16);
};

/** The lines that processes wrote to that folder. */
export const linesIn = (folder: string): Recorded[] => {
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  return [...new Set(texts)].filter(Boolean).map((text) => JSON.parse(text) as Recorded);
};

/** Starts a record for every process that inherits this environment. Without a part, it's gone after `endRecord`. */
export const beginRecord = (part: Part | undefined): void => {
  const folder = part ? folderOf(part) : mkdtempSync(join(tmpdir(), 'sidenote-calls-'));
  if (part) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  process.env.SIDENOTE_CALLS = folder;
};

/** The lines of the record that ends. */
export const endRecord = (part: Part | undefined): Recorded[] => {
  const folder = process.env.SIDENOTE_CALLS ?? '';
  const lines = linesIn(folder);
  const kind = { code: codeId(), isNightly: Boolean(process.env.NIGHTLY) };
  if (part) writeFileSync(join(folder, 'complete.json'), JSON.stringify(kind));
  else rmSync(folder, { recursive: true, force: true });
  return lines;
};

const json = (path: string): { code?: string } & Record<string, unknown> => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
};

/** The record of the last complete run of that part; undefined if there was none since the sources last changed. */
export const recordOf = (part: Part, code = codeId()): Recorded[] | undefined =>
  json(join(folderOf(part), 'complete.json')).code === code ? linesIn(folderOf(part)) : undefined;

/** Whether the recorded proofs included the nightly ones. */
export const isNightly = (): boolean =>
  PARTS.every((part) => part === 'tests' || json(join(folderOf(part), 'complete.json')).isNightly === true);

/** Keeps what synthesized templates grant, for runs that synthesize nothing. */
export const keepGrants = (functions: unknown): void => {
  mkdirSync(cache, { recursive: true });
  writeFileSync(GRANTS, JSON.stringify({ code: codeId(), functions }));
};

/** The result of `keepGrants`; undefined if the sources have changed since. */
export const keptGrants = (): unknown => {
  const { code, functions } = json(GRANTS);
  return code === codeId() ? functions : undefined;
};
