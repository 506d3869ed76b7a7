import * as z from 'zod';
import { MINUTE, now, SECOND } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { unchanged } from '../../kit/table/expression.ts';
import { type Key, keys, partitions } from '../../kit/table/keys.ts';
import { isLive, requireIds } from '../../kit/table/record.ts';
import { type Item, sharedTable, type Table, type Write } from '../../kit/table/table.ts';
import { OWED } from '../../owed/jobs.ts';
import { putOff, putOffWhileDeleted, queuedIn } from '../../owed/put-off.ts';
import { queueWorker } from '../../owed/queue-worker.ts';
import { defaultPersonas } from '../../personas/default-personas.ts';
import { Calibrator, Judge, RAW } from '../judge/calibration/calibrator.ts';
import { poolPrior } from '../judge/calibration/prior.ts';
import { calibratorFor, refit } from '../judge/calibration/recipe.ts';
import { type Cards, renewedCards, showCards } from '../judge/calibration-cards.ts';
import { renewedRecord } from '../judge/calibration-record.ts';
import { judgeKey, NEWEST } from '../judge/calibrators.ts';
import { readLabels } from '../judge/label-rows.ts';
import { CalibrationRecord } from '../workspace-calibration.ts';
import { learnExamples } from './example-sets.ts';

/** The first ones: no one can push them out by opening workspaces, and more wouldn't improve the prior. */
const MAX_WORKSPACES = 100;
const POOLED_EVERY_MS = 10 * MINUTE;

let known: ReadonlySet<string> | undefined;

/** A custom persona's names belong to its workspace. */
const isOfCatalog = (name: string): boolean => {
  known ??= new Set([
    ...defaultPersonas().flatMap(({ category, evaluation_dimensions }) => [
      `category:${category}`,
      `slope:category:${category}`,
      ...evaluation_dimensions.flatMap(({ name }) => [`dimension:${name}`, `slope:dimension:${name}`]),
    ]),
  ]);
  return known.has(name);
};

const readFitted = async (table: Table, judge: Judge): Promise<Map<string, Calibrator>> => {
  const name = judgeKey(judge);
  const page = await table.query({ index: 'gsi1', partition: partitions.calibrators(name), limit: MAX_WORKSPACES });
  const ids = page.items.map((row) => requireIds(keys.calibrator, row)[0]);
  const rows = await table.getEach(ids.flatMap((ws) => [keys.calibrator(ws, name), keys.workspace(ws)]));
  return new Map(
    ids.flatMap((ws, at) => {
      const [found, workspace] = rows.slice(at * 2);
      const { data } = Calibrator.safeParse(found?.calibrator);
      return data && isLive(workspace) ? [[ws, data] as const] : [];
    }),
  );
};

const pool = (fitted: Iterable<Calibrator>, judge: Judge): Calibrator =>
  poolPrior([...fitted], { id: newId(), at: now(), judge, shared: isOfCatalog });

const isDue = (fitted_at: unknown) => typeof fitted_at !== 'number' || fitted_at <= now() - POOLED_EVERY_MS;

/** Workspaces without labels use it. Too few calibrators remove it again. */
const renewPrior = async (table: Table, fitted: Iterable<Calibrator>, judge: Judge): Promise<void> => {
  const own = keys.calibrationPrior(judgeKey(judge));
  const newest = keys.calibrationPrior(NEWEST);
  const [before, newestBefore] = await table.getEach([own, newest]);
  if (!isDue(before?.fitted_at)) return;
  const prior = pool(fitted, judge);
  if (prior === RAW && !before) return;
  const unchanged = (row: typeof before): NonNullable<Write['when']> =>
    row ? [['=', 'fitted_at', row.fitted_at]] : [['absent', 'pk']];
  const isOfThisJudge = newestBefore?.judge === judgeKey(judge);
  const write = (key: typeof own, when: NonNullable<Write['when']>): Write =>
    prior === RAW
      ? { delete: key, when }
      : { put: { ...key, judge: judgeKey(judge), fitted_at: prior.fitted_at, calibrator: prior }, when };
  const writes = [
    write(own, unchanged(before)),
    ...(prior !== RAW || isOfThisJudge ? [write(newest, unchanged(newestBefore))] : []),
  ];
  await table.tryTransact(writes);
};

const JOB = 'refit-calibrator';
const TRIES = 5;
/** Then another try won't help; the next rating tries again. */
const MAX_ATTEMPTS = 12;
const PAUSE_MS = 2 * SECOND;

/** `revision` changes with each refit, `labels_since` counts the ratings that none has seen. */
const CalibratorRow = z.object({
  judge: Judge,
  labels_since: z.number(),
  calibrator: Calibrator.optional(),
  worked_at: z.number().optional(),
  revision: z.string().optional(),
  attempts: z.number().optional(),
});
type CalibratorRow = z.infer<typeof CalibratorRow>;

