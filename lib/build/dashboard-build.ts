import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sourceHash } from './kept-build.ts';
import { PUBLIC_DOCUMENTS } from './public-pages.ts';

const root = join(import.meta.dirname, '../..');
const source = join(root, 'web/dashboard');
const dist = join(root, 'dist');
/** The output folder of pages and their files. */
export const DASHBOARD_FOLDER = join(dist, 'dashboard');
/** The dashboard's page, and the page for people without an account. */
export const DASHBOARD_PAGES = ['index.html', ...PUBLIC_DOCUMENTS] as const;
const DAY = 24 * 60 * 60 * 1000;

/** One JavaScript file of the bundler's output. */
export interface DashboardChunk {
  name: string;
  /** Bytes. */
  gzip: number;
  /** Files that are always loaded with it. */
  imports: string[];
  /** Files that it imports dynamically. */
  later: string[];
  entry: boolean;
  /** The entry module from web/dashboard, or null for a shared file. */
  source: string | null;
}

export interface DashboardBuild {
  folder: string;
  /** The output folder; files of earlier builds stay for a day. */
  chunks: Record<string, DashboardChunk>;
}

/**
 * Includes the parts of the service that both must agree on, such as the allowed upload types; the lockfile covers the
 * packages.
 */
const SOURCES = [
  'web',
  'functions',
  'package-lock.json',
  'tsconfig.json',
  'lib/build/bundling',
  'lib/build/public-pages.ts',
];

const readChunks = async (): Promise<DashboardBuild['chunks']> =>
  JSON.parse(await readFile(join(DASHBOARD_FOLDER, 'manifest.json'), 'utf8')) as DashboardBuild['chunks'];

/** The pages are written last, so every file that a page names exists. */
const place = async (made: string): Promise<void> => {
  await mkdir(join(DASHBOARD_FOLDER, 'assets'), { recursive: true });
  const assets = await readdir(join(made, 'assets'));
  for (const name of assets) await rename(join(made, 'assets', name), join(DASHBOARD_FOLDER, 'assets', name));
  for (const name of ['manifest.json', ...DASHBOARD_PAGES])
    await rename(join(made, name), join(DASHBOARD_FOLDER, name));
  for (const name of await readdir(join(DASHBOARD_FOLDER, 'assets'))) {
    const path = join(DASHBOARD_FOLDER, 'assets', name);
    const { mtimeMs } = await stat(path);
    if (!assets.includes(name) && mtimeMs < Date.now() - DAY) await rm(path, { force: true });
  }
};

const build = async (): Promise<DashboardBuild> => {
  const hash = await sourceHash(SOURCES);
  const stamp = join(DASHBOARD_FOLDER, '.built-from');
  if ((await readFile(stamp, 'utf8').catch(() => '')) !== hash) {
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
      await place(made);
      await writeFile(stamp, hash);
    } finally {
      await rm(made, { recursive: true, force: true });
    }
  }
  return { folder: DASHBOARD_FOLDER, chunks: await readChunks() };
};

let underway: Promise<DashboardBuild> | undefined;

/** Builds the dashboard into `dist/dashboard` if its sources have changed since the last build; one build at a time. */
export const buildDashboard = (): Promise<DashboardBuild> => {
  underway ??= build().finally(() => {
    underway = undefined;
  });
  return underway;
};

/** The file and all its static imports. */
export const withImports = (chunks: DashboardBuild['chunks'], file: string): Set<string> => {
  const found = new Set<string>();
  const follow = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    for (const next of chunks[name]?.imports ?? []) follow(next);
  };
  follow(file);
  return found;
};
