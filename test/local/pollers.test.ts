import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { DeleteCommand, DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { DynamoDBRecord, SQSRecord } from 'aws-lambda';
import { createTables } from '../../lib/local/create-tables.ts';
import { QueuePoller } from '../../lib/local/queue-poller.ts';
import { consumedByAll, matches, StreamPoller, type StreamSettings } from '../../lib/local/stream.ts';
import { Sweeper } from '../../lib/local/sweeper.ts';
import { startTableEmulator } from '../../lib/local/table-emulator.ts';
import { owedFilters } from '../../lib/stack/stream-filters.ts';

const tables = process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '';
const queues = process.env.AWS_ENDPOINT_URL_SQS ?? '';
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** This test's own tables, so that no other writer shows in the stream. */
const openTable = async (endpoint = tables) => {
  const main = `t-${randomUUID()}`;
  await createTables(endpoint, { main, scratch: `${main}-scratch` });
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }));
  undo.push(() => client.destroy());
  return {
    name: main,
    put: (item: Record<string, unknown>) => client.send(new PutCommand({ TableName: main, Item: item })),
    remove: (sk: string) => client.send(new DeleteCommand({ TableName: main, Key: { pk: 'P', sk } })),
  };
};

const poll = async (table: string, settings: Partial<StreamSettings>) => {
  const poller = new StreamPoller({
    endpoint: tables,
    table,
    filters: owedFilters,
    pollMs: 5,
    handler: async () => undefined,
    ...settings,
  });
  await poller.start();
  undo.push(() => poller.stop());
  return poller;
};

const sortKeys = (records: readonly DynamoDBRecord[]) => records.map((record) => record.dynamodb?.Keys?.sk?.S);

