import { codesOf, type Said, textOf } from '../../codes/said.ts';
import { now } from '../../kit/clock.ts';
import { derivedId } from '../../kit/ids.ts';
import { LIVE } from '../../kit/table/expression.ts';
import { keys } from '../../kit/table/keys.ts';
import type { Table, Write } from '../../kit/table/table.ts';
import { OWED } from '../../owed/jobs.ts';
import type { PersonaVerdict } from '../ask/ask-persona.ts';
import type { Judge } from '../judge/calibration/calibrator.ts';
import type { Blind, RunRow } from '../rows.ts';
import { spendWrites } from '../spend/monthly-spend.ts';
import { isClaimedBy, type RunIds } from './claim-run.ts';
import { endOrClose } from './end-review.ts';
import type { RunSpend } from './run-spend.ts';

export interface Outcome {
  /** Null if the stage lost its model. */
  judge: Judge | null;
  ai_live: boolean;
  spend: RunSpend;
  /** Micro-dollars of its review's estimate. */
  reserved: number | undefined;
  result: PersonaVerdict | { error: readonly Said[] };
  /** Its judgment of the previous version and this one. */
  blind?: Blind | undefined;
}

const resultOf = ({ result }: Outcome): Partial<RunRow> => {
  if ('error' in result) return { state: 'failed', error: textOf(result.error), error_codes: codesOf(result.error) };
  const { summary, score, scores, samples, samples_asked, left_out } = result;
  return { state: 'done', summary, score, scores, samples, samples_asked, left_out };
};

/** In one transaction; the last run ends the review. Writes nothing if the claim was lost or the review is gone. */
export const endRun = async (table: Table, ids: RunIds, claim: string, outcome: Outcome): Promise<void> => {
  const { ws, review, persona } = ids;
  const { judge, ai_live, result, spend, reserved, blind } = outcome;
  const at = now();
  const findings = 'error' in result ? [] : result.findings;
  const isCounted = await table.tryTransact([
    {
      update: keys.reviewRun(ws, review, persona),
      set: {
        ...resultOf(outcome),
        ...spend.total,
        ...(blind && { blind }),
        ...{ judge, ai_live, finished_at: at, claim: null, claimed_until: null },
      },
      remove: [...OWED, 'reserved_microdollars'],
      when: isClaimedBy(claim),
    },
    ...findings.map((finding, index): Write => {
      const id = derivedId(review, persona, String(index));
      return {
        put: { ...keys.finding(ws, review, id), ...finding, id, persona_id: persona, position: index, created_at: at },
      };
    }),
    {
      update: keys.review(ws, review),
      // Without a condition on the counts, concurrent runs don't make each other fail.
      add: { runs_done: 1, runs_failed: 'error' in result ? 1 : 0 },
      set: { status: 'running', updated_at: at },
      when: LIVE,
    },
    ...spendWrites(ws, review, { ...spend.attempt, released: reserved }),
  ]);
  if (isCounted) await endOrClose(table, ids, judge, ai_live);
};
