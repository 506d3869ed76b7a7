import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { keys, workspacePartition } from '../../functions/kit/table/keys.ts';
import { judgeOf } from '../../functions/reviews/ask/ask-persona.ts';
import type { FindingRow } from '../../functions/reviews/finding-rows.ts';
import type { Judge } from '../../functions/reviews/judge/calibration/calibrator.ts';
import { RAW } from '../../functions/reviews/judge/calibration/calibrator.ts';
import { termsOf } from '../../functions/reviews/judge/calibration/terms.ts';
import { judgeKey } from '../../functions/reviews/judge/calibrators.ts';
import { ExampleSetRow, LabelRow as Label, type LabelRow } from '../../functions/reviews/rating-rows.ts';
import { learnExamples } from '../../functions/reviews/run/example-sets.ts';
import { call, newWorkspace, table, type Workspace } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { create } from './reviewed.ts';
import { modelSaying, panelOf, runWhole } from './run-whole.ts';
import { seedReview } from './seed.ts';

beforeAll(useOwnTables);

const PAGE = 'Our shop sells lamps that last for years, and every one of them is tested for a week.';
const scene = () =>
  modelSaying((name) => ({ faults: [{ quote: 'lamps that last for years', comment: `${name} misses a number.` }] }));
const { model } = scene();
const JUDGE = judgeOf(model);

interface Rated {
  judge?: Judge;
  trial?: string;
  /** Whether terms say what people find. */
  isClear?: boolean;
}

/** A rated finding, without its review. */
const labelOf = (
  finding: Pick<FindingRow, 'id' | 'persona_id' | 'dimension'>,
  review_id: string,
  at: number,
  more: Rated = {},
): LabelRow => {
  const { judge = JUDGE, trial, isClear = false } = more;
  const severity = 1 + ((at * 7) % 4);
  const useful = isClear ? severity > 2 : (at * 5) % 3 === 0;
  return {
    review_id,
    finding_id: finding.id,
    persona_id: finding.persona_id,
    dimension: finding.dimension,
    rater: 'me',
    source: 'rating',
    terms: termsOf({
      persona_id: finding.persona_id,
      category: 'copy',
      dimension: finding.dimension,
      kind: 'fault',
      severity,
      score: 3,
      spread: 0,
      panel: 3,
      seen: 1,
      grounded: true,
      has_fix: true,
      length: 100,
    }),
    rating: useful ? 5 : 1,
    rated_at: at,
    judge,
    ...(trial && { trial }),
  };
};

/** As the refit's folds judge them. */
const checkedOf = (labels: readonly LabelRow[]) =>
  labels.map((label) => ({
    label,
    judged: { p_useful: 0.5, interval: [0, 1] as [number, number], needs_human: true, rating: 3 },
    base: 0.5,
  }));

const setOf = async (ws: string) =>
  ExampleSetRow.safeParse(await table().get(keys.exampleSet(ws, judgeKey(JUDGE)))).data;

/** Reviews whose findings were all rated. */
const ratedReviews = async (ws: Workspace, site: string | null = null) => {
  const labels: LabelRow[] = [];
  const reviews: string[] = [];
  while (labels.length < 60) {
    const { id, findings } = await seedReview(ws.id, { judge: JUDGE, site });
    reviews.push(id);
    for (const finding of findings) labels.push(labelOf(finding, id, labels.length + 1));
  }
  return { labels, reviews };
};
const learn = (ws: Workspace, labels: readonly LabelRow[], judge = JUDGE) =>
  learnExamples(table(), ws.id, judge, checkedOf(labels), RAW);

const reviewed = async (ws: Workspace, site?: string) => {
  const persona_ids = await panelOf(ws.owner, [`Reader ${newId()}`]);
  const { body } = await create(ws.owner, { content: PAGE, persona_ids, ...(site && { widget_site_id: site }) });
  const { model, calls } = scene();
  await runWhole(ws.id, body.id, model);
  const row = await table().get(keys.review(ws.id, body.id));
  const shown = calls.map(
    ({ prompt }) => prompt.shared.filter((part) => part.type === 'text' && part.text.includes('<examples ')).length,
  );
  return { id: body.id as string, row, judge: row?.judge as Judge | undefined, calls, shown };
};

