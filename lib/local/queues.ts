interface LocalQueue {
  name: string;
  /** The setting with the queue's URL. */
  setting: string;
  worker: string;
  /** Messages per invocation (default 10), and concurrent invocations (default 1). */
  batch?: number;
  at_once?: number;
}

/**
 * The worker of each queue. As in lib/stack/workers.ts, jobs that wait for a model or read a file run one per
 * invocation.
 */
export const queues: readonly LocalQueue[] = [
  { name: 'sidenote-notify', setting: 'NOTIFY_QUEUE_URL', worker: 'notify-submitter' },
  { name: 'sidenote-mail', setting: 'MAIL_QUEUE_URL', worker: 'send-mail' },
  { name: 'sidenote-purge', setting: 'PURGE_QUEUE_URL', worker: 'purge' },
  { name: 'sidenote-extract', setting: 'EXTRACT_QUEUE_URL', worker: 'extract-review', batch: 1, at_once: 5 },
  { name: 'sidenote-run', setting: 'RUN_QUEUE_URL', worker: 'run-persona', batch: 1, at_once: 20 },
  { name: 'sidenote-refit', setting: 'REFIT_QUEUE_URL', worker: 'refit-calibrator' },
  { name: 'sidenote-erase', setting: 'ERASE_QUEUE_URL', worker: 'erase-person' },
  { name: 'sidenote-export', setting: 'EXPORT_QUEUE_URL', worker: 'export-data', batch: 1, at_once: 2 },
];

/** Stream records that `dispatch` failed to handle. */
export const DISPATCH_DEAD = 'sidenote-dispatch';

/** Stream records that `count-usage` failed to count. */
export const COUNT_DEAD = 'sidenote-count-usage';
