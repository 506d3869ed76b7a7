import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sourceHash } from './kept-build.ts';
import { PUBLIC_DOCUMENTS } from './public-pages.ts';

const root = join(import.meta.dirname, '../..');
const source = join(root, 'web/dashboard');
const dist = join(root, 'dist');
/** The built pages and their files. */
export const DASHBOARD_FOLDER = join(dist, 'dashboard');
/** The dashboard's own, and those for people without an account. */
export const DASHBOARD_PAGES = ['index.html', ...PUBLIC_DOCUMENTS] as const;
const DAY = 24 * 60 * 60 * 1000;

/** One file of JavaScript, as the bundler made it. */
export interface DashboardChunk {
  name: string;
  /** Bytes. */
  gzip: number;
  /** Files that come with it. */
  imports: string[];
  /** Files that it asks for once it runs. */
  later: string[];
  entry: boolean;
  /** The module that it was made for, from web/dashboard; null where it only holds what several share. */
  source: string | null;
}

export interface DashboardBuild {
  folder: string;
  /** The folder of the pages and their files; old files stay for a day. */
  chunks: Record<string, DashboardChunk>;
}

/**
 * It imports shared definitions of the service, such as allowed uploads; the lockfile represents the
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

/** Pages come last, so the files that they name already exist. */
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
        // A test runner's own would make a build for development.
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

/** Builds the dashboard into `dist/dashboard` where its sources have changed since the last build; at most one at a time. */
export const buildDashboard = (): Promise<DashboardBuild> => {
  underway ??= build().finally(() => {
    underway = undefined;
  });
  return underway;
};

/** Everything that comes with a file before it runs, itself included. */
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