describe('the stream poller', () => {
  test('delivers rows that owe work, and nothing else', async () => {
    const table = await openTable();
    const seen: DynamoDBRecord[] = [];
    const poller = await poll(table.name, { handler: async ({ Records }) => void seen.push(...Records) });
    await table.put({ pk: 'P', sk: 'owes', due_pk: 'DUE#0', due_at: 5 });
    await table.put({ pk: 'P', sk: 'plain' });
    await table.remove('plain');
    await poller.drained();
    expect(sortKeys(seen)).toEqual(['owes']);
    expect(seen[0]).toMatchObject({
      eventName: 'INSERT',
      eventSource: 'aws:dynamodb',
      dynamodb: { NewImage: { due_at: { N: '5' } }, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    });
  });

  test('redelivers a failed record and all records after it', async () => {
    const table = await openTable();
    for (const sk of ['a', 'b', 'c']) await table.put({ pk: 'P', sk, due_pk: 'DUE#0', due_at: 1 });
    const batches: unknown[][] = [];
    const poller = await poll(table.name, {
      handler: async ({ Records }) => {
        batches.push(sortKeys(Records));
        const bad = batches.length === 1 ? Records[1]?.dynamodb?.SequenceNumber : undefined;
        return { batchItemFailures: bad ? [{ itemIdentifier: bad }] : [] };
      },
    });
    await poller.drained();
    expect(batches).toEqual([
      ['a', 'b', 'c'],
      ['b', 'c'],
    ]);
  });

  test('moves a poison record to the failed ones, and delivers its neighbors', async () => {
    const table = await openTable();
    for (const sk of ['a', 'poison', 'c']) await table.put({ pk: 'P', sk, due_pk: 'DUE#0', due_at: 1 });
    const handled: unknown[] = [];
    const failed: unknown[] = [];
    const poller = await poll(table.name, {
      retries: 1,
      handler: async ({ Records }) => {
        if (sortKeys(Records).includes('poison')) throw new Error('poison');
        handled.push(...sortKeys(Records));
      },
      failed: async (records) => void failed.push(...sortKeys(records)),
    });
    await poller.drained();
    expect(handled).toEqual(['a', 'c']);
    expect(failed).toEqual(['poison']);
  });

  test('marks rows removed by the sweeper as removed by the TTL service', async () => {
    const table = await openTable();
    const sweeper = new Sweeper(tables, [table.name, `${table.name}-scratch`], () => 2_000_000);
    undo.push(() => sweeper.stop());
    const seen: DynamoDBRecord[] = [];
    const handler: StreamSettings['handler'] = async ({ Records }) => void seen.push(...Records);
    const poller = await poll(table.name, { handler, mark: sweeper.mark });
    const job = 'purge';
    for (const [sk, ttl] of Object.entries({ expired: 1999, living: 2001 })) await table.put({ pk: 'P', sk, ttl, job });
    await table.put({ pk: 'P', sk: 'expired without owing work', ttl: 1999 });
    await table.put({ pk: 'P', sk: 'removed by hand', job });
    await table.remove('removed by hand');
    await sweeper.sweep();
    await poller.drained();
    expect(sortKeys(seen)).toEqual(['expired']);
    expect(seen[0]?.userIdentity).toEqual({ type: 'Service', principalId: 'dynamodb.amazonaws.com' });
  });
});

test('filters match presence, equality and absence', () => {
  const event = { a: { b: { N: '1' } } };
  expect(matches({ a: { b: { N: [{ exists: true }] } } }, event)).toBe(true);
  expect(matches({ a: { c: { N: [{ exists: true }] } } }, event)).toBe(false);
  expect(matches({ a: { c: { N: [{ exists: false }] } } }, event)).toBe(true);
  expect(matches({ a: { b: { N: ['1', '2'] } } }, event)).toBe(true);
  expect(matches({ a: { b: { N: ['2'] } } }, event)).toBe(false);
});

test('the stream poller reads at once when it is woken, however long its pause', async () => {
  const table = await openTable();
  const seen = Promise.withResolvers<DynamoDBRecord[]>();
  const handler: StreamSettings['handler'] = async ({ Records }) => void seen.resolve(Records);
  const poller = await poll(table.name, { handler, pollMs: 600_000 });
  await table.put({ pk: 'P', sk: 'owes', due_pk: 'DUE#0', due_at: 5 });
  poller.wake();
  expect(sortKeys(await seen.promise)).toEqual(['owes']);
});

test('the stream poller reads nothing while the newest record is the same', async () => {
  const table = await openTable();
  const seen: DynamoDBRecord[] = [];
  let newest = 1;
  const handler: StreamSettings['handler'] = async ({ Records }) => void seen.push(...Records);
  const poller = await poll(table.name, { handler, newest: () => newest });
  await poller.drained();
  await table.put({ pk: 'P', sk: 'owes', due_pk: 'DUE#0', due_at: 5 });
  await poller.drained();
  expect(sortKeys(seen)).toEqual([]);
  newest = 2;
  await poller.drained();
  expect(sortKeys(seen)).toEqual(['owes']);
});

const ifRecordsSlowItDown = process.env.SIDENOTE_TABLE === 'dynamodb-local' ? test.skip : test;

ifRecordsSlowItDown('forgetting what was read of one table leaves the records of every other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-trim-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const emulator = await startTableEmulator(folder);
  undo.push(() => emulator.stop());
  const [read, unread] = [await openTable(emulator.url), await openTable(emulator.url)];
  for (const sk of ['a', 'b', 'newest']) {
    for (const table of [unread, read]) await table.put({ pk: 'P', sk, due_pk: 'DUE#0', due_at: 5 });
  }
  const newest = emulator.newest?.();
  expect(newest).toBe(6);
  emulator.trim?.(read.name, '9'.repeat(18));
  expect(emulator.newest?.()).toBe(newest);
  const left = async ({ name: table }: { name: string }) => {
    const seen: unknown[] = [];
    const handler: StreamSettings['handler'] = async ({ Records }) => void seen.push(...sortKeys(Records));
    await (await poll(table, { endpoint: emulator.url, handler })).drained();
    return seen;
  };
  expect(await left(unread)).toEqual(['a', 'b', 'newest']);
  // The emulator numbers its next record after the newest one.
  expect(await left(read)).toEqual(['newest']);
});

describe('several readers of one stream', () => {
  test('release only records that none of them needs any more', () => {
    const told: string[] = [];
    const consumed = consumedByAll(['fast', 'slow'], (sequenceNumber) => told.push(sequenceNumber));
    consumed('fast', '900');
    consumed('slow', '1000');
    consumed('fast', '00000000000000000000000000000000000001100');
    expect(told).toEqual(['900', '1000']);
  });

  test('each get every record, and a failing one delays no other', async () => {
    const table = await openTable();
    const seen: unknown[] = [];
    const tried = Promise.withResolvers<void>();
    const failing = await poll(table.name, {
      retries: 1000,
      handler: async () => {
        tried.resolve();
        throw new Error('not now');
      },
    });
    const other = await poll(table.name, { handler: async ({ Records }) => void seen.push(...sortKeys(Records)) });
    await table.put({ pk: 'P', sk: 'owes', due_pk: 'DUE#0', due_at: 5 });
    await tried.promise;
    await other.drained();
    expect(seen).toEqual(['owes']);
    // It ends amid its retries, and does not count the record as consumed.
    await failing.stop();
  });
});

