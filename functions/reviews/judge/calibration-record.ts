import type * as z from 'zod';
import { timeOfId } from '../../kit/ids.ts';
import { keys } from '../../kit/table/keys.ts';
import { allOf } from '../../kit/table/record.ts';
import type { Table } from '../../kit/table/table.ts';
import type { LabelRow } from '../rating-rows.ts';
import {
  CalibrationRecord,
  MAX_BINS,
  MAX_HISTORY,
  MAX_JUDGES,
  type WorkspaceCalibration,
} from '../workspace-calibration.ts';
import type { Calibrator, Judge } from './calibration/calibrator.ts';
import type { Checked } from './calibration/folds.ts';
import { LEAST_LABELS, reliability } from './calibration/metrics.ts';
import { stateOf } from './calibration/skill.ts';
import { type Cards, rounded } from './calibration-cards.ts';
import { judgeKey } from './calibrators.ts';

/** In smaller bins, the observed share is mostly chance. */
const MIN_PER_BIN = 10;
const binsOf = (checked: readonly Checked[]): CalibrationRecord['bins'] => {
  if (checked.length < LEAST_LABELS) return [];
  const pairs = checked.map(({ label: { rating }, judged }) => ({
    p_useful: judged.p_useful,
    score: judged.rating,
    rating,
  }));
  return reliability(pairs, Math.min(MAX_BINS, Math.floor(pairs.length / MIN_PER_BIN))).map(
    ({ count, said, happened }) => ({ count, predicted: rounded(said), observed: rounded(happened) }),
  );
};

const roundedSkill = (skill: Calibrator['skill']): CalibrationRecord['skill'] =>
  skill && { value: rounded(skill.value), interval: [rounded(skill.interval[0]), rounded(skill.interval[1])] };

/** A full history loses every other entry. */
const thinned = <Entry>(history: readonly Entry[]): readonly Entry[] =>
  history.length < MAX_HISTORY ? history : history.filter((_, at) => at % 2 === 0);

interface Refit {
  labels: readonly LabelRow[];
  checked: readonly Checked[];
  calibrator: Calibrator;
  judge: Judge;
  at: number;
}

/** A refit that keeps the calibrator changes only how many ratings there are. */
export const renewedRecord = (
  before: CalibrationRecord | undefined,
  { labels, checked, calibrator, judge, at }: Refit,
): CalibrationRecord => {
  const times = labels.map(({ review_id }) => timeOfId(review_id));
  const answered_at = Math.max(before?.answered_at ?? 0, ...times);
  const counted = { judge, at, answered_at, given: labels.length };
  const state = stateOf(calibrator);
  if (calibrator.basis !== 'workspace') {
    const none = { in_use: 0, reviews: 0, since: null, calibrator_id: null, skill: null, bins: [], history: [] };
    return { ...counted, ...none, state };
  }
  const { id, n, since, fitted_at } = calibrator;
  if (before?.calibrator_id === id) return { ...before, ...counted };
  const skill = roundedSkill(calibrator.skill);
  return {
    ...counted,
    in_use: n,
    reviews: new Set(checked.map(({ label }) => label.review_id)).size,
    since,
    calibrator_id: id,
    state,
    skill,
    bins: binsOf(checked),
    history: [...thinned(before?.history ?? []), { at: fitted_at, labels: n, state, skill }],
  };
};

/** Those that answered last first: an old one of whose findings is rated today is still old. */
export const readRecords = async (table: Table, workspace_id: string): Promise<CalibrationRecord[]> => {
  const { items } = await table.query({
    ...allOf(keys.calibrationRecord, workspace_id),
    limit: MAX_JUDGES,
  });
  return items
    .flatMap((row) => CalibrationRecord.safeParse(row).data ?? [])
    .toSorted((one, other) => other.answered_at - one.answered_at || other.at - one.at);
};

export const presentRecord = (
  { judge, state, given, in_use, reviews, since, at, skill, bins, history }: CalibrationRecord,
  cards: Cards,
): z.input<typeof WorkspaceCalibration>['judges'][number] => {
  const name = judgeKey(judge);
  return {
    ...judge,
    state,
    labels: { given, in_use, reviews },
    since,
    counted_at: at,
    skill,
    bins,
    history,
    personas: Object.entries(cards)
      .flatMap(([persona_id, card]) =>
        card.judge === name ? [{ persona_id, labels: card.n, figures: card.figures }] : [],
      )
      .sort((one, other) => other.labels - one.labels || (one.persona_id < other.persona_id ? -1 : 1)),
  };
};
