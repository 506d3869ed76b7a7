import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { CreateQueueCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createTables } from '../../lib/local/create-tables.ts';
import { startFaultProxy } from '../../lib/local/fault-proxy.ts';
import { Faults } from '../../lib/local/faults.ts';
import { startMailSink } from '../../lib/local/mail-sink.ts';

/** Faults of this file's own: the stage that the run shares stays whole. */
const faults = new Faults();
const set = (target: 'table' | 'queue' | 'mail' | 'storage', mode: Parameters<Faults['set']>[0]['mode'], rate = 1) =>
  faults.set({ target, mode, rate, seed: 1 });
afterEach(() => faults.clear());

type Proxy = Awaited<ReturnType<typeof startFaultProxy>>;
let proxies: Record<'table' | 'queue' | 'storage', Proxy>;
let table: DynamoDBDocumentClient;
const name = `f-${randomUUID()}`;
const key = { pk: 'P', sk: 'S' };

beforeAll(async () => {
  const { AWS_ENDPOINT_URL_DYNAMODB = '', AWS_ENDPOINT_URL_SQS = '', AWS_ENDPOINT_URL_S3 = '' } = process.env;
  proxies = {
    table: await startFaultProxy('table', AWS_ENDPOINT_URL_DYNAMODB, faults),
    queue: await startFaultProxy('queue', AWS_ENDPOINT_URL_SQS, faults),
    storage: await startFaultProxy('storage', AWS_ENDPOINT_URL_S3, faults),
  };
  await createTables(AWS_ENDPOINT_URL_DYNAMODB, { main: name, scratch: `${name}-scratch` });
  const client = new DynamoDBClient({ endpoint: proxies.table.url, maxAttempts: 1 });
  table = DynamoDBDocumentClient.from(client);
});
afterAll(async () => {
  table.destroy();
  for (const proxy of Object.values(proxies)) await proxy.stop();
});

const put = (more: Record<string, unknown> = {}) =>
  table.send(new PutCommand({ TableName: name, Item: { ...key, ...more } }));
const get = async (sk: string) =>
  (await table.send(new GetCommand({ TableName: name, Key: { pk: 'P', sk }, ConsistentRead: true }))).Item;

describe('faults of the table', () => {
  test('throttling answers as DynamoDB does when a table is too busy', async () => {
    set('table', 'throttling');
    await expect(put()).rejects.toMatchObject({ name: 'ProvisionedThroughputExceededException' });
  });

  test('a conflict cancels a transaction with its reasons, and does not affect reads', async () => {
    set('table', 'conflict');
    const transaction = new TransactWriteCommand({
      TransactItems: [
        { Put: { TableName: name, Item: key } },
        { Delete: { TableName: name, Key: { pk: 'a', sk: 'b' } } },
      ],
    });
    await expect(table.send(transaction)).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
    });
    await expect(put()).rejects.toMatchObject({ name: 'TransactionConflictException' });
    await expect(get('S')).resolves.toBeUndefined();
  });

  test('a timeout before the commit writes nothing; one after it has written', async () => {
    set('table', 'timeout_before');
    await expect(put({ sk: 'before' })).rejects.toThrow();
    faults.clear();
    set('table', 'timeout_after');
    await expect(put({ sk: 'after' })).rejects.toThrow();
    faults.clear();
    expect(await get('before')).toBeUndefined();
    expect(await get('after')).toBeDefined();
  });

  test('a partial batch reports unprocessed items', async () => {
    set('table', 'partial');
    const requests = ['b1', 'b2'].map((sk) => ({ PutRequest: { Item: { pk: 'P', sk } } }));
    const answer = await table.send(new BatchWriteCommand({ RequestItems: { [name]: requests } }));
    expect(answer.UnprocessedItems?.[name]).toHaveLength(1);
    faults.clear();
    expect([await get('b1'), await get('b2')].map(Boolean)).toEqual([false, true]);
  });

  test('lagging indexes show nothing of the last two seconds until they catch up', async () => {
    const partition = `G#${randomUUID()}`;
    const list = async () => {
      const { Items = [] } = await table.send(
        new QueryCommand({
          TableName: name,
          IndexName: 'gsi1',
          KeyConditionExpression: '#p = :p',
          ExpressionAttributeNames: { '#p': 'gsi1pk' },
          ExpressionAttributeValues: { ':p': partition },
        }),
      );
      return Items.map((item) => item.gsi1sk);
    };
    await put({ sk: 'old', gsi1pk: partition, gsi1sk: '1' });
    set('table', 'gsi_lag');
    await put({ sk: 'new', gsi1pk: partition, gsi1sk: '2' });
    await put({ sk: 'old', gsi1pk: 'elsewhere', gsi1sk: '1' });
    expect(await list()).toEqual(['1']);
    expect(await get('new')).toBeDefined();
    await proxies.table.catchUp();
    expect(await list()).toEqual(['2']);
    faults.clear();
    expect(await list()).toEqual(['2']);
  });

  test('an outage answers no request', async () => {
    set('table', 'outage');
    await expect(get('S')).rejects.toThrow();
  });

  test('a rate affects that share of the requests, and the same ones for the same seed', () => {
    const strikes = () => {
      set('table', 'throttling', 0.1);
      return Array.from({ length: 2000 }, () => faults.draw('table') !== undefined);
    };
    const first = strikes();
    expect(strikes()).toEqual(first);
    expect(first.filter(Boolean).length).toBeGreaterThan(150);
    expect(first.filter(Boolean).length).toBeLessThan(250);
  });
});

