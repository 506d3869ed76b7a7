import type { Table } from '../../kit/table/table.ts';
import { isEnded, type WholeReview } from '../api/whole-review.ts';
import type { Calibrator } from './calibration/calibrator.ts';
import { readCalibrator } from './calibrators.ts';
import { type JudgedReview, judgeReview } from './judge-review.ts';

export interface Judged extends JudgedReview {
  calibrator: Calibrator;
}

/** A review judged by what its workspace's ratings tell now. Undefined while it runs, and where nothing was found. One batch read. */
export const judgeWhole =
  (table: Table) =>
  async ({ workspace_id, row, findings }: WholeReview): Promise<Judged | undefined> => {
    if (!isEnded(row) || !row.judge || findings.length === 0) return undefined;
    const calibrator = await readCalibrator(table, workspace_id, row.judge);
    const judged = judgeReview(findings, calibrator);
    return judged && { ...judged, calibrator };
  };
