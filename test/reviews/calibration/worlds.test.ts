import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Figures, measureWorkspace } from '../../../bench/eval/measure.ts';
import { openWorkspace, WORLDS } from '../../../bench/eval/worlds.ts';

const WORKSPACES = 8;
const LABELS = 400;

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

/** The eval of `npm run eval`, short: raters who differ, critics, and a dimension that matters. */
describe.each([
  { world: 'raters', skill: 0.05, auc: 0.63, calibrated: [0.3, 0.9], trusted: [0, 0.05] },
  { world: 'critic', skill: 0.15, auc: 0.73, calibrated: [0.9, 1], trusted: [0, 0.1] },
  { world: 'dimension', skill: 0.25, auc: 0.77, calibrated: [0.9, 1], trusted: [0.15, 0.4] },
])('after 400 ratings of the world "$world"', ({ world, skill, auc, calibrated, trusted }) => {
  let ours: Figures[] = [];
  let base: Figures[] = [];
  beforeAll(() => {
    const all = Array.from({ length: WORKSPACES }, (_, at) =>
      measureWorkspace(
        openWorkspace(WORLDS[world]!, 3000 + at, { labels: LABELS, test: 200 }),
        [200, LABELS],
        ['base rate', 'ours'],
      ).filter(({ labels }) => labels === LABELS),
    );
    ours = all.flatMap((figures) => figures.filter(({ method }) => method === 'ours'));
    base = all.flatMap((figures) => figures.filter(({ method }) => method === 'base rate'));
  });
  const of = (figures: readonly Figures[], name: 'brier' | 'ece' | 'auc' | 'covered' | 'trusted' | 'agreement') =>
    mean(figures.flatMap((one) => one[name] ?? []));
  const expectBetween = (value: number, [low = 0, high = 1]: readonly number[]) => {
    expect(value).toBeGreaterThanOrEqual(low);
    expect(value).toBeLessThanOrEqual(high);
  };

  test('predictions beat the base rate after 400 ratings', () => {
    expect(1 - of(ours, 'brier') / of(base, 'brier')).toBeGreaterThan(skill);
    expect(of(ours, 'auc')).toBeGreaterThan(auc);
    expect(of(ours, 'ece')).toBeLessThan(0.14);
  });

  test('intervals hold the true probability, and are not the whole scale', () => {
    expectBetween(of(ours, 'covered'), [0.88, 0.995]);
  });

  test('as many workspaces as possible are calibrated after 400 ratings', () => {
    expectBetween(mean(ours.map(({ isCalibrated }) => Number(isCalibrated))), calibrated);
  });

  test('verdicts are trusted only where people agree', () => {
    expectBetween(of(ours, 'trusted'), trusted);
    for (const { agreement = 1 } of ours) expect(agreement).toBeGreaterThan(0.8);
  });
});
