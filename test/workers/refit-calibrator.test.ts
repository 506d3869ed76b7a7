import { beforeAll, describe, expect, test } from '@jest/globals';
import { HOUR, MINUTE, now } from '../../functions/kit/clock.ts';
import { derivedId, newId } from '../../functions/kit/ids.ts';
import { keys, workspacePartition } from '../../functions/kit/table/keys.ts';
import { type Item, openTable, Table, type Write } from '../../functions/kit/table/table.ts';
import { owed } from '../../functions/owed/jobs.ts';
import { defaultPersonas } from '../../functions/personas/default-personas.ts';
import { Calibrator, type Judge } from '../../functions/reviews/judge/calibration/calibrator.ts';
import { termsOf } from '../../functions/reviews/judge/calibration/terms.ts';
import { judgeKey, readCalibrator } from '../../functions/reviews/judge/calibrators.ts';
import { presentCalibration } from '../../functions/reviews/judge/judge-review.ts';
import { readLabels } from '../../functions/reviews/judge/label-rows.ts';
import type { LabelRow } from '../../functions/reviews/rating-rows.ts';
import { refitCalibrator } from '../../functions/reviews/run/refit-calibrator.ts';
import { advance } from '../../lib/local/clock.ts';
import { openRatedWorld } from '../reviews/rated-world.ts';
import { useOwnTables } from './own-tables.ts';

let table: Table;
beforeAll(async () => {
  await useOwnTables();
  table = openTable();
});

const newJudge = (): Judge => ({ model: `live-${newId()}`, prompt: 'p1' });

const newWorkspace = async (id = newId(), more: object = {}) => {
  await table.put({ ...keys.workspace(id), id, ...more });
  return id;
};

const CATEGORY = defaultPersonas()[0]!.category;
const DIMENSIONS = defaultPersonas()[0]!
  .evaluation_dimensions.slice(0, 2)
  .map(({ name }) => name);

interface Rating {
  judge: Judge;
  count: number;
  seed?: number;
  persona_id?: string;
  category?: string;
  dimensions?: readonly string[];
  rater?: string;
  /** Instead of the world's rating. */
  always?: number;
  /** One for all ratings; else each review has two. */
  review_id?: string;
  within?: Table;
}

/** How many labels a workspace has. Their findings have the same ids in every run. */
const given = new Map<string, number>();

/** With the calibrator, no more than a transaction holds. */
const LABELS_AT_ONCE = 50;

const nextFinding = (ws: string) => {
  const count = (given.get(ws) ?? 0) + 1;
  given.set(ws, count);
  return derivedId(String(count));
};

/** A rating's labels for calibration, any number of them. */
const rate = async (ws: string, { judge, count, seed = 1, within = table, ...more }: Rating) => {
  const { persona_id = newId(), category = CATEGORY, dimensions = DIMENSIONS, rater = 'me', always } = more;
  const world = openRatedWorld(seed);
  const name = judgeKey(judge);
  const key = keys.calibrator(ws, name);
  const labels: Write[] = [];
  for (let rated = 0; rated < count; ) {
    const found = world.review(2);
    const review_id = more.review_id ?? newId();
    for (const [at, { samples, rating: given_ }] of found.entries()) {
      const rating = always ?? given_;
      if (rated === count) break;
      rated += 1;
      const finding_id = nextFinding(ws);
      const dimension = dimensions[at] ?? '';
      const terms = termsOf({
        persona_id,
        category,
        dimension,
        kind: 'fault',
        severity: 2,
        score: samples.reduce((sum, sample) => sum + sample, 0) / samples.length,
        spread: 0,
        panel: 3.5,
        seen: 1,
        grounded: true,
        has_fix: true,
        length: 150,
      });
      const label: LabelRow = {
        ...{ review_id, finding_id, persona_id, dimension, rater, source: 'rating' },
        ...{ terms, rating, rated_at: now(), judge },
      };
      labels.push({ put: { ...keys.label(ws, name, finding_id, rater), ...label } });
    }
  }
  for (let start = 0; start < labels.length; start += LABELS_AT_ONCE) {
    const some = labels.slice(start, start + LABELS_AT_ONCE);
    await within.transact([
      ...some,
      {
        update: key,
        set: { judge, ...owed('refit-calibrator', key, now()), wait_seconds: 1 },
        add: { labels_since: some.length },
      },
    ]);
  }
  return key;
};

