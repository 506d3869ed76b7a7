import { now } from '../../kit/clock.ts';
import { derivedId } from '../../kit/ids.ts';
import { keys } from '../../kit/table/keys.ts';
import { ConditionFailed, type Table, type Write } from '../../kit/table/table.ts';
import { OWED } from '../../owed/jobs.ts';
import { refund } from '../../wallet/movement.ts';
import type { Finding } from '../ask/merge-samples.ts';
import { type Calibrator, type Judge, RAW } from '../judge/calibration/calibrator.ts';
import { readCalibrator } from '../judge/calibrators.ts';
import { type FindingRow, ReviewRow, type RunRow } from '../rows.ts';
import { endOfReview } from './end-review.ts';
import type { RunIds } from './run-row.ts';
import { together } from './together.ts';

/** Each lost race means that another run of the review ended; there are at most ten. */
const MOST_RACES = 50;
/** With twelve findings each they fit a transaction of 100 writes. */
const MOST_AT_ONCE = 7;

/** What became of one persona's run. */
export interface Outcome {
  judge: Judge;
  ai_live: boolean;
  result:
    | { findings: readonly Finding[]; summary: string; score: number; samples: number; tokens: RunRow['tokens'] }
    /** In words for the workspace. */
    | { error: string };
}

export interface EndedRun {
  /** As it stands from its end on. */
  run: RunRow;
  claim: string;
  findings: FindingRow[];
}

const endedRun = (run: RunRow, claim: string, { judge, ai_live, result }: Outcome): EndedRun => {
  const at = now();
  const ended: RunRow = { ...run, judge, ai_live, claim: null, claimed_until: null, finished_at: at };
  if ('error' in result) return { run: { ...ended, state: 'failed', error: result.error }, claim, findings: [] };
  const { summary, score, samples, tokens } = result;
  const findings = result.findings.map((finding) => ({
    ...finding,
    id: derivedId(run.review_id, run.persona_id, finding.dimension),
    created_at: at,
  }));
  return { run: { ...ended, state: 'done', summary, score, samples, tokens }, claim, findings };
};

/** The run first: the index of its condition tells whose claim was lost. */
const writesOf = (ws: string, { run, claim, findings }: EndedRun): Write[] => {
  const { review_id, persona_id, state, score, summary, error, judge, ai_live, samples, tokens, finished_at } = run;
  return [
    {
      update: keys.reviewRun(ws, review_id, persona_id),
      set: {
        state,
        score,
        summary,
        error,
        judge,
        ai_live,
        samples,
        tokens,
        finished_at,
        claim: null,
        claimed_until: null,
      },
      remove: OWED,
      when: [
        ['=', 'claim', claim],
        ['=', 'job', 'run-persona'],
      ],
    },
    ...findings.map((finding): Write => ({ put: { ...keys.finding(ws, review_id, finding.id), ...finding } })),
  ];
};

const readReview = async (table: Table, ws: string, id: string): Promise<ReviewRow | undefined> => {
  const row = await table.get(keys.review(ws, id));
  return row && row.deleted_at === undefined ? ReviewRow.parse(row) : undefined;
};

/** Writes these ends and counts them, in one transaction. Throws ConditionFailed where one of them may not. */
const writeEnds = async (
  table: Table,
  ws: string,
  review: ReviewRow,
  ended: readonly EndedRun[],
  calibrator: Calibrator,
): Promise<void> => {
  const own = ended.flatMap((one) => writesOf(ws, one));
  const runs_done = review.runs_done + ended.length;
  const end = runs_done >= review.runs_total ? await endOfReview(table, ws, review, ended, calibrator) : undefined;
  const counted: Write = {
    update: keys.review(ws, review.id),
    set: {
      runs_done,
      runs_failed: review.runs_failed + ended.filter(({ run }) => run.state === 'failed').length,
      updated_at: now(),
      ...(end?.review ?? { status: 'running' }),
    },
    when: [
      ['=', 'runs_done', review.runs_done],
      ['absent', 'deleted_at'],
    ],
  };
  // Whoever writes the end writes it once, and the refund with it.
  const back = end?.review.status === 'failed' ? refund(ws, review, now()) : [];
  const isBack = (index: number) => index > own.length && index <= own.length + back.length;
  try {
    await table.transact([...own, counted, ...back, ...(end?.thread ?? [])]);
  } catch (error) {
    const isBeside = error instanceof ConditionFailed && error.failed.every((index) => index > own.length);
    if (!isBeside) throw error;
    // The thread is full, its note is gone, or the workspace with its wallet: the review ends all the same.
    await table.transact([...own, counted, ...(error.failed.some(isBack) ? [] : back)]);
  }
};

/** Those whose claim still holds, by the indexes of failed conditions. */
const stillClaimed = (ws: string, ended: readonly EndedRun[], failed: readonly number[]): EndedRun[] => {
  let index = 0;
  return ended.filter((one) => {
    const isLost = failed.includes(index);
    index += writesOf(ws, one).length;
    return !isLost;
  });
};

interface Ending {
  table: Table;
  ws: string;
  ended: EndedRun;
}

const prepare = async ({ table, ws, ended: { run } }: Ending) => {
  const [review, calibrator] = await Promise.all([
    readReview(table, ws, run.review_id),
    run.judge ? readCalibrator(table, ws, run.judge) : RAW,
  ]);
  return { review, calibrator };
};

const endTogether = together(MOST_AT_ONCE, prepare, async (items: readonly Ending[], ready): Promise<undefined[]> => {
  const [first] = items;
  if (!first) return [];
  const { table, ws } = first;
  const id = first.ended.run.review_id;
  let { review } = ready;
  let open = items.map(({ ended }) => ended);
  for (let races = 0; races < MOST_RACES; races += 1) {
    if (!review || open.length === 0) return [];
    try {
      await writeEnds(table, ws, review, open, ready.calibrator);
      return [];
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      open = stillClaimed(ws, open, error.failed);
    }
    review = await readReview(table, ws, id);
  }
  throw new Error(`Ends of the review ${id} lost ${MOST_RACES} races.`);
});

/**
 * Writes a run's outcome and counts it, in one transaction; whoever comes last writes the review's end with it. Does
 * nothing where the claim was lost or the review is gone.
 */
export const endRun = (table: Table, ids: RunIds, run: RunRow, claim: string, outcome: Outcome): Promise<void> =>
  endTogether(keys.review(ids.ws, ids.review).pk, { table, ws: ids.ws, ended: endedRun(run, claim, outcome) });
