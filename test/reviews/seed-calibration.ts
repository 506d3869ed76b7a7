import { now } from '../../functions/kit/clock.ts';
import { derivedId, firstIdAt, newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import type { Table } from '../../functions/kit/table/table.ts';
import type { Judge } from '../../functions/reviews/judge/calibration/calibrator.ts';
import { termsOf } from '../../functions/reviews/judge/calibration/terms.ts';
import { judgeKey } from '../../functions/reviews/judge/calibrators.ts';
import type { LabelRow } from '../../functions/reviews/rating-rows.ts';
import { refitCalibrator } from '../../functions/reviews/run/refit-calibrator.ts';
import type { CalibrationRecord } from '../../functions/reviews/workspace-calibration.ts';
import { openRatedWorld } from './rated-world.ts';

interface Rated {
  judge: Judge;
  reviews: number;
  personas: readonly string[];
  seed?: number;
  /** When the reviews began. */
  began?: number;
}

/** Labels of two findings of each review, and a calibrator that owes a refit; no worker is sent. */
export const seedLabels = async (
  table: Table,
  ws: string,
  { judge, reviews, personas, seed = 1, began = 0 }: Rated,
): Promise<void> => {
  const world = openRatedWorld(seed);
  const name = judgeKey(judge);
  const labels = Array.from({ length: reviews }, (_, review) => {
    // Ids decide which reviews are held out together: the same in every run.
    const review_id = firstIdAt(began).slice(0, 10) + String(seed * 1000 + review).padStart(16, '0');
    return world.review(2).map(({ samples, rating }, at): LabelRow => {
      const persona_id = personas[(review + at) % personas.length] ?? '';
      const dimension = at === 0 ? 'Clarity' : 'Trust';
      const terms = termsOf({
        ...{ persona_id, category: 'copy', dimension, kind: 'fault', severity: 2 },
        score: samples.reduce((sum, sample) => sum + sample, 0) / samples.length,
        ...{ spread: 0, panel: 3.5, seen: 1, grounded: true, has_fix: true, length: 150 },
      });
      const rater = `rater-${review % 3}`;
      const ids = { review_id, finding_id: derivedId(review_id, persona_id, String(at)), persona_id, dimension, rater };
      return { ...ids, source: 'rating', terms, rating, rated_at: now(), judge };
    });
  }).flat();
  for (let start = 0; start < labels.length; start += 90) {
    const part = labels.slice(start, start + 90);
    await table.transact([
      ...part.map((label) => ({ put: { ...keys.label(ws, name, label.finding_id, label.rater), ...label } })),
      {
        update: keys.calibrator(ws, name),
        set: { judge, job: 'refit-calibrator', worked_at: 0 },
        add: { labels_since: part.length },
      },
    ]);
  }
};

/** The same, and the refit. */
export const seedRefit = async (table: Table, ws: string, rated: Rated): Promise<void> => {
  await seedLabels(table, ws, rated);
  await refitCalibrator(table, keys.calibrator(ws, judgeKey(rated.judge)));
};

/** A refit's record with every figure, and a card of its judge. */
export const seedRecord = async (table: Table, ws: string, persona_id: string): Promise<void> => {
  const judge: Judge = { model: 'seeded-1', prompt: 'seeded' };
  const name = judgeKey(judge);
  const [at, state] = [now(), 'calibrated' as const];
  const skill: CalibrationRecord['skill'] = { value: 0.2, interval: [0.1, 0.3] };
  const record: CalibrationRecord = {
    ...{
      judge,
      at,
      answered_at: at,
      given: 40,
      in_use: 30,
      reviews: 15,
      since: at,
      calibrator_id: newId(),
      state,
      skill,
    },
    bins: [{ count: 30, predicted: 0.6, observed: 0.5 }],
    history: [{ at, labels: 30, state, skill }],
  };
  const cards = { [persona_id]: { n: 12, figures: null, judge: name, rated_at: at } };
  await table.transact([
    { put: { ...keys.calibrationRecord(ws, name), ...record } },
    { put: { ...keys.calibrationCards(ws), cards, revision: newId() } },
  ]);
};
