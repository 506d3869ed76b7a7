import type * as z from 'zod';
import type { Table } from '../../kit/table/table.ts';
import { isEnded, type WholeReview } from '../api/review-reader.ts';
import type { FindingRow, RunRow } from '../rows.ts';
import type { Calibration } from '../schema.ts';
import type { Calibrator, Judge } from './calibration/calibrator.ts';
import { type DimensionScore, featuresOf, rawScore } from './calibration/features.ts';
import { type Judgement, judgeBy } from './calibration/judge.ts';
import { readCalibrator } from './calibrators.ts';
import { readScale } from './page-scales.ts';
import { type PageScale, type PageScore, pageScore } from './page-score.ts';

export interface JudgedReview {
  score: PageScore;
  of: (finding: FindingRow) => Judgement;
}

/** The scores of all personas, as calibration sees them. */
export const panelOf = (runs: readonly RunRow[]): DimensionScore[] =>
  runs.flatMap(({ persona_id, persona, scores }) =>
    scores.map(({ dimension, weight, samples }) => ({
      persona_id,
      category: persona.category,
      dimension,
      weight,
      samples,
    })),
  );

/** Needs all runs of the review. Undefined if no dimension is judged. */
export const judgeReview = (
  runs: readonly RunRow[],
  calibrator: Calibrator,
  scale: PageScale | undefined,
): JudgedReview | undefined => {
  const panel = panelOf(runs);
  const raw = rawScore(panel);
  if (raw === undefined) return undefined;
  const judge = judgeBy(calibrator);
  return { score: pageScore(raw, scale), of: (finding) => judge(featuresOf(panel, finding)) };
};

const RATE = 'Rate findings, and they will be fitted to your people.';

const noteOf = ({ basis, n, judge: by }: Calibrator, judge: Judge | null): string => {
  if (basis === 'workspace') return `Calibrated on ${n} ratings of this workspace.`;
  if (basis === 'raw') return `Uncalibrated: no rating stands behind these numbers. ${RATE}`;
  const isSame = by?.model === judge?.model && by?.prompt === judge?.prompt;
  const of = isSame ? '' : ', given to another model or prompt and held with less certainty';
  return `Uncalibrated for this workspace: the numbers follow ${n} ratings of other workspaces${of}. ${RATE}`;
};

export const presentCalibration = (calibrator: Calibrator, judge: Judge | null): z.input<typeof Calibration> => {
  const { id, basis, n, fitted_at } = calibrator;
  return {
    calibrated: basis === 'workspace',
    basis,
    calibrator_id: id,
    labels: n,
    fitted_at: basis === 'raw' ? null : fitted_at,
    model: calibrator.judge?.model ?? null,
    note: noteOf(calibrator, judge),
  };
};

export interface Judged extends JudgedReview {
  calibrator: Calibrator;
}

export const judgeWhole =
  (table: Table) =>
  async ({ workspace_id, row, runs }: WholeReview): Promise<Judged | undefined> => {
    if (!isEnded(row) || !row.judge) return undefined;
    const [calibrator, scale] = await Promise.all([
      readCalibrator(table, workspace_id, row.judge),
      readScale(table, workspace_id, row.judge),
    ]);
    const judged = judgeReview(runs, calibrator, scale);
    return judged && { ...judged, calibrator };
  };
