import { said } from '../../codes/said.ts';
import { MINUTE, SECOND } from '../../kit/clock.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Job } from '../../owed/jobs.ts';
import type { Delivery } from '../../owed/queue-worker.ts';
import { ModelSilent } from '../ask/ask-once.ts';
import { askPersona, judgeOf } from '../ask/ask-persona.ts';
import { type Model, ModelBusy, type PictureBytes } from '../ask/model/model.ts';
import type { Content } from '../read/content.ts';
import { claimRun, putOffRun, showRunning } from './claim-run.ts';
import { endReviewLater } from './end-review.ts';
import { endRun, type Outcome } from './end-run.ts';
import { RunFailed } from './run-failed.ts';
import { runIdsOf, seedOf } from './run-row.ts';

/** With growing waits that is about a quarter of an hour. */
const MAX_ATTEMPTS = 10;
/** Each takes a minute already. */
const MAX_SILENT_ATTEMPTS = 3;
const LONGEST_WAIT_MS = 5 * MINUTE;
/** Two answers of a minute each, and then some. */
const LONGEST_ASK_MS = 150 * SECOND;
/** What writing the outcome may take. */
const RESERVE_MS = 15 * SECOND;
const MAX_PICTURE_BYTES = 10 * 1024 * 1024;

/** Reads a kept object; undefined where it is gone. */
export interface ObjectReader {
  read: (key: string, maxBytes: number) => Promise<{ bytes: Uint8Array } | undefined>;
}

export interface RunNeeds {
  table: Table;
  model: Model;
  objects: () => ObjectReader;
  /** How long one question may take. */
  askMs?: number;
}

const readPictures = async ({ pictures }: Content, objects: RunNeeds['objects']): Promise<PictureBytes[]> => {
  if (pictures.length === 0) return [];
  const reader = objects();
  const read = await Promise.all(
    pictures.map(async ({ element, key, type }) => {
      const found = await reader.read(key, MAX_PICTURE_BYTES).catch(() => {
        throw new ModelBusy(said('pictures_unreachable'));
      });
      return found && { element, type, bytes: found.bytes };
    }),
  );
  return read.filter((picture) => picture !== undefined);
};

/** Doubling from two seconds, never less than the model asks for, and not all runs at the same moment. */
const waitMs = (attempts: number, retryAfterMs = 0): number => {
  const grown = Math.min(LONGEST_WAIT_MS, SECOND * 2 ** attempts);
  return Math.max(retryAfterMs, grown) * (1 + Math.random() / 4);
};

/** Runs one persona of a review, as its row owes. Safe to repeat; only the store being out of reach throws. */
const runPersona = async (
  { table, model, objects, askMs }: RunNeeds,
  key: Key,
  { remainingMs }: Pick<Delivery, 'remainingMs'>,
): Promise<void> => {
  const ids = runIdsOf(key);
  const claimed = await claimRun(table, ids);
  if (!claimed) return;
  const { claim, run, content, isFirst } = claimed;
  const shown = isFirst ? showRunning(table, ids) : undefined;
  const end = (result: Outcome['result']) =>
    endRun(table, ids, claim, { judge: judgeOf(model), ai_live: model.live, result });
  if (run.attempts > MAX_ATTEMPTS) return end({ error: [said('attempts_exhausted', { count: MAX_ATTEMPTS })] });
  let result: Outcome['result'];
  try {
    const pictures = await readPictures(content, objects);
    result = await askPersona(model, {
      persona: run.persona,
      content,
      pictures,
      seed: seedOf(run.persona, content.text),
      signal: AbortSignal.timeout(Math.max(SECOND, Math.min(LONGEST_ASK_MS, remainingMs() - RESERVE_MS))),
      ...(askMs !== undefined && { askMs }),
    });
  } catch (error) {
    if (error instanceof ModelBusy) {
      const most = error instanceof ModelSilent ? MAX_SILENT_ATTEMPTS : MAX_ATTEMPTS;
      if (run.attempts < most) return putOffRun(table, ids, claim, waitMs(run.attempts, error.retryAfterMs));
      return end({ error: [error.said, said('tried', { count: run.attempts })] });
    }
    if (!(error instanceof RunFailed)) throw error;
    result = { error: [error.said] };
  } finally {
    await shown;
  }
  return end(result);
};

/** The work on the queue of runs: one persona's part of a review, or the end of a review whose last run could not write it. */
export const doRunJob = (needs: RunNeeds, job: Job, delivery: Pick<Delivery, 'remainingMs'>): Promise<void> =>
  job.job === 'end-review' ? endReviewLater(needs.table, job) : runPersona(needs, job, delivery);
