import { HOUR, MINUTE, now } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { keys } from '../../kit/table/keys.ts';
import type { Item, Table } from '../../kit/table/table.ts';
import { tryTransact } from '../../kit/table/try-transact.ts';
import { OVERDUE } from '../../owed/jobs.ts';
import type { Content } from '../read/content.ts';
import { ContentRow, RunRow } from '../rows.ts';
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
  /** The review was still queued. */
  isFirst: boolean;
}

const hasSite = (workspace: Item, site: unknown): boolean =>
  workspace.deleted_sites instanceof Set && workspace.deleted_sites.has(site);

/**
 * Reads a run with everything it needs and claims it, so that no other worker asks a model for it. Undefined if there is
 * nothing to do: the run has ended, is claimed or put off, its review is deleted, or its workspace is.
 */
export const claimRun = async (table: Table, { ws, review, persona }: RunIds): Promise<ClaimedRun | undefined> => {
  const key = keys.reviewRun(ws, review, persona);
  const rows = await table.getMany([key, keys.review(ws, review), keys.reviewContent(ws, review), keys.workspace(ws)], {
    consistent: true,
  });
  const [runRow, reviewRow, contentRow, workspace] = [key.sk, 'REVIEW', 'CONTENT', 'WS'].map((sk) =>
    rows.find((row) => row.sk === sk),
  );
  if (runRow?.job !== 'run-persona' || !reviewRow || !contentRow || !workspace) return undefined;
  if (reviewRow.deleted_at !== undefined || hasSite(workspace, reviewRow.widget_site_id)) return undefined;
  if (workspace.deleted_at !== undefined) {
    const set = { due_at: now() + HOUR };
    await tryTransact(table, [{ update: key, set, remove: OVERDUE, when: [['=', 'job', 'run-persona']] }]);
    return undefined;
  }
  const read = RunRow.parse(runRow);
  if ((read.claimed_until ?? 0) > now() + EARLY_MS) return undefined;
  const claim = newId();
  const claimed_until = now() + CLAIM_MS;
  const run: RunRow = { ...read, claimed_until, attempts: read.attempts + 1, state: 'running' };
  const isClaimed = await tryTransact(table, [
    {
      update: key,
      set: { claim, claimed_until, attempts: run.attempts, state: run.state, due_at: claimed_until },
      remove: [...OVERDUE, 'wait_seconds'],
      // Each claim counts an attempt: of two workers that read the same count, the second fails.
      when: [
        ['=', 'attempts', read.attempts],
        ['=', 'job', 'run-persona'],
      ],
    },
  ]);
  if (!isClaimed) return undefined;
  return { claim, run, content: ContentRow.parse(contentRow).content, isFirst: reviewRow.status === 'queued' };
};

/** Shows a review as running while its first run is at work. Best effort: the first outcome sets it, too. */
export const showRunning = (table: Table, { ws, review }: RunIds): Promise<boolean> =>
  table.tryUpdate(keys.review(ws, review), { status: 'running', updated_at: now() }, [
    ['=', 'status', 'queued'],
    ['absent', 'deleted_at'],
  ]);

/** Gives a claimed run back for a while; its message comes again. */
export const putOffRun = async (
  table: Table,
  { ws, review, persona }: RunIds,
  claim: string,
  waitMs: number,
): Promise<void> => {
  const until = now() + waitMs;
  await tryTransact(table, [
    {
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
    },
  ]);
};
