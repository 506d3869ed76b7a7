import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { logBug, logLine } from '../kit/log.ts';
import { onBehalfOf } from '../kit/trace.ts';
import { type Job, MAX_RECEIVES, readJob, requestOf } from './jobs.ts';

export interface Delivery {
  /** How often the queue has given this message out, this time included. */
  receives: number;
  remainingMs: () => number;
}

type Work = (job: Job, delivery: Delivery) => Promise<void>;
export type QueueHandler = (
  event: SQSEvent,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
) => Promise<SQSBatchResponse>;

/** Works on each message of a batch by itself: one that fails goes back to the queue, and harms none beside it. */
export const queueWorker = (work: Work): QueueHandler => {
  const attempt = async (record: SQSRecord, remainingMs: () => number) => {
    const receives = Number(record.attributes?.ApproximateReceiveCount ?? 1);
    try {
      const began = Date.now();
      const job = readJob(record.body);
      await work(job, { receives, remainingMs });
      logLine({ id: record.messageId, job: job.job, receives, ms: Date.now() - began });
      return [];
    } catch (error) {
      // An attempt that is repeated rings no alarm.
      logBug(`message ${record.messageId}`, error, receives < MAX_RECEIVES ? 'warn' : 'error');
      return [{ itemIdentifier: record.messageId }];
    }
  };
  return async (event, context) => {
    const remainingMs = () => context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY;
    const failures = await Promise.all(
      event.Records.map((record) => onBehalfOf(requestOf(record.body), () => attempt(record, remainingMs))),
    );
    return { batchItemFailures: failures.flat() };
  };
};
