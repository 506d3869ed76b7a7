import { HOUR, MINUTE, now } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import { keys } from '../kit/keys.ts';
import { ConditionFailed, type Item, type Table, type Write } from '../kit/table.ts';
import type { Content } from '../reviews/content.ts';
import { ContentRow, RunRow } from '../reviews/schema.ts';
import { OVERDUE } from './jobs.ts';
import type { RunIds } from './run-row.ts';

/** Longer than a run may take. */
const CLAIM_MS = 4 * MINUTE;
/** A delayed message may come a moment before its time. */
const EARLY_MS = 500;

export interface ClaimedRun {
  claim: string;
  /** As it was claimed: this attempt is counted. */
  run: RunRow;
  content: Content;
  /** The review was queued still. */
  isFirst: boolean;
}

const attempt = async (table: Table, write: Write): Promise<boolean> => {
  try {
    await table.transact([write]);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
};

const hasSite = (workspace: Item, site: unknown): boolean =>
  workspace.deleted_sites instanceof Set && workspace.deleted_sites.has(site);

/**
 * Reads a run with all it needs and takes it, so that nobody else asks a model for it meanwhile. Undefined where there is
 * nothing to do: it ended, it is in other hands or put off, its review is gone, its workspace sleeps.
 */
export const claimRun = async (table: Table, { ws, review, persona }: RunIds): Promise<ClaimedRun | undefined> => {
  const key = keys.reviewRun(ws, review, persona);
  const rows = await table.getMany([key, keys.review(ws, review), keys.reviewContent(ws, review), keys.workspace(ws)], {
    consistent: true,
  });
  const at = now();
  const standing = (sk: string) => rows.find((row) => row.sk === sk);
  const [row, reviewRow, contentRow, workspace] = [key.sk, 'REVIEW', 'CONTENT', 'WS'].map(standing);
  if (row?.job !== 'run-persona' || !reviewRow || !contentRow || !workspace) return undefined;
  if (reviewRow.deleted_at !== undefined || hasSite(workspace, reviewRow.widget_site_id)) return undefined;
  if (workspace.deleted_at !== undefined) {
    await attempt(table, {
      update: key,
      set: { due_at: at + HOUR },
      remove: OVERDUE,
      when: [['=', 'job', 'run-persona']],
    });
    return undefined;
  }
  const run = RunRow.parse(row);
  if ((run.claimed_until ?? 0) > at + EARLY_MS) return undefined;
  const claim = newId();
  const claimed_until = at + CLAIM_MS;
  const isMine = await attempt(table, {
    update: key,
    set: { claim, claimed_until, attempts: run.attempts + 1, state: 'running', due_at: claimed_until },
    remove: [...OVERDUE, 'wait_seconds'],
    // Each claim counts an attempt, so whoever has read the same number comes too late.
    when: [
      ['=', 'attempts', run.attempts],
      ['=', 'job', 'run-persona'],
    ],
  });
  if (!isMine) return undefined;
  const { content } = ContentRow.parse(contentRow);
  return {
    claim,
    run: { ...run, attempts: run.attempts + 1, state: 'running', claim, claimed_until },
    content,
    isFirst: reviewRow.status === 'queued',
  };
};

const started = new Map<string, number>();

/** Shows a review as running while one of its runs is at work. Nobody depends on it; the first outcome says so too. */
export const showRunning = async (table: Table, { ws, review }: RunIds): Promise<void> => {
  const key = keys.review(ws, review);
  const at = now();
  for (const [pk, since] of started) if (since + CLAIM_MS < at) started.delete(pk);
  if (started.has(key.pk)) return;
  started.set(key.pk, at);
  await table.tryUpdate(key, { status: 'running', updated_at: at }, [
    ['=', 'status', 'queued'],
    ['absent', 'deleted_at'],
  ]);
};

/** Gives a claimed run back for a while; its message comes again. */
export const putOffRun = async (
  table: Table,
  { ws, review, persona }: RunIds,
  claim: string,
  waitMs: number,
): Promise<void> => {
  const until = now() + waitMs;
  await attempt(table, {
    update: keys.reviewRun(ws, review, persona),
    set: {
      state: 'queued',
      claim: null,
      claimed_until: until,
      due_at: until,
      wait_seconds: Math.ceil(waitMs / 1000),
    },
    remove: OVERDUE,
    when: [
      ['=', 'claim', claim],
      ['=', 'job', 'run-persona'],
    ],
  });
};
