import { MINUTE, now } from '../kit/clock.ts';
import { setting } from '../kit/config.ts';
import { lambda } from '../kit/lambda.ts';
import { dueParts, type Key } from '../kit/table/keys.ts';
import { type StoredRow, sharedTable, type Table } from '../kit/table/table.ts';
import { JobSender } from './job-sender.ts';
import { isJobKind, type Job } from './jobs.ts';

const OVERDUE_MS = 2 * MINUTE;
/** Between two tries; the two minutes come on top. */
const MAX_PAUSE_MS = 3 * MINUTE;
const CHUNK = 200;
const ENOUGH_MS = 10_000;

interface Owed {
  job: Job;
  due_at: number;
  since: number;
  requeues: number;
}

const toOwed = (row: StoredRow): Owed[] => {
  const { job, pk, sk, due_at, owed_since, requeues, request_id } = row;
  if (!isJobKind(job) || typeof due_at !== 'number') return [];
  const since = typeof owed_since === 'number' ? owed_since : due_at;
  const caused = typeof request_id === 'string' ? { request_id } : {};
  return [{ job: { job, pk, sk, ...caused }, due_at, since, requeues: Number(requeues ?? 0) }];
};

/** So that an outage does not pile messages up. */
const markRequeued = async (table: Table, { job, due_at, since, requeues }: Owed) => {
  const key: Key = { pk: job.pk, sk: job.sk };
  const next = now() + Math.min(requeues * MINUTE, MAX_PAUSE_MS);
  await table.tryTransact([
    {
      update: key,
      set: { due_at: next, owed_since: since, requeues: requeues + 1 },
      when: [
        ['=', 'job', job.job],
        ['=', 'due_at', due_at],
      ],
    },
  ]);
};

const reconcilePart = async (
  table: Table,
  sender: JobSender,
  part: string,
  hasTime: () => boolean,
): Promise<number> => {
  let oldest = 0;
  const sort = ['<=', now() + MAX_PAUSE_MS] as const;
  for await (const rows of table.pages({ index: 'due', partition: part, sort, limit: CHUNK })) {
    const owed = rows.flatMap(toOwed);
    oldest = Math.max(oldest, ...owed.map(({ since }) => now() - since));
    const overdue = owed.filter(({ due_at }) => due_at <= now() - OVERDUE_MS);
    const unsent = new Set(await sender.send(overdue));
    await Promise.all(overdue.filter((one) => !unsent.has(one)).map((one) => markRequeued(table, one)));
    if (!hasTime()) break;
  }
  return oldest;
};

/** CloudWatch's embedded metric format, for the alarm on overdue work. */
const reportOldest = (ageMs: number) => {
  const metric = {
    Namespace: 'Sidenote',
    Dimensions: [['Table']],
    Metrics: [{ Name: 'OldestOwedSeconds', Unit: 'Seconds' }],
  };
  console.log(
    JSON.stringify({
      _aws: { Timestamp: Date.now(), CloudWatchMetrics: [metric] },
      Table: setting('TABLE_NAME'),
      OldestOwedSeconds: Math.round(ageMs / 1000),
    }),
  );
};

let clients: { table: Table; sender: JobSender } | undefined;

/** The guarantee: work owed for over two minutes is queued again, even if its first message was lost. */
export const reconcile = lambda([], async (_event: unknown, context): Promise<void> => {
  clients ??= { table: sharedTable(), sender: new JobSender() };
  const { table, sender } = clients;
  const hasTime = () => (context.getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY) > ENOUGH_MS;
  const ages = await Promise.all(dueParts.map((part) => reconcilePart(table, sender, part, hasTime)));
  reportOldest(Math.max(0, ...ages));
});
