import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cachedBuild, removeStale, sourceHash, sourceStamp } from './build-cache.ts';
import { PUBLIC_DOCUMENTS } from './public-pages.ts';

const root = join(import.meta.dirname, '../..');
const source = join(root, 'web/dashboard');
const dist = join(root, 'dist');
export const DASHBOARD_FOLDER = join(dist, 'dashboard');
export const BROTLI_FOLDER = join(DASHBOARD_FOLDER, 'brotli');
export const DASHBOARD_PAGES = ['index.html', ...PUBLIC_DOCUMENTS] as const;

export interface DashboardChunk {
  name: string;
  gzip: number;
  imports: string[];
  /** Imported dynamically. */
  later: string[];
  entry: boolean;
  /** The entry module from web/dashboard, or null for a shared file. */
  source: string | null;
}

export interface DashboardBuild {
  folder: string;
  chunks: Record<string, DashboardChunk>;
}

/** Includes the parts of the service that both must agree on; the lockfile covers the packages. */
const SOURCES = [
  'web',
  'docs',
  'functions',
  'package-lock.json',
  'tsconfig.json',
  'lib/build/bundling',
  'lib/build/public-pages.ts',
];

/** Pages are written last, so every file that a page names exists. */
const place = async (made: string): Promise<void> => {
  for (const path of ['brotli/assets', 'assets']) {
    const [from, to] = [join(made, path), join(DASHBOARD_FOLDER, path)];
    await mkdir(to, { recursive: true });
    const names = await readdir(from);
    for (const name of names) await rename(join(from, name), join(to, name));
    await removeStale(to, names);
  }
  for (const name of DASHBOARD_PAGES) await rename(join(made, name), join(DASHBOARD_FOLDER, name));
};

const makeChunks = async (): Promise<DashboardBuild['chunks']> => {
  await mkdir(dist, { recursive: true });
  const made = await mkdtemp(join(dist, '.dashboard-'));
  try {
    const script = join(root, 'lib/build/bundling/build-dashboard.ts');
    const { stderr } = await promisify(execFile)(process.execPath, [script, source, made], {
      cwd: root,
      // A test runner sets NODE_ENV, which would make a development build.
      env: { ...process.env, NODE_ENV: 'production' },
    });
    if (stderr) console.error(stderr);
    const chunks = JSON.parse(await readFile(join(made, 'manifest.json'), 'utf8')) as DashboardBuild['chunks'];
    await place(made);
    return chunks;
  } finally {
    await rm(made, { recursive: true, force: true });
  }
};

const MANIFEST = join(DASHBOARD_FOLDER, 'manifest.json');

/** A look at 2,500 files takes 25 ms, and a local stage asks with every page. */
const LOOK_EVERY_MS = 1000;

let known: { stamp: string; made: DashboardBuild; lookedAt: number } | undefined;

const build = async (): Promise<DashboardBuild> => {
  const lookedAt = performance.now();
  if (known && lookedAt - known.lookedAt < LOOK_EVERY_MS && existsSync(MANIFEST)) return known.made;
  const stamp = sourceStamp(SOURCES);
  if (known?.stamp === stamp && existsSync(MANIFEST)) {
    known = { ...known, lookedAt };
    return known.made;
  }
  const made = {
    folder: DASHBOARD_FOLDER,
    chunks: await cachedBuild(MANIFEST, await sourceHash(SOURCES), makeChunks),
  };
  known = { stamp, made, lookedAt };
  return made;
};

let underway: Promise<DashboardBuild> | undefined;

export const buildDashboard = (): Promise<DashboardBuild> => {
  underway ??= build().finally(() => {
    underway = undefined;
  });
  return underway;
};
