import type * as z from 'zod';
import type { FindingRow } from '../rows.ts';
import type { Calibration } from '../schema.ts';
import type { Calibrator, Judge } from './calibration/calibrator.ts';
import { type DimensionScore, featuresOf, rawScore } from './calibration/features.ts';
import { type Judgement, judgeBy } from './calibration/judge.ts';

/** Findings as calibration uses them. */
export const panelOf = (findings: readonly FindingRow[]): DimensionScore[] =>
  findings.map(({ persona_id, category, dimension, weight, samples }) => ({
    persona_id,
    category,
    dimension,
    weight,
    samples,
  }));

export interface JudgedReview {
  raw: number;
  overall: Judgement;
  of: (finding: FindingRow) => Judgement;
}

/** A review's findings judged by a calibrator; undefined where there is none. All findings of the review must be given. */
export const judgeReview = (findings: readonly FindingRow[], calibrator: Calibrator): JudgedReview | undefined => {
  const panel = panelOf(findings);
  const raw = rawScore(panel);
  if (raw === undefined) return undefined;
  const judge = judgeBy(calibrator);
  return { raw, overall: judge(featuresOf(panel)), of: (finding) => judge(featuresOf(panel, finding)) };
};

const RATE = 'Rate findings, and they will be fitted to your people.';

const noteOf = ({ basis, n, judge: by }: Calibrator, judge: Judge | null): string => {
  if (basis === 'workspace') return `Calibrated on ${n} ratings of this workspace.`;
  if (basis === 'raw') return `Uncalibrated: no rating stands behind these numbers. ${RATE}`;
  const isSame = by?.model === judge?.model && by?.prompt === judge?.prompt;
  const of = isSame ? '' : ', given to another model or prompt and held with less certainty';
  return `Uncalibrated for this workspace: the numbers follow ${n} ratings of other workspaces${of}. ${RATE}`;
};

/** The basis of this judge's scores, on the wire. */
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
