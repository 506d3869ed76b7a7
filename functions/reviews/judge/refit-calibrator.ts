import * as z from 'zod';
import { HOUR, now, SECOND } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { requireIds } from '../../kit/table/key-ids.ts';
import { type Key, keys, partitions } from '../../kit/table/keys.ts';
import { type Item, openTable, type Table, type Write } from '../../kit/table/table.ts';
import { tryTransact } from '../../kit/table/try-transact.ts';
import { OVERDUE, OWED } from '../../owed/jobs.ts';
import { queueWorker } from '../../owed/queue-worker.ts';
import { Calibrator, Judge } from './calibration/calibrator.ts';
import { calibratorFor, refit } from './calibration/recipe.ts';
import { type Cards, renewedCards, showCards } from './calibration-cards.ts';
import { readLabels } from './calibration-labels.ts';
import { pool, readFitted, renewPrior } from './calibration-pool.ts';
import { judgeKey } from './calibrators.ts';

const JOB = 'refit-calibrator';
const TRIES = 5;
/** Then something is wrong that another try will not mend; the next rating tries again. */
const MOST_ATTEMPTS = 12;
/** Before ratings that came while a refit was at work are looked at. */
const PAUSE_MS = 2 * SECOND;

/** A `CALIBRATOR` row; `revision` changes with each refit, `labels_since` counts the ratings that none has seen. */
const CalibratorRow = z.object({
  judge: Judge,
  labels_since: z.number(),
  calibrator: Calibrator.optional(),
  worked_at: z.number().optional(),
  revision: z.string().optional(),
  attempts: z.number().optional(),
});
type CalibratorRow = z.infer<typeof CalibratorRow>;

/** The more labels there are, the less a few tell, and the longer a refit takes: a second for each hundred. */
const restMs = ({ calibrator }: CalibratorRow) => (calibrator?.n ?? 0) * 10;

const stillOwed = { when: [['=', 'job', JOB]] } satisfies Pick<Write, 'when'>;
const isRevision = (revision: unknown) =>
  revision === undefined ? (['absent', 'revision'] as const) : (['=', 'revision', revision] as const);

const waitFor = (ms: number) => ({ due_at: now() + ms, wait_seconds: Math.ceil(ms / SECOND) });

/** Refits with all labels and records the result; false if another refit did so concurrently. */
const refitOnce = async (table: Table, key: Key, workspace_id: string, row: CalibratorRow): Promise<boolean> => {
  const { judge } = row;
  const name = judgeKey(judge);
  const at = now();
  const cardsKey = keys.calibrationCards(workspace_id);
  const [labels, fitted, cardsRow] = await Promise.all([
    readLabels(table, workspace_id, name),
    readFitted(table, judge),
    table.get(cardsKey),
  ]);
  // A prior that has seen these labels would make them look more certain than they are.
  const others = new Map([...fitted].filter(([ws]) => ws !== workspace_id));
  const prior = pool(others.values(), judge);
  const inUse = calibratorFor(judge, row.calibrator, prior);
  const made = labels.length > 0 ? refit(inUse, labels, prior, { id: newId(), at, judge }) : inUse;
  const isOwn = made.basis === 'workspace';
  const cards = renewedCards((cardsRow?.cards ?? {}) as Cards, labels, prior, name);

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
  const when: NonNullable<Write['when']> = [...stillOwed.when, isRevision(row.revision)];
  const putCards: Write = {
    put: { ...cardsKey, cards, revision: newId() },
    when: [isRevision(cardsRow?.revision)],
  };
  const done: Write = {
    update: key,
    set: { ...set, labels_since: 0 },
    remove: [...OWED, 'attempts'],
    when: [...when, ['=', 'labels_since', row.labels_since]],
  };
  if (await tryTransact(table, [done, putCards])) return true;
  const more: Write = {
    update: key,
    set: { ...set, ...waitFor(PAUSE_MS) },
    add: { labels_since: -row.labels_since },
    remove: [...OVERDUE, 'attempts'],
    when,
  };
  return tryTransact(table, [more, putCards]);
};

const recordFault = async (table: Table, key: Key, { attempts = 0 }: CalibratorRow): Promise<void> => {
  const isLast = attempts + 1 >= MOST_ATTEMPTS;
  const update: Write = isLast
    ? { update: key, remove: [...OWED, 'attempts'], ...stillOwed }
    : { update: key, add: { attempts: 1 }, ...stillOwed };
  await tryTransact(table, [update]).catch(() => undefined);
};

/**
 * Fits the calibrator of a workspace and judge to the ratings that came, and what is public of it: cards and prior. A
 * rating that comes meanwhile owes the next refit. Safe to repeat, and to run twice at once.
 */
export const refitCalibrator = async (table: Table, key: Key): Promise<void> => {
  const workspace_id = requireIds(keys.calibrator, key)[0];
  for (let tries = 0; tries < TRIES; tries += 1) {
    const [found, workspace] = await Promise.all([table.get(key), table.get(keys.workspace(workspace_id))]);
    if (found?.job !== JOB) return;
    const row = CalibratorRow.parse(found);
    if (!workspace) {
      await tryTransact(table, [{ update: key, remove: OWED, ...stillOwed }]);
      return;
    }
    if (workspace.deleted_at !== undefined) {
      const asleep: Write = { update: key, set: { due_at: now() + HOUR }, remove: [...OVERDUE, 'wait_seconds'] };
      await tryTransact(table, [{ ...asleep, ...stillOwed }]);
      return;
    }
    const rest = (row.worked_at ?? 0) + restMs(row) - now();
    if (rest > 0) {
      await tryTransact(table, [{ update: key, set: waitFor(rest), remove: OVERDUE, ...stillOwed }]);
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

let opened: Table | undefined;

export const refitCalibratorJob = queueWorker(({ pk, sk }) => {
  opened ??= openTable();
  return refitCalibrator(opened, { pk, sk });
});
