import { requestId } from '../kit/log.ts';
import { duePart, type Key } from '../kit/table/keys.ts';
import type { Item } from '../kit/table/table.ts';
import { fieldsOf } from '../kit/unknown.ts';

export const jobQueues = {
  'notify-submitter': 'NOTIFY_QUEUE_URL',
  'send-mail': 'MAIL_QUEUE_URL',
  purge: 'PURGE_QUEUE_URL',
  'extract-review': 'EXTRACT_QUEUE_URL',
  'render-page': 'RENDER_QUEUE_URL',
  'run-persona': 'RUN_QUEUE_URL',
  'refit-calibrator': 'REFIT_QUEUE_URL',
  'erase-person': 'ERASE_QUEUE_URL',
  'export-data': 'EXPORT_QUEUE_URL',
  'deliver-webhook': 'WEBHOOK_QUEUE_URL',
} as const;

const sharedQueues = {
  'brief-review': 'run-persona',
  'end-review': 'run-persona',
  'render-review': 'render-page',
  'verify-fix': 'render-page',
  'cut-picture': 'render-page',
  'cut-mail-pictures': 'render-page',
  'check-anchors': 'render-page',
  'ask-approval': 'notify-submitter',
  'notify-members': 'notify-submitter',
} as const;

export type QueueKind = keyof typeof jobQueues;
export type JobKind = QueueKind | keyof typeof sharedQueues;

const queues: Record<JobKind, QueueKind> = {
  ...(Object.fromEntries(Object.keys(jobQueues).map((kind) => [kind, kind])) as Record<QueueKind, QueueKind>),
  ...sharedQueues,
};

export const queueOf = (kind: JobKind): QueueKind => queues[kind];

/** Never holds a token or a text. */
export interface Job extends Key {
  job: JobKind;
  request_id?: string;
}

/** After so many receives a message goes to the dead letters. */
export const MAX_RECEIVES = 5;

export const isJobKind = (value: unknown): value is JobKind =>
  typeof value === 'string' && Object.hasOwn(queues, value);

export const owed = (job: JobKind, key: Key, at: number): Item => ({
  job,
  due_at: at,
  due_pk: duePart(key),
  request_id: requestId(),
});

/** `wait_seconds` is how long its message stays hidden at first, `looks` how often it has waited for something else. */
export const OWED = ['job', 'due_at', 'due_pk', 'wait_seconds', 'looks', 'owed_since', 'requeues'] as const;

/** Written by the schedule. */
export const OVERDUE = ['owed_since', 'requeues'] as const;

/** Left by earlier delays: a write that owes the job again without `wait_seconds` removes them. */
export const DELAYS = [...OVERDUE, 'wait_seconds'] as const;

export const requestOf = (body: string): string | undefined => {
  try {
    return readJob(body).request_id;
  } catch {
    return undefined;
  }
};

/** Throws for anything else, which ends in the dead letters. */
export const readJob = (body: string): Job => {
  const value: unknown = JSON.parse(body);
  const { job, pk, sk, request_id } = fieldsOf(value);
  if (!isJobKind(job) || typeof pk !== 'string' || typeof sk !== 'string') throw new Error('This message is no job.');
  return { job, pk, sk, ...(typeof request_id === 'string' && { request_id }) };
};
