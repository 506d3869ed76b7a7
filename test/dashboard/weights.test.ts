import { beforeAll, describe, expect, test } from '@jest/globals';
import { buildDashboard, type DashboardBuild, withImports } from '../../lib/dashboard-build.ts';

const KB = 1024;
/** All of it gzipped JavaScript. */
const FIRST_LOAD = 130 * KB;
const ROUTE = 80 * KB;
const LANDING = 115 * KB;

let chunks: DashboardBuild['chunks'];
let first: Set<string>;
let firstOfPublic: Set<string>;

const entry = (page: string) => Object.entries(chunks).find(([, { source }]) => source === page)?.[0] ?? '';

const weigh = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + (chunks[file]?.gzip ?? 0), 0);

/** What each file that comes later adds to what is there. */
const later = (there: Set<string>, isMeant: (source: string | null) => boolean) =>
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
  test('loads at most 130 KB before it shows its first page (the budget is 180)', () => {
    expect(weigh(first)).toBeGreaterThan(50 * KB);
    expect(weigh(first)).toBeLessThanOrEqual(FIRST_LOAD);
  });

  test('loads at most 80 KB more for any page, menu or dialog', () => {
    const isOfDashboard = (source: string | null) => source !== null && !source.startsWith('public');
    expect(later(first, isOfDashboard).length).toBeGreaterThan(8);
    expect(later(first, isOfDashboard).filter(({ gzip }) => gzip > ROUTE)).toEqual([]);
  });

  test('leaves menus, dialogs, toasts, the protocol of the sign-in and the words of refusals out of the first load', () => {
    const late = ['app/menus.tsx', 'kit/toast-region.tsx', 'session/protocol.ts', 'messages/de/refusals.json'];
    expect(Object.values(chunks).map(({ source }) => source)).toEqual(expect.arrayContaining(late));
    const sources = [...first].map((file) => chunks[file]?.source);
    for (const source of late) expect(sources).not.toContain(source);
  });
});

describe('the pages without an account', () => {
  test('show the landing page after at most 115 KB', () => {
    const landing = withImports(chunks, entry('public/landing/landing.tsx'));
    expect(weigh(firstOfPublic)).toBeGreaterThan(50 * KB);
    expect(weigh(new Set([...firstOfPublic, ...landing]))).toBeLessThanOrEqual(LANDING);
  });

  test('load at most 80 KB more for any of them', () => {
    const isPublic = (source: string | null) => source?.startsWith('public/') ?? false;
    expect(later(firstOfPublic, isPublic).length).toBeGreaterThan(4);
    expect(later(firstOfPublic, isPublic).filter(({ gzip }) => gzip > ROUTE)).toEqual([]);
  });
});