const fitted = async (ws: string, rating: Rating) => {
  const key = await rate(ws, rating);
  await refitCalibrator(table, key);
  return key;
};

const rowOf = async (ws: string, judge: Judge) =>
  ((await table.get(keys.calibrator(ws, judgeKey(judge)))) ?? {}) as Item;

describe('a refit', () => {
  test('records a calibrator with its id, number of labels, time and judge, and owes nothing more', async () => {
    const ws = await newWorkspace();
    const judge = newJudge();
    await fitted(ws, { judge, count: 40 });
    const row = await rowOf(ws, judge);
    const calibrator = Calibrator.parse(row.calibrator);
    expect(row).toMatchObject({
      calibrator_id: calibrator.id,
      n: 40,
      fitted_at: calibrator.fitted_at,
      labels_since: 0,
    });
    expect(calibrator).toMatchObject({ basis: 'workspace', n: 40, judge });
    for (const name of ['job', 'due_at', 'due_pk', 'wait_seconds', 'attempts']) expect(row[name]).toBeUndefined();
    expect(await readCalibrator(table, ws, judge)).toEqual(calibrator);
  });

  test('a refit of fewer than five labels leaves the raw scores in use', async () => {
    const ws = await newWorkspace();
    const judge = newJudge();
    await fitted(ws, { judge, count: 4 });
    const inUse = await readCalibrator(table, ws, judge);
    expect(inUse.basis).toBe('raw');
    expect(presentCalibration(inUse, judge)).toMatchObject({ calibrated: false, labels: 0, fitted_at: null });
    expect((await rowOf(ws, judge)).job).toBeUndefined();
  });

  test('does nothing for a row that owes nothing, or is gone', async () => {
    const ws = await newWorkspace();
    const judge = newJudge();
    const key = await fitted(ws, { judge, count: 10 });
    const before = await rowOf(ws, judge);
    await refitCalibrator(table, key);
    await refitCalibrator(table, keys.calibrator(newId(), 'none'));
    expect(await rowOf(ws, judge)).toEqual(before);
  });

  test('may be asked for twenty times at once: one of them counts', async () => {
    const ws = await newWorkspace();
    const judge = newJudge();
    const key = await rate(ws, { judge, count: 12 });
    await Promise.all(Array.from({ length: 20 }, () => refitCalibrator(table, key)));
    const row = await rowOf(ws, judge);
    expect(row).toMatchObject({ labels_since: 0, n: 12 });
    expect(row.job).toBeUndefined();
  });

  test('loses no rating that comes while it works: that one is owed anew, and the stream is told', async () => {
    const ws = await newWorkspace();
    const judge = newJudge();
    const key = await rate(ws, { judge, count: 10 });
    const due = (await rowOf(ws, judge)).due_at;
    let came = false;
    const busy: Table = Object.create(table, {
      query: {
        value: async (query: Parameters<Table['query']>[0]) => {
          const page = await Table.prototype.query.call(table, query);
          const isOfLabels = String(query.sort?.[1]).startsWith('LABEL#');
          if (isOfLabels && !came) {
            came = true;
            await rate(ws, { judge, count: 1, seed: 5 });
          }
          return page;
        },
      },
      get: { value: table.get.bind(table) },
      getMany: { value: table.getMany.bind(table) },
      transact: { value: table.transact.bind(table) },
    });
    await refitCalibrator(busy, key);
    const row = await rowOf(ws, judge);
    expect(came).toBe(true);
    expect(row).toMatchObject({ n: 10, labels_since: 1, job: 'refit-calibrator', wait_seconds: 2 });
    expect(row.due_at).not.toBe(due);
    await rate(ws, { judge, count: 5, seed: 6 });
    advance(HOUR);
    await refitCalibrator(table, key);
    expect(await rowOf(ws, judge)).toMatchObject({ labels_since: 0 });
    expect((await rowOf(ws, judge)).job).toBeUndefined();
  });

  test('a refit of a deleted workspace waits for its restoration; one of a workspace that is gone owes nothing', async () => {
    const judge = newJudge();
    const asleep = await newWorkspace(newId(), { deleted_at: now() });
    await fitted(asleep, { judge, count: 6 });
    const row = await rowOf(asleep, judge);
    expect(row.job).toBe('refit-calibrator');
    expect(row.calibrator).toBeUndefined();
    expect(row.wait_seconds).toBeUndefined();
    expect(Number(row.due_at)).toBeGreaterThan(now() + HOUR - MINUTE);
    const gone = newId();
    await fitted(gone, { judge, count: 6 });
    expect((await rowOf(gone, judge)).job).toBeUndefined();
  });

  test('rests the longer the more labels there are', async () => {
    const ws = await newWorkspace();
    const judge = newJudge();
    const key = await fitted(ws, { judge, count: 150 });
    await rate(ws, { judge, count: 6, seed: 9 });
    // As if it had ended this moment: a slow machine may have rested enough already.
    await table.tryUpdate(key, { worked_at: now() }, [['exists', 'pk']]);
    await refitCalibrator(table, key);
    expect(await rowOf(ws, judge)).toMatchObject({ n: 150, labels_since: 6, job: 'refit-calibrator' });
    advance(2000);
    await refitCalibrator(table, key);
    expect((await rowOf(ws, judge)).labels_since).toBe(0);
  });

  test('a refit that always fails is given up after some attempts, and the next rating tries again', async () => {
    const ws = await newWorkspace();
    const judge = newJudge();
    const key = await rate(ws, { judge, count: 6 });
    await table.put({ ...keys.calibrationCards(ws), cards: 7, revision: 'x' });
    const failing: Table = Object.create(table, {
      query: { value: () => Promise.reject(new Error('no')) },
      get: { value: table.get.bind(table) },
      transact: { value: table.transact.bind(table) },
    });
    for (let tries = 0; tries < 12; tries += 1) {
      expect((await rowOf(ws, judge)).job).toBe('refit-calibrator');
      await expect(refitCalibrator(failing, key)).rejects.toThrow('no');
    }
    expect((await rowOf(ws, judge)).job).toBeUndefined();
    await table.put({ ...keys.calibrationCards(ws), cards: {}, revision: 'x' });
    await fitted(ws, { judge, count: 1, seed: 3 });
    expect(await rowOf(ws, judge)).toMatchObject({ n: 7, labels_since: 0 });
  });
});

