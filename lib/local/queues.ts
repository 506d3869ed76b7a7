/** The worker of each queue; its setting holds the queue's address. Sizes as in lib/work-queue.ts. */
export const queues = [
  { name: 'sidenote-notify', setting: 'NOTIFY_QUEUE_URL', worker: 'notify-submitter' },
  { name: 'sidenote-mail', setting: 'MAIL_QUEUE_URL', worker: 'send-mail' },
  { name: 'sidenote-purge', setting: 'PURGE_QUEUE_URL', worker: 'purge' },
  { name: 'sidenote-extract', setting: 'EXTRACT_QUEUE_URL', worker: 'extract-review' },
  { name: 'sidenote-run', setting: 'RUN_QUEUE_URL', worker: 'run-persona' },
  { name: 'sidenote-refit', setting: 'REFIT_QUEUE_URL', worker: 'refit-calibrator' },
] as const;

/** Takes stream records that `dispatch` could not handle. */
export const DISPATCH_DEAD = 'sidenote-dispatch';
