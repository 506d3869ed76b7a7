import { MINUTE, now } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { keys, partitions } from '../../kit/table/keys.ts';
import type { Table, Write } from '../../kit/table/table.ts';
import { tryTransact } from '../../kit/table/try-transact.ts';
import { defaultPersonas } from '../../personas/default-personas.ts';
import { Calibrator, type Judge, RAW } from './calibration/calibrator.ts';
import { poolPrior } from './calibration/prior.ts';
import { judgeKey, kindOfJudge } from './calibrators.ts';

/** The first ones: no one can push them out by opening workspaces, and more wouldn't improve the prior. */
const MOST_WORKSPACES = 100;
const POOLED_EVERY_MS = 10 * MINUTE;

let known: ReadonlySet<string> | undefined;

/** Names that every workspace knows. What a custom persona is called, or looks at, is its workspace's own. */
const isOfCatalogue = (name: string): boolean => {
  known ??= new Set([
    'own',
    ...defaultPersonas().flatMap(({ category, evaluation_dimensions }) => [
      `category:${category}`,
      `category-slope:${category}`,
      ...evaluation_dimensions.map((dimension) => `dimension:${dimension.name}`),
    ]),
  ]);
  return known.has(name);
};

/** The calibrators of a judge that standing workspaces have fitted, by workspace. */
export const readFitted = async (table: Table, judge: Judge): Promise<Map<string, Calibrator>> => {
  const name = judgeKey(judge);
  const page = await table.query({ index: 'gsi1', partition: partitions.calibrators(name), limit: MOST_WORKSPACES });
  const ids = page.items.map(({ gsi1sk }) => String(gsi1sk));
  const rows = await table.getMany(ids.flatMap((ws) => [keys.calibrator(ws, name), keys.workspace(ws)]));
  const rowAt = new Map(rows.map((row) => [`${row.pk} ${row.sk}`, row]));
  const at = ({ pk, sk }: { pk: string; sk: string }) => rowAt.get(`${pk} ${sk}`);
  const standing = ids.filter((ws) => {
    const workspace = at(keys.workspace(ws));
    return workspace !== undefined && workspace.deleted_at === undefined;
  });
  return new Map(
    standing.flatMap((ws) => {
      const { data } = Calibrator.safeParse(at(keys.calibrator(ws, name))?.calibrator);
      return data ? [[ws, data] as const] : [];
    }),
  );
};

/** The common coefficients of those calibrators; raw scores if they are too few. */
export const pool = (fitted: Iterable<Calibrator>, judge: Judge): Calibrator =>
  poolPrior([...fitted], { id: newId(), at: now(), judge, shared: isOfCatalogue });

const isDue = (fitted_at: unknown) => typeof fitted_at !== 'number' || fitted_at <= now() - POOLED_EVERY_MS;

/** Renews the prior that workspaces without labels are judged by, now and then. What is too few takes it away again. */
export const renewPrior = async (table: Table, fitted: Iterable<Calibrator>, judge: Judge): Promise<void> => {
  const own = keys.calibrationPrior(judgeKey(judge));
  const ofKind = keys.calibrationPrior(kindOfJudge(judge));
  const rows = await table.getMany([own, ofKind]);
  const [before, beforeOfKind] = [own, ofKind].map(({ pk }) => rows.find((row) => row.pk === pk));
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
  await tryTransact(table, writes);
};
