import { said } from '../../codes/said.ts';
import { MINUTE, SECOND } from '../../kit/clock.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Job } from '../../owed/jobs.ts';
import type { Delivery } from '../../owed/queue-worker.ts';
import { ModelSilent } from '../ask/ask-once.ts';
import { askPersona, judgeOf, type PersonaVerdict, RunFailed } from '../ask/ask-persona.ts';
import { ModelBusy } from '../ask/model/model.ts';
import { marksOf } from '../ask/prompt/render-prompt.ts';
import type { Tokens } from '../rows.ts';
import { briefReview } from './brief-review.ts';
import { claimRun, putOffRun, runIdsOf, seedOf, showRunning } from './claim-run.ts';
import { endReviewLater } from './end-review.ts';
import { endRun, type Outcome } from './end-run.ts';
import { type RunNeeds, readPictures } from './needs.ts';
import { runSpend } from './run-spend.ts';
import { runTimes } from './run-times.ts';

/** With growing waits that is about a quarter of an hour. */
const MAX_ATTEMPTS = 10;
const LONGEST_WAIT_MS = 5 * MINUTE;
const RESERVE_MS = 15 * SECOND;

/** Doubling from two seconds, never less than the model asks for, and not all runs at the same moment. */
const waitMs = (attempts: number, retryAfterMs = 0): number => {
  const grown = Math.min(LONGEST_WAIT_MS, SECOND * 2 ** attempts);
  return Math.max(retryAfterMs, grown) * (1 + Math.random() / 4);
};

/** Runs one persona of a review, as its row owes. Safe to repeat; only the store being out of reach throws. */
const runPersona = async (
  { table, model, objects }: RunNeeds,
  key: Key,
  { remainingMs }: Pick<Delivery, 'remainingMs'>,
): Promise<void> => {
  const ids = runIdsOf(key);
  const times = runTimes(model.settings);
  const claimed = await claimRun(table, ids, times.leaseMs);
  if (!claimed) return;
  const { claim, run, content, brief, isFirst } = claimed;
  const shown = isFirst ? showRunning(table, ids) : undefined;
  const end = (result: Outcome['result'], used: Tokens | null = null) =>
    endRun(table, ids, claim, {
      judge: judgeOf(model),
      ai_live: model.live,
      spend: runSpend(run, model, used),
      reserved: run.reserved_microdollars,
      result,
    });
  if (run.attempts > MAX_ATTEMPTS) return end({ error: [said('attempts_exhausted', { count: MAX_ATTEMPTS })] });
  let result: PersonaVerdict;
  try {
    const pictures = await readPictures(content, objects);
    result = await askPersona(model, {
      persona: run.persona,
      content,
      pictures,
      brief,
      marks: marksOf(ids.review),
      seed: seedOf(run.persona, content.text),
      signal: AbortSignal.timeout(Math.max(SECOND, Math.min(times.askMs, remainingMs() - RESERVE_MS))),
    });
  } catch (error) {
    if (error instanceof ModelBusy) {
      const most = error instanceof ModelSilent ? times.silentAttempts : MAX_ATTEMPTS;
      const wait = waitMs(run.attempts, error.retryAfterMs);
      if (run.attempts < most) return putOffRun(table, ids, claim, wait, runSpend(run, model, error.used));
      return end({ error: [error.said, said('tried', { count: run.attempts })] }, error.used);
    }
    if (!(error instanceof RunFailed)) throw error;
    return end({ error: [error.said] }, error.used);
  } finally {
    await shown;
  }
  return end(result, result.tokens);
};

/** The work on the queue of runs: a review's first call, one persona's part, or a review's end. */
export const doRunJob = (needs: RunNeeds, job: Job, delivery: Pick<Delivery, 'remainingMs'>): Promise<void> => {
  if (job.job === 'brief-review') return briefReview(needs, job, delivery);
  return job.job === 'end-review' ? endReviewLater(needs, job, delivery) : runPersona(needs, job, delivery);
};
