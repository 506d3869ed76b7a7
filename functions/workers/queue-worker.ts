import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { logBug } from '../kit/log.ts';
import { type Job, readJob } from './jobs.ts';

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
    try {
      const receives = Number(record.attributes?.ApproximateReceiveCount ?? 1);
      await work(readJob(record.body), { receives, remainingMs });
      return [];
    } catch (error) {
      logBug(`message ${record.messageId}`, error);
      return [{ itemIdentifier: record.messageId }];
    }
  };
  return async (event, context) => {
    const remainingMs = () => context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY;
    const failures = await Promise.all(event.Records.map((record) => attempt(record, remainingMs)));
    return { batchItemFailures: failures.flat() };
  };
};
