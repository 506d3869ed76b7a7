import { now } from '../kit/clock.ts';
import { derivedId } from '../kit/ids.ts';
import { keys } from '../kit/keys.ts';
import { ConditionFailed, type Table, type Write } from '../kit/table.ts';
import type { Judge } from '../reviews/calibration/calibrator.ts';
import type { Finding } from '../reviews/merge-samples.ts';
import { type FindingRow, ReviewRow, type RunRow } from '../reviews/schema.ts';
import { endOfReview } from './end-review.ts';
import { inTurn } from './in-turn.ts';
import { OWED } from './jobs.ts';
import type { RunIds } from './run-row.ts';

const afterEachOther = inTurn<ReviewRow>();

/** Each lost race means that another run of the review ended; there are at most ten. */
const MOST_RACES = 50;

/** What became of one persona's run. */
export interface Outcome {
  judge: Judge;
  ai_live: boolean;
  result:
    | { findings: readonly Finding[]; summary: string; score: number; samples: number; tokens: RunRow['tokens'] }
    /** In words for the workspace. */
    | { error: string };
}

/** How a run stands from its end on. */
const endedRun = ({ judge, ai_live, result }: Outcome, at: number): Partial<RunRow> => {
  const ended = { judge, ai_live, claim: null, claimed_until: null, finished_at: at };
  if ('error' in result) return { ...ended, state: 'failed', error: result.error };
  const { summary, score, samples, tokens } = result;
  return { ...ended, state: 'done', summary, score, samples, tokens };
};

/**
 * Writes a run's outcome and counts it, in one transaction; whoever comes last writes the review's end with it. Does
 * nothing where the claim was lost or the review is gone.
 */
export const endRun = async (
  table: Table,
  { ws, review: id, persona }: RunIds,
  run: RunRow,
  claim: string,
  outcome: Outcome,
): Promise<void> => {
  const at = now();
  const key = keys.review(ws, id);
  const findings: FindingRow[] = ('error' in outcome.result ? [] : outcome.result.findings).map((finding) => ({
    ...finding,
    id: derivedId(id, persona, finding.dimension),
    created_at: at,
  }));
  const ended = endedRun(outcome, at);
  const own: Write[] = [
    {
      update: keys.reviewRun(ws, id, persona),
      set: ended,
      remove: OWED,
      when: [
        ['=', 'claim', claim],
        ['=', 'job', 'run-persona'],
      ],
    },
    ...findings.map((finding): Write => ({ put: { ...keys.finding(ws, id, finding.id), ...finding } })),
  ];
  const readReview = async (): Promise<ReviewRow | undefined> => {
    const row = await table.get(key);
    return row && row.deleted_at === undefined ? ReviewRow.parse(row) : undefined;
  };
  /** Gives the review as it then stands; undefined where nothing was written. */
  const count = async (review: ReviewRow): Promise<ReviewRow> => {
    const isLast = review.runs_done + 1 >= review.runs_total;
    const end = isLast ? await endOfReview(table, ws, review, { ...run, ...ended }, findings, outcome) : undefined;
    const set: Partial<ReviewRow> = {
      runs_done: review.runs_done + 1,
      runs_failed: review.runs_failed + ('error' in outcome.result ? 1 : 0),
      updated_at: now(),
      ...(end?.review ?? { status: 'running' }),
    };
    const counted: Write = {
      update: key,
      set,
      when: [
        ['=', 'runs_done', review.runs_done],
        ['absent', 'deleted_at'],
      ],
    };
    try {
      await table.transact([...own, counted, ...(end?.thread ?? [])]);
    } catch (error) {
      const isThread = error instanceof ConditionFailed && error.failed.every((index) => index > own.length);
      if (!isThread) throw error;
      // The thread is full, or its note is gone: the review ends all the same.
      await table.transact([...own, counted]);
    }
    return { ...review, ...set };
  };
  await afterEachOther(key.pk, async (before) => {
    let review = before ?? (await readReview());
    for (let races = 0; review && races < MOST_RACES; races += 1) {
      try {
        return await count(review);
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        if (error.failed.includes(0)) return undefined;
        review = await readReview();
      }
    }
    if (review) throw new Error(`The run ${persona} of ${id} lost ${MOST_RACES} races.`);
    return undefined;
  });
};