test('the newest 5,000 ratings are read, in any order of their findings’ ids', async () => {
  const ws = await newWorkspace();
  const judge = newJudge();
  await rate(ws, { judge, count: 3 });
  advance(1000);
  const since = now();
  await rate(ws, { judge, count: 5000, seed: 2 });
  const labels = await readLabels(table, ws, judgeKey(judge));
  expect(labels).toHaveLength(5000);
  expect(labels.every(({ rated_at }) => rated_at >= since)).toBe(true);
});

describe('another model or prompt', () => {
  test('is judged by the prior again, until it has ratings of its own; the former judge keeps its own', async () => {
    const ws = await newWorkspace();
    const former = newJudge();
    await fitted(ws, { judge: former, count: 30 });
    for (const judge of [newJudge(), { ...former, prompt: 'p2' }]) {
      const inUse = await readCalibrator(table, ws, judge);
      expect(inUse.basis).not.toBe('workspace');
      expect(presentCalibration(inUse, judge).calibrated).toBe(false);
      await fitted(ws, { judge, count: 8 });
      expect(await readCalibrator(table, ws, judge)).toMatchObject({ basis: 'workspace', n: 8, judge });
    }
    expect(await readCalibrator(table, ws, former)).toMatchObject({ basis: 'workspace', n: 30 });
  });

  test('gives a persona the card of whoever judged it last', async () => {
    const ws = await newWorkspace();
    const persona_id = newId();
    const [former, judge] = [newJudge(), newJudge()];
    const cards = async () => (await table.get(keys.calibrationCards(ws)))?.cards as Record<string, { n: number }>;
    await fitted(ws, { judge: former, count: 32, persona_id });
    expect((await cards())[persona_id]).toMatchObject({ n: 32, judge: judgeKey(former) });
    await fitted(ws, { judge, count: 3, persona_id });
    expect((await cards())[persona_id]).toMatchObject({ n: 3, figures: null, judge: judgeKey(judge) });
  });
});

