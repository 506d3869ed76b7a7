import { HOUR, now, SECOND } from '../kit/clock.ts';
import type { Test } from '../kit/table/expression.ts';
import type { Key } from '../kit/table/keys.ts';
import { findNumberAt } from '../kit/table/record.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { DELAYS, type JobKind, OVERDUE } from './jobs.ts';

export interface Later {
  set: { due_at: number; wait_seconds?: number };
  remove: readonly string[];
}

/** The stream sees the new time and queues it. With `row` it is new in any case. */
export const queuedIn = (waitMs: number, row: Item = {}) =>
  ({
    set: {
      due_at: Math.max(now() + waitMs, (findNumberAt(row, 'due_at') ?? 0) + 1),
      wait_seconds: Math.ceil(waitMs / SECOND),
    },
    remove: OVERDUE,
  }) satisfies Later;

/** Only the schedule finds it. */
export const scheduledAt = (due_at: number) => ({ set: { due_at }, remove: DELAYS }) satisfies Later;

interface Change {
  set?: Item;
  remove?: readonly string[];
  when?: readonly Test[];
  /** Other writes of the transaction. */
  with?: readonly Write[];
}

/** False if the row doesn't owe the job any more. */
export const putOff = (
  table: Table,
  key: Key,
  job: JobKind,
  later: Later,
  { set, remove = [], when = [], with: others = [] }: Change = {},
): Promise<boolean> =>
  table.tryTransact([
    {
      update: key,
      set: { ...set, ...later.set },
      remove: [...later.remove, ...remove],
      when: [['=', 'job', job], ...when],
    },
    ...others,
  ]);

/** By an hour, since a deleted workspace may be restored. False if it isn't deleted. */
export const putOffWhileDeleted = async (
  table: Table,
  workspace: Item | undefined,
  key: Key,
  job: JobKind,
  when: readonly Test[] = [],
): Promise<boolean> => {
  if (workspace?.deleted_at === undefined) return false;
  await putOff(table, key, job, scheduledAt(now() + HOUR), { when });
  return true;
};
