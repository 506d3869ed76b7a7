interface LocalQueue {
  name: string;
  /** Holds the queue's address. */
  setting: string;
  worker: string;
  /** Messages for one run of the worker, 10 unless told, and how many runs go on at once, 1 unless told. */
  batch?: number;
  at_once?: number;
}

/** The worker of each queue. As in lib/stack/workers.ts, what waits for a model or reads a file has its run to itself. */
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

/** Takes stream records that `dispatch` could not handle. */
export const DISPATCH_DEAD = 'sidenote-dispatch';

/** Takes stream records that `count-usage` could not count. */
export const COUNT_DEAD = 'sidenote-count-usage';