describe('examples of what people found useful', () => {
  test('are not looked for before sixty ratings over eight reviews', async () => {
    const ws = await newWorkspace();
    const { labels } = await ratedReviews(ws);
    await learn(ws, labels.slice(0, 59));
    await learn(
      ws,
      labels.map((label) => ({ ...label, review_id: 'one' })),
    );
    expect(await setOf(ws.id)).toBeUndefined();
  });

  test('are tried in about half of the new reviews, in all calls of one, as a judge of their own', async () => {
    const ws = await newWorkspace();
    const { labels } = await ratedReviews(ws);
    await learn(ws, labels);
    const set = await setOf(ws.id);
    expect(set).toMatchObject({ state: 'trying', looks: 0, site: null, dropped: [] });
    expect(set?.of.length).toBeGreaterThanOrEqual(4);
    expect(JSON.stringify(set)).not.toContain('misses');
    const seen = new Map<boolean, Awaited<ReturnType<typeof reviewed>>>();
    for (let tries = 0; tries < 20 && seen.size < 2; tries += 1) {
      const one = await reviewed(ws);
      seen.set(one.judge?.prompt !== JUDGE.prompt, one);
    }
    const [within, without] = [seen.get(true)!, seen.get(false)!];
    expect(within.judge).toEqual({ model: 'test-1', prompt: `${JUDGE.prompt}+${set?.hash}` });
    expect(within.row?.examples).toEqual({ hash: set?.hash, of: set?.of });
    expect(without.row?.examples).toEqual({ hash: set?.hash, of: [] });
    expect(new Set(within.shown)).toEqual(new Set([1]));
    expect(new Set(without.shown)).toEqual(new Set([0]));
    expect(new Set(within.calls.map(({ prompt }) => JSON.stringify(prompt.shared))).size).toBe(1);

    for (const { id } of [within, without]) {
      const { items } = (await call('GET', `/api/reviews/${id}/feedback`, { as: ws.owner })).body;
      await call('POST', `/api/reviews/${id}/feedback/${items[0].id}/rate`, { as: ws.owner, body: { rating: 5 } });
    }
    const { items } = await table().query({
      partition: workspacePartition(ws.id),
      sort: ['begins_with', 'LABEL#'],
      consistent: true,
    });
    const given = items.map((row) => Label.parse(row));
    expect(given.map(({ trial }) => trial)).toEqual([set?.hash, set?.hash]);
    expect(new Set(given.map(({ judge }) => judge.prompt)).size).toBe(2);
  });

  test('examples of a deleted review are in no prompt, and the set is dropped and not tried again', async () => {
    const ws = await newWorkspace();
    const { labels } = await ratedReviews(ws);
    await learn(ws, labels);
    const set = (await setOf(ws.id))!;
    await table().put({ ...keys.exampleSet(ws.id, judgeKey(JUDGE)), ...set, state: 'kept' });
    expect((await reviewed(ws)).row?.examples).toEqual({ hash: set.hash, of: set.of });
    await call('DELETE', `/api/reviews/${set.of[0]!.review_id}`, { as: ws.owner });
    const { row, judge, shown } = await reviewed(ws);
    expect([row?.examples, judge?.prompt]).toEqual([undefined, JUDGE.prompt]);
    expect(new Set(shown)).toEqual(new Set([0]));
    await learn(ws, labels);
    expect(await setOf(ws.id)).toMatchObject({ state: 'dropped', dropped: [set.hash] });
  });

  test('examples of one site aren’t shown in reviews of another', async () => {
    const ws = await newWorkspace();
    const [first, second] = [await ws.site(), await ws.site()];
    const { labels } = await ratedReviews(ws, first.id);
    await learn(ws, labels);
    const set = (await setOf(ws.id))!;
    expect(set.site).toBe(first.id);
    await table().put({ ...keys.exampleSet(ws.id, judgeKey(JUDGE)), ...set, state: 'kept' });
    expect((await reviewed(ws, second.id)).row?.examples).toBeUndefined();
    expect((await reviewed(ws, first.id)).row?.examples).toEqual({ hash: set.hash, of: set.of });
    expect((await reviewed(ws)).row?.examples).toEqual({ hash: set.hash, of: set.of });
  });

  test.each([
    { isClear: true, state: 'kept' },
    { isClear: false, state: 'dropped' },
  ])(
    'are $state after 120 ratings in each arm, if predictions with them are clear: $isClear',
    async ({ isClear, state }) => {
      const ws = await newWorkspace();
      const { labels } = await ratedReviews(ws);
      await learn(ws, labels);
      const { hash = '' } = (await setOf(ws.id)) ?? {};
      const within = { ...JUDGE, prompt: `${JUDGE.prompt}+${hash}` };
      const rate = async (judge: Judge, clear: boolean) => {
        for (let at = 0; at < 120; at += 1) {
          const finding = { id: newId(), persona_id: `p${at % 3}`, dimension: `d${at % 2}` };
          const label = labelOf(finding, `r${Math.floor(at / 8)}`, 1000 + at, { judge, trial: hash, isClear: clear });
          await table().put({ ...keys.label(ws.id, judgeKey(judge), finding.id, 'me'), ...label });
        }
      };
      await rate(JUDGE, !isClear);
      await learn(ws, labels, within);
      expect(await setOf(ws.id)).toMatchObject({ state: 'trying', looks: 0 });
      await rate(within, isClear);
      await learn(ws, labels, within);
      expect(await setOf(ws.id)).toMatchObject({ state, hash, dropped: isClear ? [] : [hash] });
      await learn(ws, labels);
      expect(await setOf(ws.id)).toMatchObject({ state, hash });
    },
  );
});
