import { now } from '../kit/clock.ts';
import { derivedId } from '../kit/ids.ts';
import { keys } from '../kit/keys.ts';
import { ConditionFailed, type Table, type Write } from '../kit/table.ts';
import type { Judge } from '../reviews/calibration/calibrator.ts';
import type { Finding } from '../reviews/merge-samples.ts';
import { type FindingRow, ReviewRow, type RunRow } from '../reviews/schema.ts';
import { endOfReview } from './end-review.ts';
import { OWED } from './jobs.ts';
import type { RunIds } from './run-row.ts';

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

const isGone = (error: unknown): boolean => error instanceof ConditionFailed && error.failed.includes(0);

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
  for (let races = 0; races < MOST_RACES; races += 1) {
    const row = await table.get(key);
    if (!row || row.deleted_at !== undefined) return;
    const review = ReviewRow.parse(row);
    const isLast = review.runs_done + 1 >= review.runs_total;
    const end = isLast ? await endOfReview(table, ws, review, { ...run, ...ended }, findings, outcome) : undefined;
    const counted: Write = {
      update: key,
      set: {
        runs_done: review.runs_done + 1,
        runs_failed: review.runs_failed + ('error' in outcome.result ? 1 : 0),
        updated_at: now(),
        ...(end?.review ?? { status: 'running' }),
      },
      when: [
        ['=', 'runs_done', review.runs_done],
        ['absent', 'deleted_at'],
      ],
    };
    try {
      await table.transact([...own, counted, ...(end?.thread ?? [])]);
      return;
    } catch (error) {
      if (isGone(error)) return;
      if (!(error instanceof ConditionFailed)) throw error;
      if (end && !error.failed.includes(own.length)) {
        // Only the thread refused: it is full, or its note is gone.
        try {
          await table.transact([...own, counted]);
          return;
        } catch (again) {
          if (isGone(again)) return;
          if (!(again instanceof ConditionFailed)) throw again;
        }
      }
    }
  }
  throw new Error(`The run ${persona} of ${id} lost ${MOST_RACES} races.`);
};
