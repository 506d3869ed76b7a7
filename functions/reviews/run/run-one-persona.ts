import { codesOf, type Said, said, textOf } from '../../codes/said.ts';
import { MINUTE, now, SECOND } from '../../kit/clock.ts';
import { derivedId } from '../../kit/ids.ts';
import { LIVE } from '../../kit/table/expression.ts';
import { type Key, keys } from '../../kit/table/keys.ts';
import type { Table, Write } from '../../kit/table/table.ts';
import { type Job, OWED } from '../../owed/jobs.ts';
import type { Delivery } from '../../owed/queue-worker.ts';
import { ModelSilent } from '../ask/ask-once.ts';
import { askPersona, judgeOf, type PersonaVerdict, RunFailed } from '../ask/ask-persona.ts';
import { type Model, ModelBusy } from '../ask/model/model.ts';
import { marksOf } from '../ask/prompt/marks.ts';
import type { Judge } from '../judge/calibration/calibrator.ts';
import type { Blind, RunRow, Tokens } from '../run-rows.ts';
import { spendWrites } from '../spend/monthly-spend.ts';
import { sumOf } from '../tokens.ts';
import { briefReview } from './brief-review.ts';
import { claimRun, isClaimedBy, putOffRun, type RunIds, runIdsOf, seedOf, showRunning } from './claim-run.ts';
import { endOrClose, endReviewLater } from './end-review.ts';
import { judgeVersions } from './judge-versions.ts';
import { type RunNeeds, readPictures } from './needs.ts';
import { type RunSpend, runSpend } from './run-spend.ts';
import { askSignal, runTimes } from './run-times.ts';

interface Outcome {
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
const endRun = async (table: Table, ids: RunIds, claim: string, outcome: Outcome): Promise<void> => {
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

/** With growing waits that is about a quarter of an hour. */
const MAX_ATTEMPTS = 10;
const LONGEST_WAIT_MS = 5 * MINUTE;

/** Doubling from two seconds, never less than the model asks for, and not all runs at the same moment. */
const waitMs = (attempts: number, retryAfterMs = 0): number => {
  const grown = Math.min(LONGEST_WAIT_MS, SECOND * 2 ** attempts);
  return Math.max(retryAfterMs, grown) * (1 + Math.random() / 4);
};

/** Runs one persona of a review, as its row owes. Safe to repeat; only the store being out of reach throws. */
const runPersona = async (
  needs: RunNeeds,
  model: Model,
  key: Key,
  { remainingMs }: Pick<Delivery, 'remainingMs'>,
): Promise<void> => {
  const { table, objects } = needs;
  const ids = runIdsOf(key);
  const times = runTimes(model.settings);
  const claimed = await claimRun(table, ids, times.leaseMs);
  if (!claimed) return;
  const { claim, run, content, facts, of, examples, isFirst } = claimed;
  const shown = isFirst ? showRunning(table, ids) : undefined;
  let blinded: Awaited<ReturnType<typeof judgeVersions>> = { tokens: null };
  const spendOf = (used: Tokens | null) => runSpend(run, model, sumOf([used, blinded.tokens]));
  const end = (result: Outcome['result'], used: Tokens | null = null) =>
    endRun(table, ids, claim, {
      judge: judgeOf(model, examples),
      ai_live: model.live,
      spend: spendOf(used),
      reserved: run.reserved_microdollars,
      result,
      blind: blinded.blind,
    });
  if (run.attempts > MAX_ATTEMPTS) return end({ error: [said('attempts_exhausted', { count: MAX_ATTEMPTS })] });
  let result: PersonaVerdict;
  try {
    const pictures = await readPictures(content, objects);
    const signal = askSignal(model.settings, remainingMs);
    const asked = askPersona(model, {
      persona: run.persona,
      content,
      pictures,
      facts,
      brief: of.brief,
      examples,
      marks: marksOf(ids.review),
      seed: seedOf(run.persona, content.text),
      signal,
    });
    const compared = judgeVersions({ ...needs, model }, ids, { review: of, run, seen: { content, pictures }, signal });
    // Both are waited for, so that all tokens are counted.
    await Promise.allSettled([asked, compared]);
    blinded = await compared;
    result = await asked;
  } catch (error) {
    if (error instanceof ModelBusy) {
      const most = error instanceof ModelSilent ? times.silentAttempts : MAX_ATTEMPTS;
      const wait = waitMs(run.attempts, error.retryAfterMs);
      // The next attempt asks about the versions again, unless they were judged.
      const { blind } = blinded;
      const kept = blind?.state === 'failed' ? undefined : blind;
      if (run.attempts < most) return putOffRun(table, ids, claim, wait, spendOf(error.used), kept);
      return end({ error: [error.said, said('tried', { count: run.attempts })] }, error.used);
    }
    if (!(error instanceof RunFailed)) throw error;
    return end({ error: [error.said] }, error.used);
  } finally {
    await shown;
  }
  return end(result, result.tokens);
};

/** The stage lost its model after the panel had begun. */
const endWithoutModel = async (table: Table, key: Key): Promise<void> => {
  const ids = runIdsOf(key);
  const claimed = await claimRun(table, ids, MINUTE);
  if (!claimed) return;
  const { claim, run } = claimed;
  const spend = { attempt: { month: run.spend_month, tokens: null, cost: null }, total: { tokens: run.tokens } };
  const result = { error: [said('model_missing')] };
  await endRun(table, ids, claim, { judge: null, ai_live: false, spend, reserved: run.reserved_microdollars, result });
};

/** The work on the queue of runs: a review's first call, one persona's part, or a review's end. */
export const doRunJob = (needs: RunNeeds, job: Job, delivery: Pick<Delivery, 'remainingMs'>): Promise<void> => {
  if (job.job === 'brief-review') return briefReview(needs, job, delivery);
  if (job.job === 'end-review') return endReviewLater(needs, job, delivery);
  return needs.model ? runPersona(needs, needs.model, job, delivery) : endWithoutModel(needs.table, job);
};
