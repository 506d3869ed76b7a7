import { MINUTE, now } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { keys, partitions } from '../../kit/table/keys.ts';
import { requireIds } from '../../kit/table/record.ts';
import type { Table, Write } from '../../kit/table/table.ts';
import { defaultPersonas } from '../../personas/default-personas.ts';
import { Calibrator, type Judge, RAW } from './calibration/calibrator.ts';
import { poolPrior } from './calibration/prior.ts';
import { judgeKey, kindOfJudge } from './calibrators.ts';

/** The first ones: no one can push them out by opening workspaces, and more wouldn't improve the prior. */
const MAX_WORKSPACES = 100;
const POOLED_EVERY_MS = 10 * MINUTE;

let known: ReadonlySet<string> | undefined;

/** A custom persona's names belong to its workspace. */
const isOfCatalogue = (name: string): boolean => {
  known ??= new Set([
    ...defaultPersonas().flatMap(({ category, evaluation_dimensions }) => [
      `category:${category}`,
      `slope:category:${category}`,
      ...evaluation_dimensions.flatMap(({ name }) => [`dimension:${name}`, `slope:dimension:${name}`]),
    ]),
  ]);
  return known.has(name);
};

export const readFitted = async (table: Table, judge: Judge): Promise<Map<string, Calibrator>> => {
  const name = judgeKey(judge);
  const page = await table.query({ index: 'gsi1', partition: partitions.calibrators(name), limit: MAX_WORKSPACES });
  const ids = page.items.map((row) => requireIds(keys.calibrator, row)[0]);
  const rows = await table.getEach(ids.flatMap((ws) => [keys.calibrator(ws, name), keys.workspace(ws)]));
  return new Map(
    ids.flatMap((ws, at) => {
      const [found, workspace] = rows.slice(at * 2);
      const { data } = Calibrator.safeParse(found?.calibrator);
      return data && workspace && workspace.deleted_at === undefined ? [[ws, data] as const] : [];
    }),
  );
};

export const pool = (fitted: Iterable<Calibrator>, judge: Judge): Calibrator =>
  poolPrior([...fitted], { id: newId(), at: now(), judge, shared: isOfCatalogue });

const isDue = (fitted_at: unknown) => typeof fitted_at !== 'number' || fitted_at <= now() - POOLED_EVERY_MS;

/** Workspaces without labels use it. Too few calibrators remove it again. */
export const renewPrior = async (table: Table, fitted: Iterable<Calibrator>, judge: Judge): Promise<void> => {
  const own = keys.calibrationPrior(judgeKey(judge));
  const ofKind = keys.calibrationPrior(kindOfJudge(judge));
  const [before, beforeOfKind] = await table.getEach([own, ofKind]);
  if (!isDue(before?.fitted_at)) return;
  const prior = pool(fitted, judge);
  if (prior === RAW && !before) return;
  const unchanged = (row: typeof before): NonNullable<Write['when']> =>
    row ? [['=', 'fitted_at', row.fitted_at]] : [['absent', 'pk']];
  const isOfThisJudge = beforeOfKind?.judge === judgeKey(judge);
  const write = (key: typeof own, when: NonNullable<Write['when']>): Write =>
    prior === RAW
      ? { delete: key, when }
      : { put: { ...key, judge: judgeKey(judge), fitted_at: prior.fitted_at, calibrator: prior }, when };
  const writes = [
    write(own, unchanged(before)),
    ...(prior !== RAW || isOfThisJudge ? [write(ofKind, unchanged(beforeOfKind))] : []),
  ];
  await table.tryTransact(writes);
};
