import type * as z from 'zod';
import type { Table } from '../../kit/table/table.ts';
import type { FindingRow } from '../finding-rows.ts';
import { calibrationNote } from '../report/calibration-note.ts';
import { isEnded, type ReviewRow } from '../rows.ts';
import type { RunRow } from '../run-rows.ts';
import type { Calibration } from '../schema.ts';
import type { Calibrator, Judge } from './calibration/calibrator.ts';
import { type Judgement, judgeBy } from './calibration/judge.ts';
import { stateOf } from './calibration/skill.ts';
import { type Terms, termsOf } from './calibration/terms.ts';
import { readCalibrator } from './calibrators.ts';
import { readScale } from './page-scales.ts';
import { type PageScale, type PageScore, pageScore } from './page-score.ts';
import { type DimensionScore, mean, rawScore } from './panel-score.ts';

export interface JudgedReview {
  score: PageScore;
  of: (finding: FindingRow) => Judgement;
}

/** The scores of all personas, as calibration sees them. */
export const panelOf = (runs: readonly RunRow[]): DimensionScore[] =>
  runs.flatMap(({ persona_id, scores }) => scores.map(({ weight, samples }) => ({ persona_id, weight, samples })));

const spreadOf = (samples: readonly number[]): number => {
  const center = mean(samples);
  return samples.length === 0
    ? 0
    : Math.sqrt(samples.reduce((sum, one) => sum + (one - center) ** 2, 0) / samples.length);
};

/** The terms of a review's findings. A dimension that was not judged has no score in them. */
export const termsIn = (runs: readonly RunRow[]): ((finding: FindingRow) => Terms) => {
  const panel = rawScore(panelOf(runs)) ?? null;
  return (finding) => {
    const { persona_id, dimension, kind, severity, evidence, comment, fix, seen_in } = finding;
    const run = runs.find((one) => one.persona_id === persona_id);
    const scored = run?.scores.find((one) => one.dimension === dimension);
    return termsOf({
      persona_id,
      category: run?.persona.category ?? '',
      dimension,
      kind,
      severity,
      score: scored?.score ?? null,
      spread: spreadOf(scored?.samples ?? []),
      panel,
      seen: seen_in && seen_in.samples / seen_in.of,
      grounded: evidence.some(({ grounded }) => grounded),
      has_fix: fix !== null,
      length: comment.length,
    });
  };
};

/** Needs all runs of the review. Undefined if no dimension is judged. */
export const judgeReview = (
  runs: readonly RunRow[],
  calibrator: Calibrator,
  scale: PageScale | undefined,
): JudgedReview | undefined => {
  const raw = rawScore(panelOf(runs));
  if (raw === undefined) return undefined;
  const judge = judgeBy(calibrator);
  const terms = termsIn(runs);
  return { score: pageScore(raw, scale), of: (finding) => judge(terms(finding)) };
};

export const presentCalibration = (calibrator: Calibrator, judge: Judge | null): z.input<typeof Calibration> => {
  const { id, basis, n: labels, since, fitted_at, skill, judge: by } = calibrator;
  const state = stateOf(calibrator);
  const other_judge = by !== null && (by.model !== judge?.model || by.prompt !== judge.prompt);
  return {
    calibrated: state === 'calibrated',
    state,
    basis,
    calibrator_id: id,
    labels,
    since,
    skill,
    fitted_at: basis === 'raw' ? null : fitted_at,
    model: by?.model ?? null,
    other_judge,
    note: calibrationNote({ state, basis, labels, skill, other_judge }),
  };
};

export interface Judged extends JudgedReview {
  calibrator: Calibrator;
}

interface ReviewWithRuns {
  workspace_id: string;
  row: ReviewRow;
  runs: readonly RunRow[];
}

export const judgeWhole =
  (table: Table) =>
  async ({ workspace_id, row, runs }: ReviewWithRuns): Promise<Judged | undefined> => {
    if (!isEnded(row) || !row.judge) return undefined;
    const [calibrator, scale] = await Promise.all([
      readCalibrator(table, workspace_id, row.judge),
      readScale(table, workspace_id, row.judge),
    ]);
    const judged = judgeReview(runs, calibrator, scale);
    return judged && { ...judged, calibrator };
  };
