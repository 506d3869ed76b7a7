import { codesOf, type Said, textOf } from '../../codes/said.ts';
import { now } from '../../kit/clock.ts';
import { derivedId } from '../../kit/ids.ts';
import { LIVE } from '../../kit/table/expression.ts';
import { keys } from '../../kit/table/keys.ts';
import type { Table, Write } from '../../kit/table/table.ts';
import { tryTransact } from '../../kit/table/try-transact.ts';
import { OWED } from '../../owed/jobs.ts';
import type { Finding } from '../ask/merge-samples.ts';
import type { Judge } from '../judge/calibration/calibrator.ts';
import type { RunRow } from '../rows.ts';
import { endReview } from './end-review.ts';
import type { RunIds } from './run-row.ts';

/** The result of one persona's run. */
export interface Outcome {
  judge: Judge;
  ai_live: boolean;
  result:
    | { findings: readonly Finding[]; summary: string; score: number; samples: number; tokens: RunRow['tokens'] }
    /** For the workspace. */
    | { error: readonly Said[] };
}

const resultOf = ({ result }: Outcome): Partial<RunRow> => {
  if ('error' in result) return { state: 'failed', error: textOf(result.error), error_codes: codesOf(result.error) };
  const { summary, score, samples, tokens } = result;
  return { state: 'done', summary, score, samples, tokens };
};

/**
 * Writes a run's outcome and counts it on the review, in one transaction; then ends the review if this was its last run.
 * Writes nothing if the claim was lost or the review is gone.
 */
export const endRun = async (table: Table, ids: RunIds, claim: string, outcome: Outcome): Promise<void> => {
  const { ws, review, persona } = ids;
  const { judge, ai_live, result } = outcome;
  const at = now();
  const findings = 'error' in result ? [] : result.findings;
  const isCounted = await tryTransact(table, [
    {
      update: keys.reviewRun(ws, review, persona),
      set: { ...resultOf(outcome), judge, ai_live, finished_at: at, claim: null, claimed_until: null },
      remove: OWED,
      when: [
        ['=', 'claim', claim],
        ['=', 'job', 'run-persona'],
      ],
    },
    ...findings.map((finding): Write => {
      const id = derivedId(review, persona, finding.dimension);
      return { put: { ...keys.finding(ws, review, id), ...finding, id, created_at: at } };
    }),
    {
      update: keys.review(ws, review),
      // Without a condition on the counts: runs that end at the same time don't make each other fail.
      add: { runs_done: 1, runs_failed: 'error' in result ? 1 : 0 },
      set: { status: 'running', updated_at: at },
      when: LIVE,
    },
  ]);
  if (isCounted) await endReview(table, ids, judge);
};