/** With many labels a few more say little, and a refit takes longer. */
const restMs = ({ calibrator }: CalibratorRow) => (calibrator?.n ?? 0) * 10;

const stillOwed = { when: [['=', 'job', JOB]] } satisfies Pick<Write, 'when'>;

const refitOnce = async (table: Table, key: Key, workspace_id: string, row: CalibratorRow): Promise<boolean> => {
  const { judge } = row;
  const name = judgeKey(judge);
  const at = now();
  const cardsKey = keys.calibrationCards(workspace_id);
  const recordKey = keys.calibrationRecord(workspace_id, name);
  const [labels, fitted, cardsRow, recordRow] = await Promise.all([
    readLabels(table, workspace_id, name),
    readFitted(table, judge),
    table.get(cardsKey),
    table.get(recordKey),
  ]);
  // A prior that has seen these labels would make them look more certain than they are.
  const others = new Map([...fitted].filter(([ws]) => ws !== workspace_id));
  const prior = pool(others.values(), judge);
  const inUse = calibratorFor(judge, row.calibrator, prior);
  const recipe =
    labels.length > 0
      ? refit(inUse, labels, prior, { id: newId(), at, judge })
      : { calibrator: inUse, checked: [], byRater: () => undefined };
  const { calibrator: made, checked } = recipe;
  const isOwn = made.basis === 'workspace';
  const cards = renewedCards((cardsRow?.cards ?? {}) as Cards, recipe, name);
  const before = CalibrationRecord.safeParse(recordRow).data;
  const record = renewedRecord(before, { labels, checked, calibrator: made, judge, at });

  await learnExamples(table, workspace_id, judge, recipe.checked, prior);

  const standing = isOwn ? [...others.values(), made] : others.values();
  await Promise.all([showCards(table, workspace_id, cards), renewPrior(table, standing, judge)]);

  const set: Item = {
    revision: newId(),
    worked_at: at,
    ...(isOwn && {
      calibrator: made,
      calibrator_id: made.id,
      n: made.n,
      fitted_at: made.fitted_at,
      workspace_id,
      gsi1pk: partitions.calibrators(name),
      gsi1sk: workspace_id,
    }),
  };
  const when: NonNullable<Write['when']> = [...stillOwed.when, unchanged('revision', row.revision)];
  const figures: Write[] = [
    { put: { ...cardsKey, cards, revision: newId() }, when: [unchanged('revision', cardsRow?.revision)] },
    { put: { ...recordKey, ...record } },
  ];
  const done: Write = {
    update: key,
    set: { ...set, labels_since: 0 },
    remove: [...OWED, 'attempts'],
    when: [...when, ['=', 'labels_since', row.labels_since]],
  };
  if (await table.tryTransact([done, ...figures])) return true;
  const later = queuedIn(PAUSE_MS);
  const more: Write = {
    update: key,
    set: { ...set, ...later.set },
    add: { labels_since: -row.labels_since },
    remove: [...later.remove, 'attempts'],
    when,
  };
  return table.tryTransact([more, ...figures]);
};

const recordFault = async (table: Table, key: Key, { attempts = 0 }: CalibratorRow): Promise<void> => {
  const isLast = attempts + 1 >= MAX_ATTEMPTS;
  const update: Write = isLast
    ? { update: key, remove: [...OWED, 'attempts'], ...stillOwed }
    : { update: key, add: { attempts: 1 }, ...stillOwed };
  await table.tryTransact([update]).catch(() => undefined);
};

/** A rating that comes meanwhile owes the next refit. Safe to repeat, and to run twice at once. */
export const refitCalibrator = async (table: Table, key: Key): Promise<void> => {
  const workspace_id = requireIds(keys.calibrator, key)[0];
  for (let tries = 0; tries < TRIES; tries += 1) {
    const [found, workspace] = await Promise.all([table.get(key), table.get(keys.workspace(workspace_id))]);
    if (found?.job !== JOB) return;
    const row = CalibratorRow.parse(found);
    if (!workspace) {
      await table.tryTransact([{ update: key, remove: OWED, ...stillOwed }]);
      return;
    }
    if (await putOffWhileDeleted(table, workspace, key, JOB)) return;
    const rest = (row.worked_at ?? 0) + restMs(row) - now();
    if (rest > 0) {
      await putOff(table, key, JOB, queuedIn(rest));
      return;
    }
    try {
      if (await refitOnce(table, key, workspace_id, row)) return;
    } catch (error) {
      await recordFault(table, key, row);
      throw error;
    }
  }
  throw new Error(`Others were at work on ${key.sk} all the time.`);
};

export const refitCalibratorJob = queueWorker(({ pk, sk }) => refitCalibrator(sharedTable(), { pk, sk }));