describe('the prior', () => {
  const custom = 'What our boss calls good';
  let judge: Judge;
  let workspaces: string[];
  beforeAll(async () => {
    judge = newJudge();
    workspaces = [];
    for (const seed of [11, 12, 13]) {
      const ws = await newWorkspace();
      workspaces.push(ws);
      await fitted(ws, { judge, count: 40, seed, dimensions: [DIMENSIONS[0]!, custom], category: 'our own' });
      if (seed < 13) expect(await table.get(keys.calibrationPrior(judgeKey(judge)))).toBeUndefined();
    }
  });

  test('the prior of three workspaces serves one without labels, which stays uncalibrated', async () => {
    const fourth = await newWorkspace();
    const inUse = await readCalibrator(table, fourth, judge);
    expect(inUse).toMatchObject({ basis: 'prior', n: 120, judge, threshold: null });
    expect(presentCalibration(inUse, judge)).toMatchObject({ calibrated: false, basis: 'prior', labels: 120 });
    expect(presentCalibration(inUse, judge).note).toContain('by other workspaces');
  });

  test('holds names of the catalog and no id of a workspace, whatever personas are called', async () => {
    const row = await table.get(keys.calibrationPrior(judgeKey(judge)));
    const text = JSON.stringify(row);
    for (const ws of workspaces) expect(text).not.toContain(ws);
    expect(text).not.toContain('boss');
    expect(text).not.toContain('our own');
    const names = Calibrator.parse(row?.calibrator).coefficients.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['level', 'score', `dimension:${DIMENSIONS[0]}`]));
    expect(names.some((name) => name.includes('persona:'))).toBe(false);
  });

  test('serves a later model too, held with less certainty, until that has one', async () => {
    const next = newJudge();
    const inUse = await readCalibrator(table, await newWorkspace(), next);
    const own = (await table.get(keys.calibrationPrior(judgeKey(judge))))?.calibrator as Calibrator;
    expect(inUse).toMatchObject({ basis: 'prior', judge });
    expect(inUse.coefficients[0]!.variance).toBeCloseTo(4 * own.coefficients[0]!.variance, 6);
    expect(presentCalibration(inUse, next).note).toContain('another model or prompt');
  });

  test('is renewed at most every ten minutes, and leaves out workspaces that were deleted', async () => {
    const prior = async () => (await table.get(keys.calibrationPrior(judgeKey(judge))))?.calibrator as Calibrator;
    const before = await prior();
    const [first, ...others] = workspaces;
    const fourth = await newWorkspace();
    await fitted(fourth, { judge, count: 20, seed: 14 });
    expect(await prior()).toEqual(before);
    advance(11 * MINUTE);
    await fitted(fourth, { judge, count: 6, seed: 15 });
    const ownCount = async () => (await readCalibrator(table, fourth, judge)).n;
    expect((await prior()).n).toBe(120 + (await ownCount()));
    advance(11 * MINUTE);
    await newWorkspace(first, { deleted_at: now() });
    await fitted(fourth, { judge, count: 6, seed: 16 });
    expect((await prior()).n).toBe(80 + (await ownCount()));
    advance(11 * MINUTE);
    for (const ws of others) await newWorkspace(ws, { deleted_at: now() });
    await fitted(fourth, { judge, count: 6, seed: 17 });
    expect(await prior()).toBeUndefined();
    expect((await readCalibrator(table, await newWorkspace(), judge)).basis).toBe('raw');
  });
});

