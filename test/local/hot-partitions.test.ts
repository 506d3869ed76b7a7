import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createTables } from '../../lib/local/create-tables.ts';
import { startFaultProxy } from '../../lib/local/fault-proxy.ts';
import { Faults } from '../../lib/local/faults.ts';
import { PartitionLimits, UNITS_PER_SECOND } from '../../lib/local/partitions.ts';
import { call, newWorkspace } from '../driver.ts';

const THROTTLED = { name: 'ThrottlingException' };
const faults = new Faults();
const name = `hot-${randomUUID()}`;
let proxy: Awaited<ReturnType<typeof startFaultProxy>>;
let table: DynamoDBDocumentClient;

beforeAll(async () => {
  const { AWS_ENDPOINT_URL_DYNAMODB = '' } = process.env;
  proxy = await startFaultProxy('table', AWS_ENDPOINT_URL_DYNAMODB, faults);
  await createTables(AWS_ENDPOINT_URL_DYNAMODB, { main: name, scratch: `${name}-scratch` }, { streams: false });
  table = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: proxy.url, maxAttempts: 1 }));
});
afterEach(() => faults.clear());
afterAll(async () => {
  table.destroy();
  await proxy.stop();
});

/** Slow enough that a busy machine does not refill a partition between two requests. */
const WRITES_PER_SECOND = 0.05;

/** Limits that differ a little each time, so that each test starts with full partitions. */
let limits = 0;
const limit = (writesPerSecond = WRITES_PER_SECOND) => {
  limits += 1;
  const scale = (writesPerSecond + limits / 1e6) / UNITS_PER_SECOND.write;
  faults.set({ target: 'table', mode: 'hot_partition', rate: 1, seed: 1, scale });
};
const put = (pk: string, more: Record<string, unknown> = {}) =>
  table.send(new PutCommand({ TableName: name, Item: { pk, sk: randomUUID(), ...more } }));
const get = async (pk: string, sk: string) =>
  (await table.send(new GetCommand({ TableName: name, Key: { pk, sk }, ConsistentRead: true }))).Item;

describe('a table that throttles by partition key', () => {
  test('has AWS’s documented limits', () => {
    expect(UNITS_PER_SECOND).toEqual({ read: 3000, write: 1000 });
    const full = new PartitionLimits();
    const use = { table: 't', partition: 'p', kind: 'write', units: 1 } as const;
    let served = 0;
    for (let at = 0; at < 10; at += 0.0005) {
      if (full.exhausted([use], at).length > 0) continue;
      full.take([use], at);
      served += 1;
    }
    // Ten seconds' units, and the second's that was saved up.
    expect(Math.abs(served - 11_000)).toBeLessThan(10);
  });

  test('rejects writes to an exhausted key and serves other keys and reads', async () => {
    limit();
    await put('hot');
    await expect(put('hot')).rejects.toMatchObject(THROTTLED);
    await put('cold');
    expect(await get('hot', 'none')).toBeUndefined();
  });

  test('serves a key again after a pause', async () => {
    limit(2);
    await put('resting');
    await put('resting');
    await wait(1100);
    await put('resting');
  });

  test('rejects a write to an exhausted index partition', async () => {
    limit();
    await put('one', { gsi1pk: 'index', gsi1sk: '1' });
    await expect(put('two', { gsi1pk: 'index', gsi1sk: '1' })).rejects.toMatchObject(THROTTLED);
    await put('two', { gsi1pk: 'elsewhere', gsi1sk: '1' });
  });

  test('rejects an update that moves a row out of a hot index partition', async () => {
    const row = { pk: 'listed', sk: 'S' };
    await table.send(new PutCommand({ TableName: name, Item: { ...row, gsi1pk: 'left', gsi1sk: '0' } }));
    limit();
    await put('three', { gsi1pk: 'left', gsi1sk: '1' });
    const leave = new UpdateCommand({ TableName: name, Key: row, UpdateExpression: 'REMOVE gsi1pk' });
    await expect(table.send(leave)).rejects.toMatchObject(THROTTLED);
  });

  test('cancels a transaction, names the hot item and writes none of it', async () => {
    limit();
    await put('warm');
    const write = (pk: string) => ({ Put: { TableName: name, Item: { pk, sk: 'T' } } });
    const both = new TransactWriteCommand({ TransactItems: [write('calm'), write('warm')] });
    await expect(table.send(both)).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'ThrottlingError' }],
    });
    expect(await get('calm', 'T')).toBeUndefined();
  });

  test('leaves the hot items of a batch unprocessed and serves the rest', async () => {
    limit();
    await put('busy');
    const write = (pk: string) => ({ PutRequest: { Item: { pk, sk: 'B' } } });
    const written = await table.send(
      new BatchWriteCommand({ RequestItems: { [name]: [write('busy'), write('idle')] } }),
    );
    expect(written.UnprocessedItems?.[name]).toEqual([write('busy')]);
    const Keys = [{ pk: 'idle', sk: 'B' }];
    const read = await table.send(new BatchGetCommand({ RequestItems: { [name]: { Keys } } }));
    expect(read.Responses?.[name]).toEqual(Keys);
  });
});

describe('the service on a table that throttles by partition key', () => {
  const limitTo = (scale: number) => faults.set({ target: 'table', mode: 'hot_partition', rate: 1, seed: 1, scale });
  // Before the handlers load, and with them their clients.
  beforeAll(() => {
    process.env.AWS_ENDPOINT_URL_DYNAMODB = proxy.url;
  });

  test('retries a short burst, and answers 503 only to the few requests it cannot serve in time', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    await ws.note(site);
    // 90 read units a second, for 40 lists that take about 3 each from the workspace's partition.
    limitTo(0.03);
    const path = `/api/v1/sites/${site.id}/annotations`;
    const answers = await Promise.all(Array.from({ length: 40 }, () => call('GET', path, { as: ws.owner })));
    const served = answers.filter(({ status }) => status === 200);
    // Without retries 30 are served: what 90 units are enough for.
    expect(served.length).toBeGreaterThan(32);
    expect(served.map(({ body }) => body.items.length)).toEqual(served.map(() => 1));
    for (const { status, headers } of answers.filter((one) => !served.includes(one)))
      expect([status, headers['retry-after']]).toEqual([503, '2']);
  });

  test('answers 503 with Retry-After and keeps confirmed writes when a key stays too hot', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const { id } = await ws.note(site);
    // 9 read and 3 write units a second: far too few for 30 replies to one note.
    limitTo(0.003);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        call('POST', `/api/v1/annotations/${id}/replies`, { as: ws.owner, body: { body: `reply ${index}` } }),
      ),
    );
    faults.clear();
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, headers, body } of refused) {
      expect(status).toBe(503);
      expect(headers['retry-after']).toBeDefined();
      expect(body.detail).toBeTruthy();
    }
    const { body } = await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner });
    const confirmed = answers.flatMap(({ status, body: reply }) => (status === 200 ? [reply.id] : []));
    expect(body.replies.map((reply: { id: string }) => reply.id).sort()).toEqual(confirmed.sort());
  });
});
