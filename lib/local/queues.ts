import { jobQueues, type QueueKind } from '../../functions/owed/jobs.ts';
import { queueWorkers } from '../../functions/workers/lambdas.ts';

/** As deployed, jobs that wait for a model, a file or a stranger's server run at once. */
export const queues = (Object.keys(jobQueues) as QueueKind[]).map((worker) => {
  const { batchSize = 10, concurrency, fetcher } = queueWorkers[worker];
  const atOnce = batchSize === 1 || fetcher ? concurrency : 1;
  return { name: `sidenote-${worker}`, setting: jobQueues[worker], worker, batch: batchSize, atOnce };
});

export const DISPATCH_DEAD = 'sidenote-dispatch';
export const COUNT_DEAD = 'sidenote-count-usage';