describe('odd labels', () => {
  const stateIn = async (ws: string, judge: Judge) => {
    const { state, calibrated } = presentCalibration(await readCalibrator(table, ws, judge), judge);
    return { state, calibrated };
  };

  test('labels of a rater who floods, of two who always disagree and of one review leave other workspaces unchanged', async () => {
    const judge = newJudge();
    const bystander = await newWorkspace();
    await fitted(bystander, { judge, count: 30 });
    const before = await rowOf(bystander, judge);

    const flooded = await newWorkspace();
    await rate(flooded, { judge, count: 40 });
    await fitted(flooded, { judge, count: 400, rater: 'flood', always: 5, seed: 2 });
    expect(await rowOf(flooded, judge)).toMatchObject({ labels_since: 0 });

    const divided = await newWorkspace();
    await rate(divided, { judge, count: 60, rater: 'yes', always: 5 });
    given.set(divided, 0);
    await fitted(divided, { judge, count: 60, rater: 'no', always: 1 });
    expect(await stateIn(divided, judge)).toEqual({ state: 'learning', calibrated: false });
    expect((await readCalibrator(table, divided, judge)).threshold).toBeNull();

    const single = await newWorkspace();
    await fitted(single, { judge, count: 300, review_id: newId() });
    expect(await stateIn(single, judge)).toEqual({ state: 'learning', calibrated: false });

    expect(await rowOf(bystander, judge)).toEqual(before);
  });

  test('labels of a persona that is gone count as before', async () => {
    const ws = await newWorkspace();
    const judge = newJudge();
    await fitted(ws, { judge, count: 20, persona_id: 'deleted long ago', category: 'gone' });
    expect(await rowOf(ws, judge)).toMatchObject({ n: 20, labels_since: 0 });
  });

  test('broken labels are skipped', async () => {
    const ws = await newWorkspace();
    const judge = newJudge();
    const key = await rate(ws, { judge, count: 10 });
    const name = judgeKey(judge);
    const broken = { finding_id: 'broken', persona_id: 'p', terms: 'none', rating: 'five', rated_at: 1, judge };
    await table.put({ ...keys.label(ws, name, 'broken', 'me'), ...broken });
    await refitCalibrator(table, key);
    expect(await rowOf(ws, judge)).toMatchObject({ n: 10 });
  });

  test('labels that arrive while a refit dies halfway are neither lost nor counted twice', async () => {
    const ws = await newWorkspace();
    const judge = newJudge();
    const key = await rate(ws, { judge, count: 12 });
    const dying = openTable();
    dying.tryTransact = () => Promise.reject(new Error('died'));
    await expect(refitCalibrator(dying, key)).rejects.toThrow('died');
    await rate(ws, { judge, count: 3, seed: 4 });
    await refitCalibrator(table, key);
    expect(await rowOf(ws, judge)).toMatchObject({ n: 15, labels_since: 0 });
  });
});

test('what calibration leaves in a workspace is found by its purge', async () => {
  const ws = await newWorkspace();
  await fitted(ws, { judge: newJudge(), count: 6 });
  const { items } = await table.query({ partition: workspacePartition(ws), consistent: true });
  const kinds = new Set(items.map(({ sk }) => String(sk).split('#')[0]));
  expect([...kinds].sort()).toEqual(['CALIBRATION', 'CALIBRATION_CARDS', 'CALIBRATOR', 'LABEL', 'WS']);
});
