import { expect, test } from '@jest/globals';
import { DAY, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { type Key, keys } from '../../functions/kit/table/keys.ts';
import { RAW } from '../../functions/reviews/judge/calibration/calibrator.ts';
import { renewedRecord } from '../../functions/reviews/judge/calibration-record.ts';
import { judgeKey } from '../../functions/reviews/judge/calibrators.ts';
import { refitCalibrator } from '../../functions/reviews/run/refit-calibrator.ts';
import { MAX_BINS, MAX_HISTORY } from '../../functions/reviews/workspace-calibration.ts';
import { type Caller, call, newWorkspace, table } from '../driver.ts';
import { onceNotBusy } from '../once-not-busy.ts';
import { seedLabels, seedRefit } from './seed-calibration.ts';

const newJudge = () => ({ model: `seeded-${newId()}`, prompt: 'p1' });
const get = (as: Caller) => call('GET', '/api/calibration', { as });
const newPersonas = () => [newId(), newId()];
/** As its queue does, which delivers what met a busy table once more. */
const delivered = (key: Key) =>
  refitCalibrator(table(), key).then(
    () => ({ status: 200 }),
    (error: { status?: number }) => {
      if (error.status !== 503) throw error;
      return { status: 503 };
    },
  );

test('a workspace without ratings has no judges', async () => {
  const ws = await newWorkspace();
  expect((await get(ws.owner)).body).toEqual({ judges: [] });
});

test('a refit records ratings, skill, reliability and the personas of its judge', async () => {
  const ws = await newWorkspace();
  const [judge, personas] = [newJudge(), newPersonas()];
  await seedRefit(table(), ws.id, { judge, reviews: 60, personas });
  const { body } = await get(ws.owner);
  const [found] = body.judges;
  expect(body.judges).toHaveLength(1);
  expect(found).toMatchObject({ ...judge, state: 'calibrated', labels: { given: 120, in_use: 120, reviews: 60 } });
  expect(found.skill.interval[0]).toBeGreaterThan(0);
  expect(found.history).toEqual([{ at: found.counted_at, labels: 120, state: 'calibrated', skill: found.skill }]);
  expect(found.bins.length).toBeGreaterThan(5);
  expect(found.bins.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(120);
  const [first, last] = [found.bins[0], found.bins.at(-1)];
  expect(last.predicted - first.predicted).toBeGreaterThan(0.2);
  expect(last.observed - first.observed).toBeGreaterThan(0.2);
  const labels = found.personas.map((one: { persona_id: string; labels: number }) => [one.persona_id, one.labels]);
  expect(new Map(labels)).toEqual(new Map(personas.map((id) => [id, 60])));
});

test('ratings that are too few for a fit are counted, without figures', async () => {
  const ws = await newWorkspace();
  await seedRefit(table(), ws.id, { judge: newJudge(), reviews: 2, personas: newPersonas() });
  expect((await get(ws.owner)).body.judges).toMatchObject([
    { state: 'uncalibrated', labels: { given: 4, in_use: 0 }, skill: null, bins: [], history: [] },
  ]);
  await seedRefit(table(), ws.id, { judge: newJudge(), reviews: 10, personas: newPersonas() });
  const [newest, older] = (await get(ws.owner)).body.judges;
  expect(newest).toMatchObject({ state: 'learning', labels: { given: 20, in_use: 20 }, skill: null, bins: [] });
  expect(older.labels.given).toBe(4);
});

test('a judge stays behind the one that answered since, also when its old findings are rated', async () => {
  const ws = await newWorkspace();
  const [former, current] = [newJudge(), newJudge()];
  const [lastMonth, yesterday] = [now() - 30 * DAY, now() - DAY];
  const rated = { personas: newPersonas(), reviews: 2 };
  await seedRefit(table(), ws.id, { ...rated, judge: former, began: lastMonth });
  await seedRefit(table(), ws.id, { ...rated, judge: current, began: yesterday });
  await seedRefit(table(), ws.id, { ...rated, judge: former, began: lastMonth, seed: 2 });
  expect((await get(ws.owner)).body.judges).toMatchObject([current, former]);
});

test('twenty deliveries of a refit at once write one entry of history; ratings that change nothing only count', async () => {
  const ws = await newWorkspace();
  const [judge, personas] = [newJudge(), newPersonas()];
  const rated = { judge, personas, reviews: 30 };
  await seedLabels(table(), ws.id, rated);
  const key = keys.calibrator(ws.id, judgeKey(judge));
  await Promise.all(Array.from({ length: 20 }, () => onceNotBusy(() => delivered(key))));
  const before = (await get(ws.owner)).body.judges[0];
  expect(before.history).toHaveLength(1);
  expect(before.labels).toMatchObject({ given: 60, in_use: 60 });

  await seedRefit(table(), ws.id, { ...rated, reviews: 2, seed: 2 });
  const kept = (await get(ws.owner)).body.judges[0];
  expect(kept).toEqual({
    ...before,
    labels: { ...before.labels, given: 64 },
    counted_at: kept.counted_at,
    personas: kept.personas,
  });

  await seedRefit(table(), ws.id, { ...rated, seed: 3 });
  const after = (await get(ws.owner)).body.judges[0];
  expect(after.history).toHaveLength(2);
  expect(after.history[0]).toEqual(before.history[0]);
  expect(after.history[1]).toMatchObject({ labels: 124 });
});

test('guests and tokens of the workspace read it; ratings elsewhere change nothing', async () => {
  const [ws, other] = [await newWorkspace(), await newWorkspace()];
  const judge = newJudge();
  await seedRefit(table(), ws.id, { judge, reviews: 10, personas: newPersonas() });
  const before = await get(ws.owner);
  await seedRefit(table(), other.id, { judge, reviews: 12, personas: newPersonas() });
  const callers: Caller[] = [ws.owner, await ws.member(), await ws.guest([]), await ws.token('GUEST')];
  for (const as of callers) expect((await get(as)).text).toBe(before.text);
  expect((await get(other.owner)).body.judges[0].labels.given).toBe(24);
  expect((await get({ credential: 'nothing' })).status).toBe(401);
});

test('the row stays below 8 KB over a thousand refits, keeps its first entry and the newest', () => {
  const judge = newJudge();
  const skill = { value: -0.123456789, interval: [-0.123456789, 0.123456789] as [number, number] };
  const checked = Array.from({ length: 300 }, (_, at) => ({
    label: { review_id: newId(), rating: 1 + (at % 5) },
    judged: { p_useful: at / 300, rating: 3, interval: [0, 1], needs_human: true },
    base: 0.5,
  })) as unknown as Parameters<typeof renewedRecord>[1]['checked'];
  let record: ReturnType<typeof renewedRecord> | undefined;
  const most = { entries: 0, bytes: 0 };
  for (let at = 1; at <= 1000; at += 1) {
    const fitted_at = 1_795_219_200_000 + at;
    const calibrator = { ...RAW, id: newId(), basis: 'workspace' as const, n: 5000, judge, skill, fitted_at };
    record = renewedRecord(record, { labels: [], checked, calibrator, judge, at: fitted_at });
    most.entries = Math.max(most.entries, record.history.length);
    most.bytes = Math.max(most.bytes, JSON.stringify(record).length);
  }
  expect(most.entries).toBe(MAX_HISTORY);
  expect(most.bytes).toBeLessThan(8000);
  expect(record!.bins).toHaveLength(MAX_BINS);
  expect(record!.history[0]!.at).toBe(1_795_219_200_001);
  expect(record!.history.at(-1)!.at).toBe(1_795_219_201_000);
});
