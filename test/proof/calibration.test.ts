import { expect, test } from '@jest/globals';
import { measureAbstention } from '../../bench/eval/abstention.ts';
import { complaints } from '../../bench/eval/gates.ts';
import { EVALUATED, simulate } from '../../bench/eval/measure.ts';
import { FAILURE_SHARE } from '../../functions/reviews/judge/calibration/threshold.ts';

const SEEDS = 30;

test('over 30 simulated workspaces of 1,500 findings each, every promise of calibration holds', () => {
  expect(EVALUATED).toBeGreaterThanOrEqual(1500);
  expect(complaints(simulate({ seeds: SEEDS }).rows)).toEqual([]);
});

test('ratings that belong to other findings fail: the promises cannot be met by chance', () => {
  const found = complaints(simulate({ seeds: 6, isShuffled: true }).rows).join('\n');
  expect(found).toMatch(/QWK at 200 labels/);
  expect(found).toMatch(/Spearman at 200 labels gains/);
  expect(found).toMatch(/Spearman of ours at 200 labels is not below raw/);
});

test('over 100 further workspaces, abstention breaks its promise in no more than δ + 3 %', () => {
  const found = measureAbstention(100);
  for (const { broken } of found) expect(broken).toBeLessThanOrEqual(FAILURE_SHARE + 0.03);
  expect(found.at(-1)!.trusted).toBeGreaterThan(0.5);
});