test('a queue may accept a batch partially, and reports it', async () => {
  const client = new SQSClient({ endpoint: proxies.queue.url, maxAttempts: 1 });
  const QueueName = `q-${randomUUID()}`;
  await client.send(new CreateQueueCommand({ QueueName }));
  set('queue', 'partial');
  const answer = await client.send(
    new SendMessageBatchCommand({
      QueueUrl: `${proxies.queue.url}/000000000000/${QueueName}`,
      Entries: ['a', 'b'].map((Id) => ({ Id, MessageBody: Id })),
    }),
  );
  expect(answer.Failed?.map((entry) => entry.Id)).toEqual(['a']);
  expect(answer.Successful?.map((entry) => entry.Id)).toEqual(['b']);
  client.destroy();
});

test('overloaded storage answers SlowDown', async () => {
  const client = new S3Client({ endpoint: proxies.storage.url, maxAttempts: 1 });
  set('storage', 'throttling');
  const asked = client.send(new ListObjectsV2Command({ Bucket: process.env.EVIDENCE_BUCKET }));
  await expect(asked).rejects.toBeInstanceOf(S3ServiceException);
  await expect(asked).rejects.toMatchObject({ name: 'SlowDown' });
  client.destroy();
});

describe('the mail sink', () => {
  let folder: string;
  let sink: Awaited<ReturnType<typeof startMailSink>>;
  let client: SESClient;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sidenote-mail-'));
    sink = await startMailSink(folder, faults);
    client = new SESClient({ endpoint: sink.url, maxAttempts: 1 });
  });
  afterAll(async () => {
    client.destroy();
    await sink.stop();
    await rm(folder, { recursive: true });
  });

  const raw = (to: string) =>
    new SendRawEmailCommand({
      RawMessage: {
        Data: Buffer.from(
          `From: Sidenote <n@example.com>\r\nTo: ${to}\r\nSubject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\r\nX-Own: 1\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nplain\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>html</p>\r\n--b--\r\n`,
        ),
      },
    });

  test('decodes a raw message as a mail program would', async () => {
    const { MessageId } = await client.send(raw('Vera <vera@example.com>'));
    expect(sink.list('VERA@example.com')).toEqual([
      expect.objectContaining({
        id: MessageId,
        from: 'n@example.com',
        to: ['vera@example.com'],
        subject: 'Grüße',
        text: expect.stringMatching(/^plain/),
        html: expect.stringContaining('<p>html</p>'),
        headers: expect.arrayContaining([{ name: 'x-own', value: '1' }]),
      }),
    ]);
  });

  test('keeps messages across a restart', async () => {
    await client.send(raw('kept@example.com'));
    const again = await startMailSink(folder, faults);
    expect(again.list('kept@example.com')).toHaveLength(1);
    await again.stop();
  });

  test('keeps a message after a late timeout, and none after an outage or a rejection', async () => {
    for (const mode of ['timeout_after', 'outage', 'rejected', 'throttling'] as const) {
      set('mail', mode);
      await expect(client.send(raw(`${mode}@example.com`))).rejects.toThrow();
      faults.clear();
    }
    expect(sink.list('timeout_after@example.com')).toHaveLength(1);
    for (const mode of ['outage', 'rejected', 'throttling']) expect(sink.list(`${mode}@example.com`)).toEqual([]);
  });
});
