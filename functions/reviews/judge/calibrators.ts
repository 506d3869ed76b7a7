import { createHash } from 'node:crypto';
import { type Key, keys } from '../../kit/table/keys.ts';
import type { Item, Table } from '../../kit/table/table.ts';
import { Calibrator, type Judge, RAW } from './calibration/calibrator.ts';
import { calibratorFor } from './calibration/recipe.ts';

/** How a judge is named in keys. */
export const judgeKey = ({ model, prompt }: Judge): string =>
  createHash('sha256')
    .update(JSON.stringify([model, prompt]))
    .digest('hex')
    .slice(0, 12);

/**
 * The key of the newest prior of judges of a kind, which a new model or prompt uses until its own ratings give one.
 * Heuristics tell nothing of what an AI's scores are worth.
 */
export const kindOfJudge = ({ model }: Judge): string => (model.startsWith('heuristic') ? 'heuristic' : 'live');

const read = (row: Item | undefined): Calibrator | undefined => {
  const parsed = Calibrator.safeParse(row?.calibrator);
  return parsed.success ? parsed.data : undefined;
};

/**
 * The calibrator to judge with in a workspace: its own for this judge, else the prior of this judge, else that of one
 * before it, held with less certainty, else the raw scores. One batch.
 */
export const readCalibrator = async (table: Table, workspace_id: string, judge: Judge): Promise<Calibrator> => {
  const name = judgeKey(judge);
  const [own, prior, former] = [
    keys.calibrator(workspace_id, name),
    keys.calibrationPrior(name),
    keys.calibrationPrior(kindOfJudge(judge)),
  ];
  const rows = await table.getMany([own, prior, former]);
  const at = ({ pk }: Key) => read(rows.find((row) => row.pk === pk));
  return calibratorFor(judge, at(own), at(prior) ?? at(former) ?? RAW);
};
