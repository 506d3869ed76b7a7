import { now, SECOND } from '../kit/clock.ts';
import type { Key } from '../kit/table/keys.ts';
import { numberAt } from '../kit/table/record.ts';
import type { Item, Table } from '../kit/table/table.ts';
import { type JobKind, OVERDUE } from './jobs.ts';

/** The stream sees the new time and queues it. */
export const goOn = async (
  table: Table,
  row: Key & Item,
  job: JobKind,
  waitMs: number,
  set: Item = {},
): Promise<void> => {
  const due_at = Math.max(now() + waitMs, numberAt(row, 'due_at') + 1);
  const wait_seconds = Math.ceil(waitMs / SECOND);
  await table.tryTransact([
    { update: row, set: { ...set, due_at, wait_seconds }, remove: OVERDUE, when: [['=', 'job', job]] },
  ]);
};
