import { createHash } from 'node:crypto';
import { keys } from '../kit/keys.ts';
import type { Item, Table } from '../kit/table.ts';
import { Calibrator, type Judge, RAW } from './calibration/calibrator.ts';
import { calibratorFor } from './calibration/recipe.ts';

/** How a judge is named in keys. */
export const judgeKey = ({ model, prompt }: Judge): string =>
  createHash('sha256')
    .update(JSON.stringify([model, prompt]))
    .digest('hex')
    .slice(0, 12);

const read = (row: Item | undefined): Calibrator | undefined => {
  const parsed = Calibrator.safeParse(row?.calibrator);
  return parsed.success ? parsed.data : undefined;
};

/** The calibrator to judge with in a workspace: its own for this judge, else the pooled prior, else the raw scores. One batch. */
export const readCalibrator = async (table: Table, workspace_id: string, judge: Judge): Promise<Calibrator> => {
  const name = judgeKey(judge);
  const own = keys.calibrator(workspace_id, name);
  const rows = await table.getMany([own, keys.calibrationPrior(name)]);
  const at = (pk: string) => read(rows.find((row) => row.pk === pk));
  return calibratorFor(judge, at(own.pk), at(keys.calibrationPrior(name).pk) ?? RAW);
};
