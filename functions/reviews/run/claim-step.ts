import { now } from '../../kit/clock.ts';
import { keys } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { DELAYS, type JobKind } from '../../owed/jobs.ts';
import { putOff, queuedIn } from '../../owed/put-off.ts';
import type { ReviewIds, ReviewRow } from '../rows.ts';
import { spendWrites } from '../spend/monthly-spend.ts';
import { type RunSpend, stepTotal } from './run-spend.ts';

/** A delayed message may come a moment early. */
const EARLY_MS = 500;

/** Claims the step that a review owes, so that no other worker takes it meanwhile. Undefined if one does. */
export const claimStep = async (
  table: Table,
  { attempts = 0, claimed_until = 0 }: Pick<ReviewRow, 'attempts' | 'claimed_until'>,
  { ws, review }: ReviewIds,
  job: JobKind,
  leaseMs: number,
): Promise<{ attempts: number } | undefined> => {
  if (claimed_until > now() + EARLY_MS) return undefined;
  const until = now() + leaseMs;
  const isClaimed = await table.tryTransact([
    {
      update: keys.review(ws, review),
      set: { attempts: attempts + 1, claimed_until: until, due_at: until },
      remove: DELAYS,
      when: [attempts === 0 ? ['absent', 'attempts'] : ['=', 'attempts', attempts], ['=', 'job', job]],
    },
  ]);
  return isClaimed ? { attempts: attempts + 1 } : undefined;
};

export const putOffStep = (
  table: Table,
  { ws, review }: ReviewIds,
  job: JobKind,
  waitMs: number,
  spend: RunSpend,
): Promise<boolean> => {
  const later = queuedIn(waitMs);
  return putOff(table, keys.review(ws, review), job, later, {
    set: { ...stepTotal(spend), claimed_until: later.set.due_at },
    with: spendWrites(ws, review, spend.attempt),
  });
};
