import { now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { type Key, keys, partitions } from '../../functions/kit/table/keys.ts';
import type { Item, Table } from '../../functions/kit/table/table.ts';
import type { FindingRow } from '../../functions/reviews/finding-rows.ts';
import type { Judge } from '../../functions/reviews/judge/calibration/calibrator.ts';
import { packContent, textContent } from '../../functions/reviews/read/content.ts';
import type { ContentSize, ReviewRow } from '../../functions/reviews/rows.ts';
import type { PersonaAsRun, RunRow } from '../../functions/reviews/run-rows.ts';
import { table } from '../driver.ts';

/** The content of every seeded review. */
export const SEEDED_TEXT = 'Our shop sells lamps.\n\nThey are bright, and they last.';

/** A judge that no worker asks. */
export const SEED_JUDGE: Judge = { model: 'seeded-1', prompt: 'seeded' };

/** A persona with dimensions of equal weight. */
export const seedPersona = (
  id = newId(),
  dimensions: readonly string[] = ['Clarity', 'Trust'],
  more: Partial<PersonaAsRun> = {},
): PersonaAsRun => ({
  id,
  slug: null,
  name: 'Reader',
  title: 'Reads',
  category: 'copy',
  description: 'Reads what there is.',
  evaluation_dimensions: dimensions.map((name) => ({
    name,
    description: `${name} of it.`,
    weight: 1 / dimensions.length,
  })),
  custom_instructions: null,
  ...more,
});

/** From this score on, the finding about a dimension is a strength. */
const STRENGTH = 4;

const scored = ({ name, weight }: PersonaAsRun['evaluation_dimensions'][number], samples: number[]) => ({
  dimension: name,
  weight,
  samples,
  score: samples.reduce((sum, score) => sum + score, 0) / samples.length,
  reason: null,
});

/** Of the seeded text, as its review keeps it. */
export const seedSize = (more: Partial<ContentSize> = {}): ContentSize => ({
  ...{ title: null, characters: SEEDED_TEXT.length, words: 10, cut: null, notes: [], note_codes: [] },
  ...{ pictures: [], picture_elements: [], picture_sizes: [] },
  ...more,
});

export interface Seeding {
  site?: string | null;
  personas?: readonly PersonaAsRun[];
  /** The samples of a persona's dimension; [3, 4, 4] unless told otherwise. */
  samples?: (persona: number, dimension: number) => number[];
  /** `running` and `queued` have no findings yet but those of the first persona. */
  status?: ReviewRow['status'];
  judge?: Judge;
  more?: Partial<ReviewRow>;
  into?: Table;
}

const isEnded = (status: ReviewRow['status']) => status === 'complete' || status === 'partial' || status === 'failed';

/** Writes a review as its run would have left it; no worker has any part in it. */
export const seedReview = async (workspace_id: string, seeding: Seeding = {}) => {
  const { site = null, status = 'complete', judge = SEED_JUDGE, into = table() } = seeding;
  const { personas = [seedPersona(), seedPersona()], samples = () => [3, 4, 4] } = seeding;
  const id = newId();
  const at = now();
  const ended = isEnded(status);
  const done = (index: number) => status !== 'failed' && (ended ? status === 'complete' || index > 0 : index === 0);
  const panel = personas.map((persona, index) => ({
    persona,
    scores: (done(index) ? persona.evaluation_dimensions : []).map((one, place) => scored(one, samples(index, place))),
  }));
  const findings = panel.flatMap(({ persona, scores }) =>
    scores.map(
      ({ dimension, score, samples: { length } }, position): FindingRow => ({
        id: newId(),
        persona_id: persona.id,
        dimension,
        kind: score < STRENGTH ? 'fault' : 'strength',
        severity: score < STRENGTH ? Math.round(5 - score) : null,
        evidence: [{ quote: 'Our shop sells lamps.', element: null, region: null, grounded: true }],
        comment: `${dimension}: it says what it sells.`,
        fix: { before: null, after: 'Say what a lamp costs.', effort: 'small' },
        seen_in: { samples: length, of: length },
        position,
        created_at: at,
      }),
    ),
  );
  const runs = panel.map(({ persona, scores }, position): RunRow => {
    const isDone = scores.length > 0;
    const state = isDone ? 'done' : ended ? 'failed' : 'queued';
    return {
      review_id: id,
      persona_id: persona.id,
      position,
      persona,
      state,
      attempts: isDone ? 1 : 0,
      claim: null,
      claimed_until: null,
      score: isDone ? scores.reduce((sum, { score, weight }) => sum + score * weight, 0) : null,
      scores,
      summary: isDone ? 'It is clear.' : '',
      error: state === 'failed' ? 'The model gave no usable answer.' : null,
      judge: isDone ? judge : null,
      ai_live: isDone ? false : null,
      samples: scores[0]?.samples.length ?? 0,
      tokens: null,
      created_at: at,
      finished_at: state === 'queued' ? null : at,
    };
  });
  const review: ReviewRow = {
    id,
    title: 'Shop',
    input_type: 'text',
    source: 'content',
    widget_site_id: site,
    annotation_id: null,
    url: null,
    status,
    runs_total: runs.length,
    runs_done: runs.filter(({ state }) => state === 'done' || state === 'failed').length,
    runs_failed: runs.filter(({ state }) => state === 'failed').length,
    error: null,
    facts: seedSize(),
    score: ended && findings.length > 0 ? 3.7 : null,
    judge: findings.length > 0 ? judge : null,
    ai_live: findings.length > 0 ? false : null,
    created_by: 'seed',
    created_at: at,
    updated_at: at,
    completed_at: ended ? at : null,
    ...seeding.more,
  };
  const listed = {
    gsi1pk: partitions.reviews(workspace_id),
    gsi1sk: id,
    ...(site && { gsi2pk: partitions.siteReviews(workspace_id, site), gsi2sk: id }),
  };
  const content = packContent(textContent('text', null, SEEDED_TEXT));
  const puts: { put: Key & Item }[] = [
    { put: { ...keys.review(workspace_id, id), ...listed, workspace_id, ...review } },
    { put: { ...keys.reviewContent(workspace_id, id), content } },
    ...runs.map((run) => ({ put: { ...keys.reviewRun(workspace_id, id, run.persona_id), workspace_id, ...run } })),
    ...findings.map((one) => ({ put: { ...keys.finding(workspace_id, id, one.id), ...one } })),
  ];
  for (let start = 0; start < puts.length; start += 100) await into.transact(puts.slice(start, start + 100));
  return { id, review, runs, findings };
};
