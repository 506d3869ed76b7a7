import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { chunksOf } from '../kit/chunks.ts';
import { setting } from '../kit/config.ts';
import { logBug } from '../kit/log.ts';
import { type Job, jobQueues, type QueueKind, queueOf } from './jobs.ts';

const BATCH = 10;
export const MAX_DELAY_SECONDS = 900;

export interface Sending {
  job: Job;
  delaySeconds?: number;
}

export class JobSender {
  readonly #client = new SQSClient({
    requestHandler: { connectionTimeout: 2000, requestTimeout: 5000, throwOnRequestTimeout: true },
  });

  async #sendBatch(kind: QueueKind, batch: readonly Sending[]): Promise<Sending[]> {
    try {
      const answer = await this.#client.send(
        new SendMessageBatchCommand({
          QueueUrl: setting(jobQueues[kind]),
          Entries: batch.map(({ job, delaySeconds = 0 }, index) => ({
            Id: String(index),
            MessageBody: JSON.stringify({ job: job.job, pk: job.pk, sk: job.sk, request_id: job.request_id }),
            DelaySeconds: Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil(delaySeconds))),
          })),
        }),
      );
      const sent = new Set(answer.Successful?.map(({ Id }) => Id));
      return batch.filter((_, index) => !sent.has(String(index)));
    } catch (error) {
      logBug(`send ${kind}`, error);
      return [...batch];
    }
  }

  /** Returns those that no queue took, since a batch can succeed in part. */
  async send<S extends Sending>(sendings: readonly S[]): Promise<S[]> {
    const batches = Object.keys(jobQueues).flatMap((kind) => {
      const ofKind = sendings.filter(({ job }) => queueOf(job.job) === kind);
      return chunksOf(ofKind, BATCH).map((batch) => ({ kind: kind as QueueKind, batch }));
    });
    const left = await Promise.all(batches.map(({ kind, batch }) => this.#sendBatch(kind, batch)));
    // #sendBatch filters the very objects it was given.
    return left.flat() as S[];
  }
}
