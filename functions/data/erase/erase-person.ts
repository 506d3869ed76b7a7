import { HOUR, MINUTE, now, SECOND, ttlAt } from '../../kit/clock.ts';
import { numberAt } from '../../kit/table/record.ts';
import type { Item, Table } from '../../kit/table/table.ts';
import { OWED } from '../../owed/jobs.ts';
import { longWork } from '../../owed/long-work.ts';
import { putOff, queuedIn } from '../../owed/put-off.ts';
import { queueWorker } from '../../owed/queue-worker.ts';
import { eraseAccount } from './erase-account.ts';
import { eraseAddress } from './erase-address.ts';
import { eraseAgain, hasNotesLeft } from './erase-note.ts';
import { type Subject, subjectOf } from './subject.ts';
import { removeMadeBefore } from './touched.ts';

const ENOUGH_MS = 8000;
/** No request from before the erasure runs longer, and the indexes have caught up by then. */
const LOOK_AGAIN_MS = 40 * SECOND;
/** No invocation that reviews a note runs longer. */
const RUN_MS = 15 * MINUTE;
/** A review may never end. */
const LAST_LOOK_MS = HOUR;

const NOTES = ['hashes', 'username', 'touched', 'looked_at', 'workspace_count', 'request_id', 'last_note'] as const;

/** An account's id remains until its tokens have expired. */
const finish = async (table: Table, { key, user_id }: Subject, row: Item) => {
  const when = [['=', 'job', 'erase-person']] as const;
  const write =
    user_id === undefined
      ? { delete: key, when }
      : { update: key, set: { ttl: ttlAt(numberAt(row, 'erased_until')) }, remove: [...OWED, ...NOTES], when };
  await table.tryTransact([write]);
};

/** Everything once, and again until nothing from before can still be running. */
export const erasePerson = queueWorker(async (job, delivery) => {
  const work = longWork(delivery, ENOUGH_MS);
  const { table } = work;
  const found = await table.get(job);
  if (found?.job !== 'erase-person') return;
  if (found.looked_at !== undefined && now() < numberAt(found, 'due_at')) return;
  const row = { ...found, pk: job.pk, sk: job.sk };
  const subject = subjectOf(row);
  const isFirst = found.looked_at === undefined;
  const isLast = !isFirst && now() >= numberAt(found, 'looked_at') + LAST_LOOK_MS;

  const eraseAll = async () => {
    if (!isFirst && !(await eraseAgain(work, subject, isLast))) return false;
    if (subject.user_id !== undefined && !(await eraseAccount(work, subject))) return false;
    for (const hash of subject.hashes) if (!(await eraseAddress(work, subject, hash))) return false;
    const touched = (await table.get(subject.key))?.touched;
    return removeMadeBefore(work, touched instanceof Set ? [...touched].map(String) : []);
  };

  const later = (waitMs: number, set: Item = {}) => putOff(table, row, 'erase-person', queuedIn(waitMs, row), { set });
  if (!(await eraseAll())) await later(0);
  else if (isFirst) await later(LOOK_AGAIN_MS, { looked_at: now() });
  else if (!isLast && (await hasNotesLeft(table, subject))) await later(RUN_MS);
  else await finish(table, subject, row);
});
