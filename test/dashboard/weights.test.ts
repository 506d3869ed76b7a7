import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { closure } from '../../lib/build/bundling/closure.ts';
import { buildDashboard, DASHBOARD_FOLDER, type DashboardBuild } from '../../lib/build/dashboard-build.ts';

const KB = 1024;
/** All of it gzipped JavaScript. */
const FIRST_LOAD = 52 * KB;
const ROUTE = 63 * KB;
const LANDING = 36 * KB;
const EARLY = 6.6 * KB;
/** Files that are requested before a page shows. */
const FILES = 24;

let chunks: DashboardBuild['chunks'];
let first: Set<string>;
let firstOfPublic: Set<string>;

const entry = (page: string) => Object.entries(chunks).find(([, { source }]) => source === page)?.[0] ?? '';

const withImports = (among: DashboardBuild['chunks'], file: string): Set<string> =>
  closure([file], (name) => among[name]?.imports ?? []);

const weigh = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + (chunks[file]?.gzip ?? 0), 0);

const early = () => {
  const found = Object.values(chunks).find(({ name }) => name === 'early');
  if (!found) throw new Error('There is no early script.');
  return found;
};

const isPage = (source: string | null | undefined) => /^(pages|public)\//.test(source ?? '');

/** The additional weight of each later file. */
const lazyComponent = (there: Set<string>, isMeant: (source: string | null) => boolean) =>
  Object.entries(chunks)
    .filter(([file, { source }]) => isMeant(source) && !there.has(file))
    .map(([file, { source }]) => ({
      source,
      gzip: weigh([...withImports(chunks, file)].filter((one) => !there.has(one))),
    }));

beforeAll(async () => {
  ({ chunks } = await buildDashboard());
  first = withImports(chunks, entry('index.html'));
  firstOfPublic = withImports(chunks, entry('public.html'));
}, 60_000);

describe('the dashboard', () => {
  test('loads at most 52 KB before it shows its first page (the budget is 180)', () => {
    expect(weigh(first)).toBeGreaterThan(30 * KB);
    expect(weigh(first)).toBeLessThanOrEqual(FIRST_LOAD);
  });

  test('loads at most 63 KB more for any page, menu or dialog', () => {
    const isOfDashboard = (source: string | null) => source !== null && !source.startsWith('public');
    expect(lazyComponent(first, isOfDashboard).length).toBeGreaterThan(8);
    expect(lazyComponent(first, isOfDashboard).filter(({ gzip }) => gzip > ROUTE)).toEqual([]);
  });

  test('loads menus, dialogs, toasts, the sign-in protocol and error translations later', () => {
    const late = ['app/menus.tsx', 'kit/toast-region.tsx', 'session/protocol.ts', 'words/de/refusals.json'];
    expect(Object.values(chunks).map(({ source }) => source)).toEqual(expect.arrayContaining(late));
    const sources = [...first].map((file) => chunks[file]?.source);
    for (const source of late) expect(sources).not.toContain(source);
  });
});

describe('the early script', () => {
  test(`imports no other file and weighs at most ${EARLY / KB} KB`, () => {
    expect(early().imports).toEqual([]);
    expect(early().gzip).toBeLessThanOrEqual(EARLY);
  });

  test.each(['index.html', 'public.html'])(
    'is part of %s, after the root element; what its file has is less than a tenth',
    async (name) => {
      const page = await readFile(join(DASHBOARD_FOLDER, name), 'utf8');
      const [, script = ''] = /id="root".*<script type="module" async>(.*?)<\/script>/s.exec(page) ?? [];
      const [file = ''] = Object.entries(chunks).find(([, chunk]) => chunk === early()) ?? [];
      const inFile = await readFile(join(DASHBOARD_FOLDER, file));
      expect(script.length).toBeGreaterThan(10 * KB);
      expect(inFile.length).toBeLessThan(script.length / 10);
    },
  );

  test.each([
    ['pages/', () => first, 16],
    ['public/', () => firstOfPublic, 5],
  ])('opens the pages of %s, each in 24 files at most', (folder, there, least) => {
    const opened = early().later.filter((file) => chunks[file]?.source?.startsWith(folder));
    expect(opened.length).toBeGreaterThanOrEqual(least);
    const files = opened.map((file) => [file, new Set([...there(), ...withImports(chunks, file)]).size] as const);
    expect(files.filter(([, count]) => count > FILES)).toEqual([]);
  });

  test('prefetches pages; nothing in the first load does so later', () => {
    const opened = [...new Set([...first, ...firstOfPublic])]
      .filter((file) => chunks[file] !== early())
      .flatMap((file) => chunks[file]?.later ?? [])
      .map((file) => chunks[file]?.source)
      .filter(isPage);
    // Except the sign-in page, for which there's nothing to prefetch.
    expect(opened).toEqual(['pages/welcome.tsx']);
  });
});

describe('the pages without an account', () => {
  test('load nothing that starts the dashboard', () => {
    const dashboard = entry('index.html');
    const pages = Object.keys(chunks).filter((file) => chunks[file]?.source?.startsWith('public/'));
    expect(pages.length).toBeGreaterThan(4);
    expect(pages.filter((file) => withImports(chunks, file).has(dashboard))).toEqual([]);
  });

  test('show the landing page after at most 36 KB', () => {
    const landing = withImports(chunks, entry('public/landing/landing.tsx'));
    expect(weigh(firstOfPublic)).toBeGreaterThan(20 * KB);
    expect(weigh(new Set([...firstOfPublic, ...landing]))).toBeLessThanOrEqual(LANDING);
  });

  test('load at most 63 KB more for any of them', () => {
    const isPublic = (source: string | null) => source?.startsWith('public/') ?? false;
    expect(lazyComponent(firstOfPublic, isPublic).length).toBeGreaterThan(4);
    expect(lazyComponent(firstOfPublic, isPublic).filter(({ gzip }) => gzip > ROUTE)).toEqual([]);
  });
});
