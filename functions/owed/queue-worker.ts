import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { batchLambda, type LambdaHandler } from '../kit/lambda.ts';
import { logBug, logLine, onBehalfOf } from '../kit/log.ts';
import { type Job, MAX_RECEIVES, readJob, requestOf } from './jobs.ts';

export interface Delivery {
  receives: number;
  remainingMs: () => number;
}

type Work = (job: Job, delivery: Delivery) => Promise<void>;

type QueueHandler = LambdaHandler<SQSEvent, SQSBatchResponse>;

/** One that fails goes back to the queue, and the others don't. */
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
      // An attempt that will be repeated rings no alarm.
      logBug(`message ${record.messageId}`, error, receives < MAX_RECEIVES ? 'warn' : 'error');
      return [record.messageId];
    }
  };
  return batchLambda(async ({ Records }, context) => {
    const remainingMs = () => context.getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY;
    const failed = await Promise.all(
      Records.map((record) => onBehalfOf(requestOf(record.body), () => attempt(record, remainingMs))),
    );
    return failed.flat();
  });
};
