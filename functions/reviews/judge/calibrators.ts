import { sha256 } from '../../kit/sha256.ts';
import { keys } from '../../kit/table/keys.ts';
import type { Item, Table } from '../../kit/table/table.ts';
import { Calibrator, type Judge, RAW } from './calibration/calibrator.ts';
import { calibratorFor } from './calibration/recipe.ts';

export const judgeKey = ({ model, prompt }: Judge): string => sha256(JSON.stringify([model, prompt])).slice(0, 12);

/** In place of a judge's key: the newest prior of all judges, for a new model or prompt. */
export const NEWEST = 'live';

const read = (row: Item | undefined): Calibrator | undefined => Calibrator.safeParse(row?.calibrator).data;

/** An earlier judge's prior has less certainty. One batch. */
export const readCalibrator = async (table: Table, workspace_id: string, judge: Judge): Promise<Calibrator> => {
  const name = judgeKey(judge);
  const priors = [name, NEWEST].map(keys.calibrationPrior);
  const [own, prior, former] = (await table.getEach([keys.calibrator(workspace_id, name), ...priors])).map(read);
  return calibratorFor(judge, own, prior ?? former ?? RAW);
};
