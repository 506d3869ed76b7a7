import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BEFORE } from '../../bench/scale/account.ts';
import { Agenda } from '../../bench/scale/agenda.ts';
import { readOperations, type ShapedUse } from '../../bench/scale/operations.ts';
import { type Plan, simulate } from '../../bench/scale/simulate.ts';
import { filled, SimulatedTable } from '../../bench/scale/table.ts';
import { chanceFrom } from '../../functions/reviews/judge/calibration/chance.ts';
import { createTables } from '../../lib/local/create-tables.ts';
import { startFaultProxy } from '../../lib/local/fault-proxy.ts';
import { Faults } from '../../lib/local/faults.ts';
import { PartitionLimits } from '../../lib/local/partitions.ts';

describe('the simulation and the fault mode', () => {
  /** 6 read and 2 write units a second: a busy machine exceeds them too. */
  const SCALE = 0.002;
  const name = `scale-${randomUUID()}`;
  let proxy: Awaited<ReturnType<typeof startFaultProxy>>;
  let table: DynamoDBDocumentClient;

  beforeAll(async () => {
    const { AWS_ENDPOINT_URL_DYNAMODB = '' } = process.env;
    const faults = new Faults();
    faults.set({ target: 'table', mode: 'hot_partition', rate: 1, seed: 1, scale: SCALE });
    proxy = await startFaultProxy('table', AWS_ENDPOINT_URL_DYNAMODB, faults);
    await createTables(AWS_ENDPOINT_URL_DYNAMODB, { main: name, scratch: `${name}-scratch` }, { streams: false });
    table = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: proxy.url, maxAttempts: 1 }));
  });
  afterAll(async () => {
    table.destroy();
    await proxy.stop();
  });

  const use = (partition: string, kind: 'read' | 'write', units: number): ShapedUse => ({
    table: 'main',
    partition,
    kind,
    units,
  });
  const put = (pk: string) => ({ Put: { TableName: name, Item: { pk, sk: randomUUID() } } });

  /** The requests, and the same as the bench would have recorded them. */
  const kinds = {
    read: {
      send: () => table.send(new GetCommand({ TableName: name, Key: { pk: 'hot', sk: 'S' }, ConsistentRead: true })),
      uses: [use('hot', 'read', 1)],
    },
    update: {
      send: () =>
        table.send(
          new UpdateCommand({
            TableName: name,
            Key: { pk: 'hot', sk: randomUUID() },
            UpdateExpression: 'ADD n :one',
            ExpressionAttributeValues: { ':one': 1 },
          }),
        ),
      uses: [use('hot', 'write', 1)],
    },
    transaction: {
      send: (id: string) => table.send(new TransactWriteCommand({ TransactItems: [put('warm'), put(id)] })),
      uses: [use('warm', 'write', 2), use('cold {id}', 'write', 2)],
    },
  };
  type Name = keyof typeof kinds;

  const shares = (sent: readonly { of: Name; isRefused: boolean }[]) =>
    Object.fromEntries(
      Object.keys(kinds).map((of) => {
        const same = sent.filter((one) => one.of === of);
        return [of, same.filter(({ isRefused }) => isRefused).length / same.length];
      }),
    );

  test('throttle the same share of the same load, for reads, writes and transactions', async () => {
    const random = chanceFrom(7);
    const names = Object.keys(kinds) as Name[];
    const sent: { of: Name; at: number; id: string; isRefused: boolean }[] = [];
    // One after the other, so that the time of sending is the time at which the table decides.
    for (let index = 0; index < 300; index += 1) {
      const of = random() < 0.6 ? 'read' : names[1 + (index % 2)]!;
      const at = performance.now() / 1000;
      const isRefused = await kinds[of].send(String(index)).then(
        () => false,
        (error: Error) => {
          expect(['ThrottlingException', 'TransactionCanceledException']).toContain(error.name);
          return true;
        },
      );
      sent.push({ of, at, id: String(index), isRefused });
    }
    const simulated = new SimulatedTable(new PartitionLimits(SCALE));
    const served = sent.map(({ of, at, id }) => ({
      of,
      isRefused: !simulated.serve(
        kinds[of].uses.map((one) => filled(one, { id })),
        at,
        true,
      ),
    }));
    const [real, expected] = [shares(sent), shares(served)];
    for (const of of names) {
      expect(expected[of]).toBeGreaterThan(0.1);
      expect(expected[of]).toBeLessThan(1);
      expect(Math.abs(real[of]! - expected[of]!)).toBeLessThan(0.1);
    }
  });
});

describe('the simulation', () => {
  const plan = async (more: Partial<Plan> = {}): Promise<Plan> => ({
    operations: await readOperations(),
    account: BEFORE,
    perSecond: 3000,
    seconds: 2,
    seed: 1,
    isLimited: true,
    ...more,
  });
  const told = ({ outcomes, latencies, purged, counted }: ReturnType<typeof simulate>) => ({
    outcomes: [...outcomes],
    latencies: latencies.slice(0, 100),
    purged,
    counted,
  });

  test('gives the same result for the same seed, and another for another seed', async () => {
    const [one, same, other] = [await plan(), await plan(), await plan({ seed: 2 })].map((it) => told(simulate(it)));
    expect(one).toEqual(same);
    expect(one).not.toEqual(other);
  });

  test('accounts for every request, and rejects none without limits', async () => {
    const { outcomes } = simulate(await plan({ isLimited: false }));
    const total = [...outcomes].reduce((sum, [, count]) => sum + count, 0);
    expect([...outcomes.keys()].every((name) => name.endsWith('answered'))).toBe(true);
    expect(total).toBeGreaterThan(5700);
    expect(total).toBeLessThan(6300);
  });

  test('forwards no more requests than the gateway admits', async () => {
    const { outcomes } = simulate(await plan({ account: { ...BEFORE, apiPerSecond: 500 } }));
    const refused = [...outcomes].filter(([name]) => name.endsWith('429')).reduce((sum, [, count]) => sum + count, 0);
    const all = [...outcomes].reduce((sum, [, count]) => sum + count, 0);
    expect(all - refused).toBeGreaterThan(1450);
    expect(all - refused).toBeLessThanOrEqual(1500);
  });

  test('the agenda returns events in the order of time', () => {
    const random = chanceFrom(3);
    const agenda = new Agenda<number>();
    const times = Array.from({ length: 500 }, () => random());
    for (const at of times) agenda.add(at, at);
    const taken = times.map(() => agenda.take()?.at);
    expect(taken).toEqual(times.toSorted((a, b) => a - b));
    expect(agenda.next).toBeUndefined();
  });
});