describe('the queue poller', () => {
  const openQueue = async () => {
    const client = new SQSClient({ endpoint: queues });
    undo.push(() => client.destroy());
    const name = `q-${randomUUID()}`;
    const create = async (QueueName: string, Attributes: Record<string, string>) => {
      await client.send(new CreateQueueCommand({ QueueName, Attributes }));
      return `${queues}/000000000000/${QueueName}`;
    };
    const dead = await create(`${name}-dead`, {});
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: dead, AttributeNames: ['QueueArn'] }),
    );
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: Attributes?.QueueArn, maxReceiveCount: 2 });
    const url = await create(name, { VisibilityTimeout: '30', RedrivePolicy });
    const send = (bodies: readonly string[]) =>
      client.send(
        new SendMessageBatchCommand({
          QueueUrl: url,
          Entries: bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody })),
        }),
      );
    const fromDead = async () => {
      const asked = new ReceiveMessageCommand({ QueueUrl: dead, MaxNumberOfMessages: 10, WaitTimeSeconds: 10 });
      return ((await client.send(asked)).Messages ?? []).map((message) => message.Body);
    };
    return { name, url, send, fromDead };
  };

  const bodies = Array.from({ length: 10 }, (_, index) => (index === 4 ? 'bad' : `good ${index}`));

  test.each([
    [
      'reports as failed',
      (records: SQSRecord[]) => ({ batchItemFailures: records.map((one) => ({ itemIdentifier: one.messageId })) }),
    ],
    [
      'throws for',
      () => {
        throw new Error('bad');
      },
    ],
  ])(
    'redelivers a message that a worker %s, then moves it to the dead-letter queue; others are handled once',
    async (_, fail) => {
      const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
      undo.push(() => said.mockRestore());
      const queue = await openQueue();
      await queue.send(bodies);
      const handled: string[] = [];
      const poller = new QueuePoller({
        endpoint: queues,
        queue: queue.name,
        queue_url: queue.url,
        retrySeconds: 0,
        batch: fail.length > 0 ? 10 : 1,
        handler: async ({ Records }) => {
          const bad = Records.filter((record) => record.body === 'bad');
          handled.push(...Records.filter((record) => record.body !== 'bad').map((record) => record.body));
          return bad.length > 0 ? fail(bad) : undefined;
        },
      });
      poller.start();
      undo.push(() => poller.stop());
      expect(await queue.fromDead()).toEqual(['bad']);
      expect(handled.toSorted()).toEqual(bodies.filter((body) => body !== 'bad'));
    },
  );

  test('passes a worker the event that Lambda would pass', async () => {
    const queue = await openQueue();
    const seen = Promise.withResolvers<SQSRecord>();
    const poller = new QueuePoller({
      endpoint: queues,
      queue: queue.name,
      queue_url: queue.url,
      handler: async ({ Records: [first] }) => void (first && seen.resolve(first)),
    });
    poller.start();
    undo.push(() => poller.stop());
    await queue.send(['{"job":"x"}']);
    expect(await seen.promise).toMatchObject({
      body: '{"job":"x"}',
      eventSource: 'aws:sqs',
      eventSourceARN: expect.stringMatching(new RegExp(`:${queue.name}$`)),
      attributes: { ApproximateReceiveCount: '1' },
    });
  });

  test('handles several messages concurrently, one per invocation, up to the limit', async () => {
    const queue = await openQueue();
    const [all, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const [sizes, begun]: [number[], string[]] = [[], []];
    const poller = new QueuePoller({
      endpoint: queues,
      queue: queue.name,
      queue_url: queue.url,
      batch: 1,
      atOnce: 3,
      handler: async ({ Records }) => {
        sizes.push(Records.length);
        begun.push(...Records.map((record) => record.body));
        if (begun.length === 4) last.resolve();
        if (begun.length === 3) all.resolve();
        // None ends before three have begun.
        await all.promise;
      },
    });
    poller.start();
    undo.push(() => poller.stop());
    await queue.send(['a', 'b', 'c', 'd']);
    await last.promise;
    expect(sizes).toEqual([1, 1, 1, 1]);
    expect(begun.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });
});
