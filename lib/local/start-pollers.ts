import { setTimeout as wait } from 'node:timers/promises';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { changeFilters, endFilters, entryFilters, owedFilters, useFilters } from '../stack/stream-filters.ts';
import { clientOf, queueUrl, TABLES } from './account.ts';
import type { Emulators } from './emulators.ts';
import { loadHandler } from './invocation.ts';
import { QueuePoller } from './queue-poller.ts';
import { queues } from './queues.ts';
import { consumedByAll, StreamPoller, type StreamSettings } from './stream.ts';
import type { Sweeper } from './sweeper.ts';

/** If the table says without a request whether there are records; else as often as Lambda. */
const DISPATCH_POLL_MS = 100;
const USAGE_POLL_MS = 750;

export const startPollers = async (
  { table, queue, isNew }: Emulators,
  sweeper: Sweeper,
  running: AsyncDisposableStack,
) => {
  const dead = new SQSClient(clientOf(queue.url));
  running.defer(() => dead.destroy());
  const { trim, newest } = table;
  const consumed = trim && consumedByAll(['dispatch', 'count-usage'], (upTo) => trim(TABLES.main, upTo));
  const reader = async (
    name: 'dispatch' | 'count-usage',
    own: Pick<StreamSettings, 'filters'> & Partial<StreamSettings>,
  ) => {
    const stream = new StreamPoller({
      endpoint: table.url,
      table: TABLES.main,
      handler: await loadHandler<DynamoDBStreamEvent, undefined>(`workers/${name}.ts`),
      // If the stream is not trimmed, a kept one holds a day of records.
      from: trim || isNew ? 'TRIM_HORIZON' : 'LATEST',
      retries: 1000,
      newest,
      ...(consumed && { consumed: (sequenceNumber) => consumed(name, sequenceNumber) }),
      failed: async (records, error) => {
        console.error(`${name} gave up on ${records.length} stream records:`, error);
        const MessageBody = JSON.stringify(records.map((record) => record.dynamodb?.Keys));
        const QueueUrl = queueUrl(queue.url, `sidenote-${name}-dead`);
        await dead.send(new SendMessageCommand({ QueueUrl, MessageBody }));
      },
      ...own,
    });
    await stream.start();
    running.defer(() => stream.stop());
    return stream;
  };
  const [stream, usage] = await Promise.all([
    reader('dispatch', {
      filters: [...owedFilters, ...changeFilters, ...endFilters, ...entryFilters],
      mark: sweeper.mark,
      ...(newest && { pollMs: DISPATCH_POLL_MS }),
    }),
    // Nothing waits for usage counts, and no schedule finds missed ones.
    reader('count-usage', { filters: useFilters, pollMs: USAGE_POLL_MS }),
  ]);
  for (const { name, worker, batch, atOnce } of queues) {
    const poller = new QueuePoller({
      endpoint: queue.url,
      queue: name,
      queue_url: queueUrl(queue.url, name),
      handler: await loadHandler<SQSEvent, undefined>(`workers/${worker}.ts`),
      batch,
      atOnce,
    });
    poller.start();
    running.defer(() => poller.stop());
  }
  return { stream, usage };
};

type Pollers = Awaited<ReturnType<typeof startPollers>>;

export const idleOf =
  ({ stream, usage }: Pollers, queue: Emulators['queue']) =>
  async (timeoutMs: number) => {
    const until = Date.now() + timeoutMs;
    const timeout = wait(timeoutMs, undefined, { ref: false });
    // Twice in a row, because a worker's last write may owe more work.
    for (let quiet = 0; quiet < 2; ) {
      await Promise.race([stream.drained(), timeout]);
      quiet = queues.every(({ name }) => queue.sizeOf(name) === 0) ? quiet + 1 : 0;
      if (Date.now() > until) return false;
      if (quiet === 0) await wait(10);
    }
    await Promise.race([usage.drained(), timeout]);
    return Date.now() <= until;
  };
