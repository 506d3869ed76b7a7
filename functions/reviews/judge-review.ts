import type * as z from 'zod';
import type { Calibrator } from './calibration/calibrator.ts';
import { type DimensionScore, featuresOf, rawScore } from './calibration/features.ts';
import { type Judgement, judgeBy } from './calibration/judge.ts';
import type { Calibration, FindingRow } from './schema.ts';

/** What calibration sees of findings. */
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

const NOTES: Record<Calibrator['basis'], (n: number) => string> = {
  raw: () =>
    'Uncalibrated: no rating stands behind these numbers. Rate findings, and they will be fitted to your people.',
  prior: (n) =>
    `Uncalibrated for this workspace: the numbers follow ${n} ratings of other workspaces. Rate findings, and they will be fitted to your people.`,
  workspace: (n) => `Calibrated on ${n} ratings of this workspace.`,
};

/** What stands behind a judgement, on the wire. */
export const presentCalibration = ({ id, basis, n, fitted_at, judge }: Calibrator): z.input<typeof Calibration> => ({
  calibrated: basis === 'workspace',
  basis,
  calibrator_id: id,
  labels: n,
  fitted_at: basis === 'raw' ? null : fitted_at,
  model: judge?.model ?? null,
  note: NOTES[basis](n),
});
