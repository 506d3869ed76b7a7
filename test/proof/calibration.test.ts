import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { codeHash } from '../../bench/eval/code-hash.ts';
import { complaints, type Measured } from '../../bench/eval/gates.ts';
import { measureWorkspace, SIZES } from '../../bench/eval/measure.ts';
import { openWorkspace, WORLDS } from '../../bench/eval/worlds.ts';

const measured = (world: string, { seeds = 12, isShuffled = false } = {}): Measured => ({
  world,
  workspaces: Array.from({ length: seeds }, (_, seed) => {
    const workspace = openWorkspace(WORLDS[world]!, 1000 + seed, { labels: Math.max(...SIZES), test: 200 });
    const { labels } = workspace;
    const strange = labels.map((label, at) => ({ ...label, rating: labels[(at * 619) % labels.length]!.rating }));
    return measureWorkspace(isShuffled ? { ...workspace, labels: strange } : workspace);
  }),
});

test('the committed table was measured with the code as it is', async () => {
  const page = await readFile(new URL('../../docs/calibration.md', import.meta.url), 'utf8');
  expect(page).toContain(`code ${await codeHash()}`);
  expect(page).toContain('All promises hold.');
});

test('in workspaces that the table has not seen, the promises hold', () => {
  expect(complaints(['control', 'slopes', 'severity'].map((world) => measured(world)))).toEqual([]);
});

test('with ratings that belong to other findings, next to nothing is called calibrated', () => {
  const { workspaces } = measured('severity', { isShuffled: true });
  const last = workspaces.flatMap((figures) =>
    figures.filter(({ method, labels }) => method === 'ours' && labels === 1000),
  );
  expect(last.filter(({ isCalibrated }) => isCalibrated).length).toBeLessThanOrEqual(2);
  expect(last.filter(({ trusted }) => (trusted ?? 0) > 0).length).toBeLessThanOrEqual(1);
});
