import { now, SECOND } from '../../kit/clock.ts';
import { unchanged } from '../../kit/table/expression.ts';
import { keys } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import type { JobKind } from '../../owed/jobs.ts';
import { putOff, queuedIn, scheduledAt } from '../../owed/put-off.ts';
import type { ModelBusy } from '../ask/model/model.ts';
import type { ReviewIds, ReviewRow } from '../rows.ts';
import type { RunRow } from '../run-rows.ts';
import { spendWrites } from '../spend/monthly-spend.ts';
import { type RunSpend, stepTotal } from './run-spend.ts';

/** A delayed message may come a moment early. */
const EARLY_MS = 500;
/** Of a step that a review can do without. */
export const MAX_STEP_ATTEMPTS = 3;
const BUSY_WAIT_MS = 5 * SECOND;

/** Whether a worker has a lease of the row. */
export const isHeld = ({ claimed_until }: Pick<ReviewRow, 'claimed_until'> | Pick<RunRow, 'claimed_until'>): boolean =>
  (claimed_until ?? 0) > now() + EARLY_MS;

/** Puts a job off for as long as its worker may take. */
export const leased = (ms: number) => {
  const { set, remove } = scheduledAt(now() + ms);
  return { set: { ...set, claimed_until: set.due_at }, remove };
};

/** At least as long as each busy model asks for. */
export const busyWaitMs = (busy: readonly (ModelBusy | undefined)[]): number =>
  Math.max(BUSY_WAIT_MS, ...busy.map((one) => one?.retryAfterMs ?? 0));

/** Claims the step that a review owes, so that no other worker takes it meanwhile. Undefined if one does. */
export const claimStep = async (
  table: Table,
  row: Pick<ReviewRow, 'attempts' | 'claimed_until'>,
  { ws, review }: ReviewIds,
  job: JobKind,
  leaseMs: number,
): Promise<{ attempts: number } | undefined> => {
  if (isHeld(row)) return undefined;
  const { attempts = 0 } = row;
  const isClaimed = await putOff(table, keys.review(ws, review), job, leased(leaseMs), {
    set: { attempts: attempts + 1 },
    when: [unchanged('attempts', row.attempts)],
  });
  return isClaimed ? { attempts: attempts + 1 } : undefined;
};

export const putOffStep = (
  table: Table,
  { ws, review }: ReviewIds,
  job: JobKind,
  busy: ModelBusy,
  spend: RunSpend,
): Promise<boolean> => {
  const later = queuedIn(busyWaitMs([busy]));
  return putOff(table, keys.review(ws, review), job, later, {
    set: { ...stepTotal(spend), claimed_until: later.set.due_at },
    with: spendWrites(ws, review, spend.attempt),
  });
};
