import { beforeAll, describe, expect, test } from '@jest/globals';
import { buildDashboard, type DashboardBuild, withImports } from '../../lib/dashboard-build.ts';

const KB = 1024;
/** All of it gzipped JavaScript. */
const FIRST_LOAD = 130 * KB;
const ROUTE = 80 * KB;

let chunks: DashboardBuild['chunks'];
let first: Set<string>;

const weigh = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + (chunks[file]?.gzip ?? 0), 0);

beforeAll(async () => {
  ({ chunks } = await buildDashboard());
  const [entry = ''] = Object.entries(chunks).find(([, chunk]) => chunk.entry) ?? [];
  first = withImports(chunks, entry);
}, 60_000);

describe('the dashboard', () => {
  test('loads at most 130 KB before it shows its first page (the budget is 180)', () => {
    expect(weigh(first)).toBeGreaterThan(50 * KB);
    expect(weigh(first)).toBeLessThanOrEqual(FIRST_LOAD);
  });

  test('loads at most 80 KB more for any page, menu or dialog', () => {
    const later = Object.entries(chunks).filter(([file, { source }]) => source && !first.has(file));
    const weights = later.map(([file, { source }]) => {
      const more = [...withImports(chunks, file)].filter((one) => !first.has(one));
      return { source, gzip: weigh(more) };
    });
    expect(weights.length).toBeGreaterThan(8);
    expect(weights.filter(({ gzip }) => gzip > ROUTE)).toEqual([]);
  });

  test('leaves menus, dialogs, toasts and the protocol of the sign-in out of the first load', () => {
    const late = ['app/menus.tsx', 'kit/toast-region.tsx', 'session/protocol.ts'];
    const sources = [...first].map((file) => chunks[file]?.source);
    for (const source of late) expect(sources).not.toContain(source);
  });
});
