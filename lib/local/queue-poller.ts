import { setTimeout as wait } from 'node:timers/promises';
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { chunksOf } from '../../functions/kit/chunks.ts';
import { clientOf, REGION } from './account.ts';

export interface QueuePollerSettings {
  endpoint: string;
  queue: string;
  queue_url: string;
  handler: (event: SQSEvent) => Promise<SQSBatchResponse | undefined>;
  batch?: number;
  atOnce?: number;
  /** At least 1 if the emulator keeps its queues on disk, because it loses messages whose timeout is set to 0. */
  retrySeconds?: number;
}

const toRecord = (message: Message, queue: string): SQSRecord => {
  const attributes = message.Attributes ?? {};
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: {
      ApproximateReceiveCount: attributes.ApproximateReceiveCount ?? '1',
      SentTimestamp: attributes.SentTimestamp ?? '0',
      SenderId: attributes.SenderId ?? 'local',
      ApproximateFirstReceiveTimestamp: attributes.ApproximateFirstReceiveTimestamp ?? '0',
    },
    messageAttributes: {},
    md5OfBody: message.MD5OfBody ?? '',
    eventSource: 'aws:sqs',
    eventSourceARN: `arn:aws:sqs:${REGION}:000000000000:${queue}`,
    awsRegion: REGION,
  };
};

export class QueuePoller {
  readonly #settings: QueuePollerSettings;
  readonly #client: SQSClient;
  readonly #stopping = new AbortController();
  readonly #atWork = new Set<Promise<void>>();
  #running: Promise<void> | undefined;

  constructor(settings: QueuePollerSettings) {
    this.#settings = settings;
    this.#client = new SQSClient(clientOf(settings.endpoint));
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await Promise.all(this.#atWork);
    this.#client.destroy();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { batch = 10, atOnce = 1, queue, queue_url } = this.#settings;
    while (!signal.aborted) {
      try {
        if (this.#atWork.size >= atOnce) await Promise.race(this.#atWork);
        const { Messages = [] } = await this.#client.send(
          new ReceiveMessageCommand({
            QueueUrl: queue_url,
            MaxNumberOfMessages: Math.min(10, batch * (atOnce - this.#atWork.size)),
            WaitTimeSeconds: 20,
            MessageSystemAttributeNames: ['All'],
          }),
          { abortSignal: signal },
        );
        for (const some of chunksOf(Messages, batch)) this.#begin(some);
      } catch (error) {
        if (signal.aborted) return;
        console.error(`Reading the queue ${queue} failed:`, error);
        await wait(500, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  #begin(messages: Message[]): void {
    const { queue } = this.#settings;
    const work = this.#handle(messages)
      .catch((error) => console.error(`Acknowledging messages of the queue ${queue} failed:`, error))
      .finally(() => this.#atWork.delete(work));
    this.#atWork.add(work);
  }

  async #failuresOf(messages: Message[]): Promise<Set<string>> {
    const all = new Set(messages.map((message) => message.MessageId ?? ''));
    try {
      const Records = messages.map((message) => toRecord(message, this.#settings.queue));
      const answer = await this.#settings.handler({ Records });
      const failed = (answer?.batchItemFailures ?? []).map((failure) => failure.itemIdentifier);
      // As in Lambda, an unknown identifier fails the whole batch.
      return failed.every((id) => all.has(id)) ? new Set(failed) : all;
    } catch (error) {
      console.error(`The worker of ${this.#settings.queue} failed:`, error);
      return all;
    }
  }

  async #handle(messages: Message[]): Promise<void> {
    const failed = await this.#failuresOf(messages);
    const { queue_url: QueueUrl, retrySeconds: VisibilityTimeout = 1 } = this.#settings;
    const isFailed = ({ MessageId = '' }: Message) => failed.has(MessageId);
    const entries = (wanted: Message[]) =>
      wanted.map(({ ReceiptHandle = '' }, index) => ({ Id: String(index), ReceiptHandle }));
    const done = entries(messages.filter((message) => !isFailed(message)));
    const again = entries(messages.filter(isFailed)).map((entry) => ({ ...entry, VisibilityTimeout }));
    if (done.length > 0) await this.#client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries: done }));
    if (again.length > 0) {
      await this.#client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries: again }));
    }
  }
}
